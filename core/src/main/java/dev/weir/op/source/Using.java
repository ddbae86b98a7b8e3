package dev.weir.op.source;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.site.Tailor;
import dev.weir.op.kernel.stage.AtEnd;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;

/** Streams from a resource that it opens and closes. */
public final class Using<T, R> extends Source<T> {
    private final Callable<R> open;
    private final Function<? super R, ? extends Many<T>> use;
    private final Consumer<? super R> close;

    public Using(Callable<R> open, Function<? super R, ? extends Many<T>> use, Consumer<? super R> close) {
        this.open = Site.note(Argument.given(open, "using: what opens it"));
        this.use = Site.note(Argument.given(use, "using: what uses it"));
        this.close = Argument.given(close, "using: what closes it");
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        R resource;
        try {
            resource = Objects.requireNonNull(open.call(), "using: open returned null");
        } catch (Throwable failure) {
            fail(stage, root.made(failure, getClass(), open));
            return;
        }
        Runnable closes = () -> close.accept(resource);
        Stage<T> copy = Tailor.make(Closing.class, use, stage, closes, stage, root);
        Stage<T> closing = copy == null ? new Closing<>(closes, stage, root) : copy;
        Source<T> made;
        try {
            made = of(Objects.requireNonNull(use.apply(resource), "using: use returned null"));
        } catch (Throwable failure) {
            fail(closing, root.made(failure, getClass(), use));
            return;
        }
        connect(made, closing);
    }

    private static final class Closing<T> extends AtEnd<T> {
        private final Runnable closes;
        private long emitter; // the id of the thread that is below, else 0
        private boolean left; // by that thread

        Closing(Runnable closes, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.closes = closes;
        }

        @Override
        public boolean onNext(T item) {
            emitter = Thread.currentThread().threadId();
            try {
                return downstream.onNext(item);
            } finally {
                emitter = 0;
                if (left) {
                    super.cancel();
                }
            }
        }

        /** Who leaves while it has an item still uses that, and the resource. */
        @Override
        public void cancel() {
            if (emitter == Thread.currentThread().threadId()) {
                left = true;
                upstream.cancel();
            } else {
                super.cancel();
            }
        }

        @Override
        public void release() {
            emitter = 0; // who leaves is done with the item
            super.release();
        }

        @Override
        protected void atEnd(Ending ending) {
            closes.run();
        }
    }
}
