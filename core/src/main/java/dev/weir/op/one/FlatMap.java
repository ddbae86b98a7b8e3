package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.FromLoop;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Adapted;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with the One that a function makes of the value. */
public final class FlatMap<T extends @Nullable Object, R extends @Nullable Object> extends Link<T, R> {
    private final Function<? super T, ? extends One<? extends R>> mapper;

    public FlatMap(One<T> source, Function<? super T, ? extends One<? extends R>> mapper) {
        super(source, mapper);
        this.mapper = mapper;
    }

    /** The value, when the One that is made of it has ended. */
    public static <T extends @Nullable Object> One<T> delaying(
            One<T> source, Function<? super T, ? extends One<?>> function) {
        String user = "delayUntil: the function";
        Function<T, One<T>> delay = item ->
                Argument.<One<?>>due(function.apply(item), user, "a One").thenReturn(item);
        return new FlatMap<>(source, Adapted.of(function, user, delay));
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        Object polled = source.poll(run, depth);
        return polled instanceof Signal signal ? signal.through(this, run, depth) : resume(polled, run, depth);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the source's value, null only if T is
    public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        if (depth > DEEPEST_CALL) {
            return new FromLoop(new Of<>(value)).through(this, run, depth); // no wait: what it belongs to stays open
        }
        Step<? extends R> next;
        try {
            next = of(Argument.due(mapper.apply((T) value), "flatMap: the function", "a One"));
        } catch (Throwable failure) {
            return failed(failure, mapper, run);
        }
        return next.poll(run, depth + next.length()); // as continueWith, but with a call that a copy has to itself
    }
}
