package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with another One after a failure. */
public final class OnErrorResume<T extends @Nullable Object> extends Link<T, T> {
    private final Function<? super Throwable, ? extends One<? extends T>> function;

    public OnErrorResume(One<T> source, Function<? super Throwable, ? extends One<? extends T>> function) {
        super(source);
        this.function = Objects.requireNonNull(function, "function");
    }

    public static <T extends @Nullable Object> One<T> returning(
            One<T> source, Function<? super Throwable, ? extends T> function) {
        Objects.requireNonNull(function, "function");
        return new OnErrorResume<>(source, failure -> One.<T>of(function.apply(failure)));
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    public @Nullable Object recover(Failure failure, Context context, int depth) {
        One<? extends T> other;
        try {
            other = Objects.requireNonNull(
                    function.apply(failure.error()), "onErrorResume: the function returned null where a One is due");
        } catch (Throwable thrown) {
            return failure.replacedBy(thrown);
        }
        return continueWith(other, context, depth);
    }
}
