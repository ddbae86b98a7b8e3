package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.OnExecutor;
import dev.weir.op.kernel.run.Run;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The outcome on another thread. */
public final class PublishOn<T extends @Nullable Object> extends Link<T, T> {
    private final Executor executor;

    public PublishOn(One<T> source, Executor executor) {
        super(source);
        this.executor = Argument.given(executor, "publishOn: the executor");
    }

    @Override
    public Object resume(@Nullable Object value, Run run, int depth) {
        return new OnExecutor(executor, value);
    }

    @Override
    public Object recover(Failure failure, Run run, int depth) {
        return new OnExecutor(executor, failure);
    }
}
