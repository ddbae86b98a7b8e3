package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.site.Adapted;
import dev.weir.op.kernel.site.Site;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Goes on with what a function makes of a failure that satisfies a filter: another One, or another failure. */
public final class OnErrorResume<T extends @Nullable Object> extends Link<T, T> {
    private final Predicate<? super Throwable> filter;
    private final Function<? super Throwable, ?> function;

    public OnErrorResume(One<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        super(source); // a copy is made of a source and a function alone
        this.filter = Argument.given(filter, "the filter of failures");
        this.function = Site.note(Argument.function(function, getClass()));
    }

    /** Goes on with another failure. */
    public static <T extends @Nullable Object> One<T> mapping(
            One<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        String returned = "onErrorMap: the failure that the function returned";
        Function<Throwable, ?> mapping = failure -> Argument.given(function.apply(failure), returned);
        return new OnErrorResume<>(source, filter, Adapted.of(function, "onErrorMap: the function", mapping));
    }

    @Override
    public @Nullable Object recover(Failure failure, Run run, int depth) {
        if (depth > DEEPEST_CALL) {
            return later(failure, run, depth);
        }
        Object made;
        try {
            if (!Failures.isMet(filter, failure.error())) {
                return failure;
            }
            made = Argument.due(function.apply(failure.error()), "onErrorResume: the function", "a One");
        } catch (Throwable thrown) {
            return replaced(failure, thrown, function, run);
        }
        Object end = made instanceof One<?> it ? continueWith(it, run, depth) : failed((Throwable) made, function, run);
        if (end instanceof Signal) { // no value: it may go on, also as a cause
            var _ = failure.noted();
        }
        return end;
    }
}
