package dev.weir.propagation.carry;

import dev.weir.ThreadValues;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What is registered, asked for its values on this thread. */
public final class Registered implements ThreadValues {
    private static final CopyOnWriteArrayList<ScopedValue<?>> SCOPED = new CopyOnWriteArrayList<>();

    /** For the service loader, which is told if there is no registry. */
    public Registered() {
        var _ = accessors();
    }

    public static void add(ScopedValue<?> value) {
        SCOPED.addIfAbsent(value);
    }

    /** Fails if the value can't be set under the key. */
    public static void check(Object key, @Nullable Object value) {
        if (key instanceof ScopedValue<?>) {
            if (value == null) {
                throw new IllegalArgumentException(
                        "with: a scoped value can't be unbound: bind it to something that says so");
            }
        } else if (accessors().stream()
                .noneMatch(accessor -> Accessors.key(accessor).equals(key))) {
            throw new IllegalArgumentException("with: no thread-local is registered under " + key
                    + ": register it with ContextRegistry.getInstance().registerThreadLocalAccessor(..)");
        }
    }

    static List<ThreadLocalAccessor<?>> accessors() {
        return ContextRegistry.getInstance().getThreadLocalAccessors();
    }

    @Override
    public Captured capture() {
        Map<Object, @Nullable Object> values = new HashMap<>();
        for (ThreadLocalAccessor<?> accessor : accessors()) {
            Object value = Accessors.get(accessor);
            if (value != null) {
                values.put(Accessors.key(accessor), value);
            }
        }
        for (ScopedValue<?> scoped : SCOPED) {
            if (scoped.isBound()) {
                values.put(scoped, scoped.get());
            }
        }
        return Values.of(values);
    }
}
