package dev.weir.op.thread;

import dev.weir.Many;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import java.util.Objects;
import java.util.concurrent.Executor;

/** The subscription on another thread. */
public final class SubscribeOn<T> extends Source<T> {
    private final Many<T> source;
    private final Executor executor;

    public SubscribeOn(Many<T> source, Executor executor) {
        this.source = source;
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        try {
            executor.execute(() -> connect(source, stage));
        } catch (Throwable rejection) {
            fail(stage, rejection);
        }
    }
}
