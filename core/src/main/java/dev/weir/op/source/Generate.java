package dev.weir.op.source;

import dev.weir.Context;
import dev.weir.Generator;
import dev.weir.Out;
import dev.weir.op.kernel.race.DemandGate;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Origin;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.root.VirtualThreads;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Emits what a body on a virtual thread emits. */
public final class Generate<T> extends Source<T> {
    private final Generator<T> body;

    public Generate(Generator<T> body) {
        this.body = Site.note(Argument.given(body, "generate: the body"));
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        stage.onSubscribe(new Generating(stage, root));
    }

    private final class Generating extends DemandGate implements Upstream, Out<T> {
        private final Stage<? super T> downstream;
        private final Root root;
        private final Once started = new Once();
        private @Nullable Thread owner; // the only one that emits
        private long emitted;

        Generating(Stage<? super T> downstream, Root root) {
            this.downstream = downstream;
            this.root = root;
        }

        @Override
        public void request(long n) {
            open(n);
            if (!isClosed() && started.first()) {
                VirtualThreads.start("generate", root.context(), () -> root.guard(this::run));
            }
        }

        @Override
        public Context context() {
            return root.context();
        }

        @Override
        public void emit(T item) {
            Objects.requireNonNull(item, "emit: the item is null");
            if (Thread.currentThread() != owner) {
                throw new IllegalStateException(
                        "emit(..) is for the thread of generate(..): others give items to Many.emitter(..)");
            }
            try {
                if (!await(emitted)) {
                    Undelivered.tell(item, root.context());
                    throw new CancellationException("the subscriber of this generate(..) has gone");
                }
            } catch (InterruptedException interrupt) {
                Undelivered.tell(item, root.context());
                Thread.currentThread().interrupt();
                throw new CompletionException("interrupted while nothing was asked for", interrupt);
            }
            try {
                emitted += downstream.onNext(item) ? 1 : 0;
            } catch (Throwable failure) {
                cancel(); // the body need not see what has gone wrong below it: nobody receives its items any more
                root.caught(failure);
                throw new CancellationException("the pipeline of this generate(..) has failed");
            }
        }

        private void run() {
            owner = Thread.currentThread();
            Throwable failure = null;
            try {
                VirtualThreads.call(root.context(), () -> {
                    body.run(this);
                    return this;
                });
            } catch (Throwable thrown) {
                failure = thrown;
            }
            owner = null;
            boolean live = !isClosed();
            cancel();
            if (live) {
                downstream.onEnd(failure == null ? null : root.made(failure, getClass(), body));
            } else if (failure != null && !(failure instanceof CancellationException)) {
                Dropped.report(Failures.noted(Origin.of(failure, getClass(), body, context())), context());
            }
            Failures.throwIfFatal(failure);
        }
    }
}
