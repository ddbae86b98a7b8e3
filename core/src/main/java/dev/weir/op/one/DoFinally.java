package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for the end, whatever it is. */
public final class DoFinally<T extends @Nullable Object> extends Link<T, T> {
    private final Consumer<? super Ending> action;

    public DoFinally(One<T> source, Consumer<? super Ending> action) {
        super(source, action);
        this.action = action;
    }

    @Override
    public @Nullable Object resume(@Nullable Object value, Run run, int depth) {
        try {
            action.accept(Ending.COMPLETED);
        } catch (Throwable failure) {
            run.discard(value);
            return failed(failure, action, run);
        }
        return value;
    }

    @Override
    public Object recover(Failure failure, Run run, int depth) {
        Consumer<? super Ending> told = action; // as what a lambda of this makes has no copy
        Failures.tell(failure.error(), _ -> told.accept(Ending.FAILED), run.context());
        return failure;
    }

    @Override
    public Context cancelled(Context seen) {
        Consumer<? super Ending> told = action; // as above
        Carried.run(seen, () -> Dropped.reportThrown(() -> told.accept(Ending.CANCELLED), seen));
        return seen;
    }
}
