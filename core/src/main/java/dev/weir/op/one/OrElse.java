package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Goes on with another One after null. */
public final class OrElse<T extends @Nullable Object> extends Link<T, T> {
    private final Supplier<? extends One<? extends T>> supplier;

    public OrElse(One<T> source, Supplier<? extends One<? extends T>> supplier) {
        super(source);
        this.supplier = Objects.requireNonNull(supplier, "supplier");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    public @Nullable Object resume(@Nullable Object value, Context context, int depth) {
        if (value != null) {
            return value;
        }
        One<? extends T> other;
        try {
            other = Objects.requireNonNull(supplier.get(), "orElse: the supplier returned null where a One is due");
        } catch (Throwable failure) {
            return new Failure(failure);
        }
        return continueWith(other, context, depth);
    }
}
