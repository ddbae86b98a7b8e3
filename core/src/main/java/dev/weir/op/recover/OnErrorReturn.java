package dev.weir.op.recover;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Recovering;
import dev.weir.op.kernel.site.Adapted;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** One item instead of a failure. */
public final class OnErrorReturn<T> extends Recovering<T> {
    public OnErrorReturn(
            Many<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ? extends T> function) {
        Function<Throwable, Item> items = failure -> new Item(Objects.requireNonNull(
                function.apply(failure), "onErrorReturn: the function returned null where an item is due"));
        super(source, filter, Adapted.of(function, "onErrorReturn: the function", items));
    }
}
