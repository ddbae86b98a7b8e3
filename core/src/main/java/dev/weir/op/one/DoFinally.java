package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for the end, whatever it is. */
public final class DoFinally<T extends @Nullable Object> extends Link<T, T> {
    private final Consumer<? super Ending> action;

    public DoFinally(One<T> source, Consumer<? super Ending> action) {
        super(source);
        this.action = Objects.requireNonNull(action, "action");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    public @Nullable Object resume(@Nullable Object value, Context context, int depth) {
        try {
            action.accept(Ending.COMPLETED);
        } catch (Throwable failure) {
            return new Failure(failure);
        }
        return value;
    }

    @Override
    public Object recover(Failure failure, Context context, int depth) {
        try {
            action.accept(Ending.FAILED);
        } catch (Throwable thrown) {
            failure.suppress(thrown);
        }
        return failure;
    }

    @Override
    public void cancelled() {
        action.accept(Ending.CANCELLED);
    }
}
