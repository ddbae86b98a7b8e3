package dev.weir.op.thread;

import dev.weir.CanIgnoreReturnValue;
import dev.weir.Many;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.stage.Early;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.util.concurrent.Executor;

/** The subscription on another thread. */
public final class SubscribeOn<T> extends Source<T> {
    private final Executor executor;

    public SubscribeOn(Many<T> source, Executor executor) {
        super(source);
        this.executor = Argument.given(executor, "subscribeOn: the executor");
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        Waiting<T> waiting = new Waiting<>(stage, root);
        waiting.begin();
        try {
            executor.execute(Carried.within(root.context(), () -> Trampoline.run(() -> waiting.connect(source()))));
        } catch (Throwable rejection) {
            if (!waiting.connect(of(Many.fail(() -> root.made(rejection, getClass(), null))))) {
                throw rejection; // the task has run, or nobody waits for it any more
            }
        }
    }

    private static final class Waiting<T> extends Early<T, T> {
        private final Once connected = new Once(); // or cancelled before

        Waiting(Stage<? super T> downstream, Root root) {
            super(downstream, root);
        }

        /** Subscribes it; false if it was, or if it was cancelled before. */
        @CanIgnoreReturnValue
        boolean connect(Source<T> source) {
            boolean first = connected.first();
            if (first) {
                Source.connect(source, this);
            }
            return first;
        }

        @Override
        public void cancel() {
            boolean _ = connected.first();
            super.cancel();
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }
    }
}
