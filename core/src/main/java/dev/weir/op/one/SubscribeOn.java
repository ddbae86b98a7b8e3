package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Behind;
import dev.weir.op.kernel.run.FromLoop;
import dev.weir.op.kernel.run.OnExecutor;
import dev.weir.op.kernel.run.Run;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The run on another thread. */
public final class SubscribeOn<T extends @Nullable Object> extends Behind<T, T> {
    private final Executor executor;

    public SubscribeOn(One<T> source, Executor executor) {
        super(source, 1);
        this.executor = Argument.given(executor, "subscribeOn: the executor");
    }

    @Override
    public Object poll(Run run, int depth) {
        return new OnExecutor(executor, new FromLoop(source));
    }
}
