package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.site.Adapted;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a function makes of the value. */
public final class Map<T extends @Nullable Object, R extends @Nullable Object> extends Link<T, R> {
    private final Function<? super T, ? extends R> mapper;

    public Map(One<T> source, Function<? super T, ? extends R> mapper) {
        super(source, mapper);
        this.mapper = mapper;
    }

    /** The function is not called with null. */
    public static <T extends @Nullable Object, R extends @Nullable Object> One<@Nullable R> ofPresent(
            One<T> source, Function<? super T, ? extends R> mapper) {
        Function<T, @Nullable R> mapping = value -> value == null ? null : mapper.apply(value);
        return new Map<T, @Nullable R>(source, Adapted.<T, @Nullable R>of(mapper, "mapNotNull: the function", mapping));
    }

    /** Null in place of what does not satisfy. */
    public static <T extends @Nullable Object> One<@Nullable T> filtered(One<T> source, Predicate<? super T> wanted) {
        Function<T, @Nullable T> filtering = value -> value != null && wanted.test(value) ? value : null;
        return new Map<T, @Nullable T>(source, Adapted.<T, @Nullable T>of(wanted, "filter: the predicate", filtering));
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        Object polled = source.poll(run, depth);
        return polled instanceof Signal signal ? signal.through(this, run, depth) : resume(polled, run, depth);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the source's value, null only if T is
    public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        try {
            return mapper.apply((T) value);
        } catch (Throwable failure) {
            return failed(failure, mapper, run);
        }
    }
}
