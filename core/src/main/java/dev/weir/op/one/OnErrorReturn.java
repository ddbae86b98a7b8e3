package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.site.Site;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A value in place of failures, those that satisfy a filter. */
public final class OnErrorReturn<T extends @Nullable Object> extends Link<T, T> {
    private final Predicate<? super Throwable> filter;
    private final Function<? super Throwable, ?> function; // gives values

    public OnErrorReturn(One<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        super(source); // a copy is made of a source and a function alone
        this.filter = Argument.given(filter, "the filter of failures");
        this.function = Site.note(Argument.function(function, OnErrorReturn.class));
    }

    @Override
    public @Nullable Object recover(Failure failure, Run run, int depth) {
        try {
            return Failures.isMet(filter, failure.error()) ? function.apply(failure.error()) : failure;
        } catch (Throwable thrown) {
            return replaced(failure, thrown, function, run);
        }
    }
}
