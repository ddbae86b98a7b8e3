package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An action for a failure. */
public final class DoOnError<T extends @Nullable Object> extends Link<T, T> {
    private final Consumer<? super Throwable> action;

    public DoOnError(One<T> source, Consumer<? super Throwable> action) {
        super(source, action);
        this.action = action;
    }

    @Override
    public Object recover(Failure failure, Run run, int depth) {
        Failures.tell(failure.noted(), action, run.context());
        return failure;
    }
}
