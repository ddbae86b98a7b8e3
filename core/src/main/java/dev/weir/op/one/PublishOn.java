package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.OnExecutor;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
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
    public @Nullable Object poll(Run run, int depth) {
        Object polled = source.poll(run, depth);
        return polled instanceof Signal signal ? signal.through(this, run, depth) : resume(polled, run, depth);
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
