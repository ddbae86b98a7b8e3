package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.op.kernel.inner.Recovering;
import dev.weir.op.kernel.root.Argument;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** One item instead of a failure. */
public final class OnErrorReturn<T> extends Recovering<T> {
    public OnErrorReturn(
            Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ? extends T> function) {
        super(source, filter, Argument.function(function, OnErrorReturn.class));
    }

    /** The item waits until it is asked for, and is told as undelivered if that is cancelled. */
    @Override
    protected Many<T> next(Throwable failure) {
        T item = Objects.requireNonNull(
                this.<Function<Throwable, T>>function().apply(failure),
                "onErrorReturn: the function returned null where an item is due");
        return Many.of(item).onOverflow(Overflow.buffer(1));
    }
}
