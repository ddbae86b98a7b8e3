package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.run.Resuming;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Goes on with another One after failures, those that satisfy a filter. */
public final class OnErrorResume<T extends @Nullable Object> extends Resuming<T> {
    public OnErrorResume(One<T> source, Predicate<? super Throwable> filter, Function<? super Throwable, ?> function) {
        super(source, filter, function);
    }
}
