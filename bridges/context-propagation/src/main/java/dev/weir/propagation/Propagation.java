package dev.weir.propagation;

import dev.weir.Context;
import dev.weir.propagation.carry.Registered;
import dev.weir.propagation.carry.Values;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What {@link io.micrometer.context.ContextRegistry} can't say: scoped values, and other values for a part of a pipeline. */
public final class Propagation {
    private Propagation() {}

    /**
     * Has the scoped value bound inside pipelines to what it is bound to where they are subscribed, from the next
     * subscription on; once for each, for good. It stays what it is where it was unbound: a binding can't be taken from a
     * thread.
     */
    public static void carry(ScopedValue<?> value) {
        Registered.add(Objects.requireNonNull(value, "carry: the scoped value is null"));
    }

    /**
     * The context with another value for the functions of those who see it; for {@code withContext}.
     *
     * @param key of a registered {@link io.micrometer.context.ThreadLocalAccessor}, or a {@link ScopedValue}
     * @param value null for none
     * @throws IllegalArgumentException if nothing is registered under the key, or a scoped value should have none
     */
    public static Context with(Context context, Object key, @Nullable Object value) {
        Objects.requireNonNull(context, "with: the context is null");
        Registered.check(Objects.requireNonNull(key, "with: the key is null"), value);
        return Values.in(context).with(key, value).into(context);
    }
}
