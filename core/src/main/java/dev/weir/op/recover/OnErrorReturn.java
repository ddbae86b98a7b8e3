package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Recovering;
import java.util.function.Function;
import java.util.function.Predicate;

/** One item instead of a failure. */
public final class OnErrorReturn<T> extends Recovering<T> {
    public OnErrorReturn(
            Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ? extends T> function) {
        super(source, filter, function);
    }

    @Override
    protected Object next(Object returned) {
        return new Item<>(returned);
    }
}
