package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.site.Adapted;
import dev.weir.op.kernel.site.Site;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Goes on with another One after failures, those that satisfy a filter. */
public final class OnErrorResume<T extends @Nullable Object> extends Link<T, T> {
    private final Predicate<? super Throwable> filter;
    private final Function<? super Throwable, ? extends One<? extends T>> function;

    public OnErrorResume(
            One<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends One<? extends T>> function) {
        super(source); // a copy is made of a source and a function alone
        this.filter = Argument.given(filter, "the filter of failures");
        this.function = Site.note(Argument.function(function, OnErrorResume.class));
    }

    public static <T extends @Nullable Object> One<T> mapping(
            One<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends Throwable> function) {
        Function<Throwable, One<T>> mapping = failure -> {
            Throwable mapped =
                    Argument.given(function.apply(failure), "onErrorMap: the failure that the function returned");
            return One.fail(() -> mapped);
        };
        return new OnErrorResume<>(source, filter, Adapted.of(function, "onErrorMap: the function", mapping));
    }

    @Override
    public @Nullable Object recover(Failure failure, Run run, int depth) {
        One<? extends T> other;
        try {
            if (!Failures.isMet(filter, failure.error())) {
                return failure;
            }
            other = Argument.due(function.apply(failure.error()), "onErrorResume: the function", "a One");
        } catch (Throwable thrown) {
            return replaced(failure, thrown, function, run);
        }
        return continueWith(other, run, depth);
    }
}
