package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Later;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import dev.weir.op.kernel.Step;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Goes on with the One that a function makes of the value. */
public final class FlatMap<T extends @Nullable Object, R extends @Nullable Object> extends Link<T, R> {
    private final Function<? super T, ? extends One<? extends R>> mapper;

    public FlatMap(One<T> source, Function<? super T, ? extends One<? extends R>> mapper) {
        super(source);
        this.mapper = Objects.requireNonNull(mapper, "mapper");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the source's value, null only if T is
    public @Nullable Object resume(@Nullable Object value, Context context, int depth) {
        Step<? extends R> next;
        try {
            next = of(Objects.requireNonNull(
                    mapper.apply((T) value), "flatMap: the function returned null where a One is due"));
        } catch (Throwable failure) {
            return new Failure(failure);
        }
        int reached = depth + next.length(); // as continueWith, but with a call of poll that a copy has to itself
        return reached > DEEPEST ? new Later(next) : next.poll(context, reached);
    }
}
