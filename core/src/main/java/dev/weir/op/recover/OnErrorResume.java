package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Recovering;
import java.util.function.Function;
import java.util.function.Predicate;

/** Another stream after a failure. */
public final class OnErrorResume<T> extends Recovering<T> {
    public OnErrorResume(Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        super(source, filter, function);
    }
}
