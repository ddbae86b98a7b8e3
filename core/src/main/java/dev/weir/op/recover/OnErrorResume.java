package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Recovering;
import dev.weir.op.kernel.root.Argument;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** Another stream after a failure. */
public final class OnErrorResume<T> extends Recovering<T> {
    public OnErrorResume(
            Many<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends Many<? extends T>> function) {
        super(source, filter, Argument.function(function, OnErrorResume.class));
    }

    @Override
    protected Many<? extends T> next(Throwable failure) {
        return Objects.requireNonNull(
                this.<Function<Throwable, Many<? extends T>>>function().apply(failure),
                "onErrorResume: the function returned null where a stream is due");
    }
}
