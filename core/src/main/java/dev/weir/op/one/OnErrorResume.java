package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.site.Site;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Goes on with another One after failures, those that satisfy a filter. */
public final class OnErrorResume<T extends @Nullable Object> extends Link<T, T> {
    private final Predicate<? super Throwable> filter;
    private final Function<? super Throwable, ? extends One<? extends T>> resume;
    private final Object user; // the user's function

    /**
     * @param user what {@code resume} calls of the user's
     */
    private OnErrorResume(
            One<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends One<? extends T>> resume,
            Object user) {
        super(source);
        this.filter = Argument.given(filter, "the filter of failures");
        this.resume = resume;
        this.user = Site.note(user);
    }

    public OnErrorResume(
            One<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends One<? extends T>> function) {
        this(source, filter, function, Argument.given(function, "onErrorResume: the function"));
    }

    public static <T extends @Nullable Object> One<T> mapping(
            One<T> source,
            Predicate<? super Throwable> filter,
            Function<? super Throwable, ? extends Throwable> function) {
        Argument.given(function, "onErrorMap: the function");
        return new OnErrorResume<T>(
                source,
                filter,
                failure -> {
                    Throwable mapped = Argument.given(
                            function.apply(failure), "onErrorMap: the failure that the function returned");
                    return One.fail(() -> mapped);
                },
                function);
    }

    /** Null in place of the failures. */
    @SuppressWarnings("unchecked") // a One of values is one of values or null
    public static <T extends @Nullable Object> One<@Nullable T> absent(
            One<T> source, Predicate<? super Throwable> filter) {
        return new OnErrorResume<@Nullable T>((One<@Nullable T>) source, filter, failure -> One.<T>ofNull(), filter);
    }

    @Override
    public @Nullable Object recover(Failure failure, Run run, int depth) {
        One<? extends T> other;
        try {
            if (!filter.test(failure.error())) {
                return failure;
            }
            other = Objects.requireNonNull(
                    resume.apply(failure.error()), "onErrorResume: the function returned null where a One is due");
        } catch (Throwable thrown) {
            return replaced(failure, thrown, user, run);
        }
        return continueWith(other, run, depth);
    }
}
