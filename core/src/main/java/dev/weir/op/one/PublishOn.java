package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Holding;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Run;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The outcome on another thread. */
public final class PublishOn<T extends @Nullable Object> extends Link<T, T> {
    private final BiConsumer<Holding, Run> hop;

    public PublishOn(One<T> source, Executor executor) {
        super(source);
        this.hop = Holding.on(Argument.given(executor, "publishOn: the executor"));
    }

    @Override
    public Object resume(@Nullable Object value, Run run, int depth) {
        return new Holding(value, hop);
    }

    @Override
    public Object recover(Failure failure, Run run, int depth) {
        return new Holding(failure, hop);
    }
}
