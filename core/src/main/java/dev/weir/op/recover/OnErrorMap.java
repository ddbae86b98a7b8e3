package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Recovering;
import java.util.function.Function;
import java.util.function.Predicate;

/** Another failure in place of those that satisfy a filter. */
public final class OnErrorMap<T> extends Recovering<T> {
    public OnErrorMap(Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        super(source, filter, function);
    }
}
