package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Behind;
import dev.weir.op.kernel.run.FromLoop;
import dev.weir.op.kernel.run.Holding;
import dev.weir.op.kernel.run.Run;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The run on another thread. */
public final class SubscribeOn<T extends @Nullable Object> extends Behind<T, T> {
    private final BiConsumer<Holding, Run> hop;

    public SubscribeOn(One<T> source, Executor executor) {
        super(source, 1);
        this.hop = Holding.on(Argument.given(executor, "subscribeOn: the executor"));
    }

    @Override
    public Object poll(Run run, int depth) {
        return new Holding(new FromLoop(source), hop);
    }
}
