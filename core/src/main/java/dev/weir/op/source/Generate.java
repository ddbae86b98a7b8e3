package dev.weir.op.source;

import dev.weir.Generator;
import dev.weir.Out;
import dev.weir.op.kernel.DemandGate;
import dev.weir.op.kernel.Dropped;
import dev.weir.op.kernel.Once;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import dev.weir.op.kernel.VirtualThreads;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/** Emits what a body on a virtual thread emits. */
public final class Generate<T> extends Source<T> {
    private final Generator<T> body;

    public Generate(Generator<T> body) {
        this.body = Objects.requireNonNull(body, "body");
    }

    @Override
    protected void start(Stage<? super T> stage) {
        stage.onSubscribe(new Generating<>(this, stage));
    }

    private static final class Generating<T> implements Upstream, Out<T> {
        private final Generator<T> body;
        private final Stage<? super T> downstream;
        private final DemandGate gate = new DemandGate();
        private final Once started = new Once();
        private long emitted;

        Generating(Generate<T> generate, Stage<? super T> downstream) {
            this.body = generate.body;
            this.downstream = downstream;
        }

        @Override
        public void request(long n) {
            gate.open(n);
            if (!gate.isClosed() && started.first()) {
                String pipeline = downstream.context().name();
                VirtualThreads.start(pipeline.isEmpty() ? "weir-generate" : pipeline + "/generate", this::run);
            }
        }

        @Override
        public void cancel() {
            gate.close();
        }

        @Override
        public void emit(T item) {
            Objects.requireNonNull(item, "emit: the item is null");
            if (!gate.await(emitted)) {
                throw new CancellationException("the subscriber of this generate(..) has gone");
            }
            if (downstream.onNext(item)) {
                emitted++;
            }
        }

        private void run() {
            try {
                body.run(this);
            } catch (Throwable failure) {
                if (end()) {
                    downstream.onError(failure);
                } else if (!(failure instanceof CancellationException)) {
                    Dropped.report(failure, downstream.context());
                }
                return;
            }
            if (end()) {
                downstream.onComplete();
            }
        }

        /** Lets nobody emit who has kept this; false if the subscriber has gone. */
        private boolean end() {
            boolean live = !gate.isClosed();
            gate.close();
            return live;
        }
    }
}
