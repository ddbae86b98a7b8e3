package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Pending;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Another context for the steps above. */
public final class WithContext<T extends @Nullable Object> extends Link<T, T> {
    private final UnaryOperator<Context> change;
    private final @Nullable String name;

    public WithContext(One<T> source, UnaryOperator<Context> change) {
        this(source, change, null);
    }

    private WithContext(One<T> source, UnaryOperator<Context> change, @Nullable String name) {
        super(source);
        this.change = Objects.requireNonNull(change, "change");
        this.name = name;
    }

    public static <T extends @Nullable Object> One<T> named(One<T> source, String name) {
        Objects.requireNonNull(name, "name");
        return new WithContext<>(source, context -> context.withName(name), name);
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Context changed;
        try {
            changed = Objects.requireNonNull(
                    change.apply(context), "withContext: the function returned null where a context is due");
        } catch (Throwable failure) {
            return new Failure(failure);
        }
        Object polled = source.poll(changed, depth);
        return polled instanceof Pending pending ? pending.within(changed, context) : polled;
    }

    @Override
    protected @Nullable String name() {
        return name;
    }
}
