package dev.weir.op.one;

import dev.weir.Context;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Pending;
import dev.weir.op.kernel.Step;
import dev.weir.op.kernel.VirtualThreads;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What a callable returns that may block. */
public final class Blocking<T extends @Nullable Object> extends Step<T> {
    private final Callable<? extends T> callable;

    public Blocking(Callable<? extends T> callable) {
        super(1);
        this.callable = Objects.requireNonNull(callable, "callable");
    }

    @Override
    public Object poll(Context context, int depth) {
        return new Calling(callable);
    }

    private static final class Calling extends Pending {
        private final Callable<?> callable;

        Calling(Callable<?> callable) {
            this.callable = callable;
        }

        @Override
        protected void start(Context startContext) {
            String pipeline = startContext.name();
            VirtualThreads.start(pipeline.isEmpty() ? "weir-blocking" : pipeline + "/blocking", this::call);
        }

        private void call() {
            Object outcome;
            try {
                outcome = callable.call();
            } catch (Throwable failure) {
                outcome = new Failure(failure);
            }
            accept(outcome);
        }
    }
}
