package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for the value. */
public final class DoOnValue<T extends @Nullable Object> extends Link<T, T> {
    private final Consumer<? super T> action;

    public DoOnValue(One<T> source, Consumer<? super T> action) {
        super(source);
        this.action = Objects.requireNonNull(action, "action");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    @SuppressWarnings("unchecked") // the source's value
    public @Nullable Object resume(@Nullable Object value, Context context, int depth) {
        try {
            action.accept((T) value);
        } catch (Throwable failure) {
            return new Failure(failure);
        }
        return value;
    }
}
