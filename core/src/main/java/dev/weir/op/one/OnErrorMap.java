package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Resuming;
import dev.weir.op.kernel.site.Adapted;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Another failure in place of those that satisfy a filter. */
public final class OnErrorMap<T extends @Nullable Object> extends Resuming<T> {
    private static final String RETURNED = "onErrorMap: the failure that the function returned";

    public OnErrorMap(One<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        Function<Throwable, ?> mapping = failure -> Argument.given(function.apply(failure), RETURNED);
        super(source, filter, Adapted.of(function, "onErrorMap: the function", mapping));
    }
}
