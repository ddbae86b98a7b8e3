package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Link;
import dev.weir.op.kernel.Signal;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for a failure. */
public final class DoOnError<T extends @Nullable Object> extends Link<T, T> {
    private final Consumer<? super Throwable> action;

    public DoOnError(One<T> source, Consumer<? super Throwable> action) {
        super(source);
        this.action = Objects.requireNonNull(action, "action");
    }

    @Override
    public @Nullable Object poll(Context context, int depth) {
        Object polled = source.poll(context, depth);
        return polled instanceof Signal signal ? signal.through(this, context, depth) : resume(polled, context, depth);
    }

    @Override
    public Object recover(Failure failure, Context context, int depth) {
        try {
            action.accept(failure.error());
        } catch (Throwable thrown) {
            failure.suppress(thrown);
        }
        return failure;
    }
}
