package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Recovering;
import dev.weir.op.kernel.root.Argument;
import java.util.function.Function;
import java.util.function.Predicate;

/** Another failure in place of those that satisfy a filter. */
public final class OnErrorMap<T> extends Recovering<T> {
    public OnErrorMap(
            Many<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends Throwable> function) {
        super(source, filter, Argument.function(function, OnErrorMap.class));
    }

    @Override
    protected Throwable next(Throwable failure) {
        return Argument.given(
                this.<Function<Throwable, Throwable>>function().apply(failure),
                "onErrorMap: the failure that the function returned");
    }
}
