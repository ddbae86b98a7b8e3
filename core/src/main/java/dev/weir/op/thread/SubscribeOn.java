package dev.weir.op.thread;

import dev.weir.Many;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Carried;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Trampoline;
import dev.weir.op.kernel.site.Tailor;
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
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        Once connected = new Once();
        Early<T, T> copy = few ? null : Tailor.make(Waiting.class, null, stage, stage, root, null);
        Early<T, T> waiting = copy == null ? new Waiting<>(stage, root) : copy;
        waiting.begin();
        Runnable task = () -> {
            if (connected.first() && !waiting.isCancelled()) {
                connect(source(), waiting);
            }
        };
        try {
            executor.execute(Carried.within(root.context(), () -> Trampoline.run(task)));
        } catch (Throwable rejection) {
            if (!connected.first()) {
                throw rejection; // the task has run
            }
            fail(waiting, root.made(rejection, getClass(), null));
        }
    }

    private static final class Waiting<T> extends Early<T, T> {
        Waiting(Stage<? super T> downstream, Root root) {
            super(downstream, root);
        }

        @Override
        public boolean onNext(T item) {
            return downstream.onNext(item);
        }
    }
}
