package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.Inner;
import dev.weir.op.kernel.InnerHost;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Prefetching;
import dev.weir.op.kernel.Queues;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.Objects;
import java.util.Queue;
import java.util.function.BiFunction;

/** Pairs of items. */
public final class Zip<A, B, R> extends Operator<A, R> {
    private static final int AHEAD = 32;

    private final Many<B> other;
    private final BiFunction<? super A, ? super B, ? extends R> combiner;

    public Zip(Many<A> source, Many<B> other, BiFunction<? super A, ? super B, ? extends R> combiner) {
        super(Objects.requireNonNull(source, "zip: a stream is null"), combiner);
        this.other = Objects.requireNonNull(other, "zip: a stream is null");
        this.combiner = combiner;
    }

    @Override
    protected Stage<A> attach(Stage<? super R> downstream) {
        return new Zipping<>(this, downstream);
    }

    private static final class Zipping<A, B, R> extends Prefetching<A, A, R> implements InnerHost<B> {
        private final Many<B> other;
        private final BiFunction<? super A, ? super B, ? extends R> combiner;
        private final Queue<B> rights = Queues.spsc(AHEAD);
        private final Inner<B> right;
        private volatile boolean rightDone;
        private long emitted;

        Zipping(Zip<A, B, R> zip, Stage<? super R> downstream) {
            super(downstream, AHEAD);
            this.other = zip.other;
            this.combiner = zip.combiner;
            this.right = new Inner<>(this, downstream.context(), AHEAD);
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            if (!isCancelled()) { // an empty stream has ended the pairs already
                Source.connect(other, right);
            }
        }

        @Override
        public boolean onNext(A item) {
            queue.offer(item);
            drain();
            return true;
        }

        @Override
        public void innerNext(Inner<B> inner, B item) {
            rights.offer(item);
            drain();
        }

        @Override
        public void innerError(Inner<B> inner, Throwable failure) {
            offerFailure(failure);
            drain();
        }

        @Override
        public void innerComplete(Inner<B> inner) {
            rightDone = true;
            drain();
        }

        @Override
        protected void emit() {
            long demand = requested.get();
            while (!isCancelled()) {
                boolean leftEnds = isDone();
                boolean rightEnds = rightDone;
                A a = queue.peek();
                B b = rights.peek();
                if (hasFailed() || (a == null && leftEnds) || (b == null && rightEnds)) {
                    upstream.cancel();
                    end();
                    return;
                }
                if (a == null || b == null || emitted >= demand) {
                    return;
                }
                queue.poll();
                rights.poll();
                combine(a, b);
            }
        }

        private void combine(A a, B b) {
            R combined;
            try {
                combined = due(combiner.apply(a, b), "zip");
            } catch (Throwable failure) {
                offerFailure(failure);
                return;
            }
            if (downstream.onNext(combined)) {
                emitted++;
            }
            right.consumed();
            consumed(1);
        }

        @Override
        protected void cancelOthers() {
            right.cancel();
        }

        @Override
        protected void clear() {
            super.clear();
            rights.clear();
        }
    }
}
