package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.Dropped;
import dev.weir.op.kernel.Inner;
import dev.weir.op.kernel.InnerHost;
import dev.weir.op.kernel.InnerQueue;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.SerialDrain;
import dev.weir.op.kernel.Slot;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The newest item's stream. */
public final class SwitchMap<T, R> extends Operator<T, R> {
    private static final int AHEAD = 32;

    private final Function<? super T, ? extends Many<? extends R>> mapper;

    public SwitchMap(Many<T> source, Function<? super T, ? extends Many<? extends R>> mapper) {
        super(source, mapper);
        this.mapper = mapper;
    }

    @Override
    protected Stage<T> attach(Stage<? super R> downstream) {
        return new Switching<>(this, downstream);
    }

    private static final class Switching<T, R> extends SerialDrain<T, R> implements InnerHost<R> {
        /*
         * Whatever waits of a stream that was switched away from is thrown out by the drain when it comes to the
         * head of the queue; since a stream's items are all ahead of its successor's, no more than AHEAD items of
         * the current stream ever wait behind them.
         */
        private final Function<? super T, ? extends Many<? extends R>> mapper;
        private final InnerQueue<R> queue = new InnerQueue<>();
        private final Slot current = new Slot();
        private @Nullable Inner<R> newest; // by upstream's thread, before `done`
        private @Nullable Inner<R> lastEnded; // in the drain
        private long emitted;

        Switching(SwitchMap<T, R> switchMap, Stage<? super R> downstream) {
            super(downstream);
            this.mapper = switchMap.mapper;
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            newUpstream.request(Long.MAX_VALUE);
        }

        @Override
        public boolean onNext(T item) {
            Many<? extends R> made;
            try {
                made = due(mapper.apply(item), "switchMap");
            } catch (Throwable failure) {
                return failUpstream(failure);
            }
            Inner<R> inner = new Inner<>(this, context(), AHEAD);
            newest = inner;
            if (current.replace(inner)) {
                Source.connect(made, inner);
            }
            return true;
        }

        @Override
        public void innerNext(Inner<R> inner, R item) {
            if (!inner.isCancelled()) {
                queue.offer(inner, item);
                drain();
            }
        }

        @Override
        public void innerComplete(Inner<R> inner) {
            queue.offer(inner, null);
            drain();
        }

        @Override
        public void innerError(Inner<R> inner, Throwable failure) {
            if (inner.isCancelled()) {
                Dropped.report(failure, context());
            } else {
                offerFailure(failure);
                drain();
            }
        }

        @Override
        protected void emit() {
            long demand = requested.get();
            while (!isCancelled()) {
                if (hasFailed()) {
                    upstream.cancel();
                    end();
                    return;
                }
                boolean last = isDone();
                InnerQueue.Waiting<R> head = queue.peek();
                if (head == null) {
                    if (last && newest == lastEnded) {
                        end();
                    }
                    return;
                }
                R item = head.item();
                if (head.inner().isCancelled()) {
                    queue.remove();
                } else if (item == null) {
                    queue.remove();
                    lastEnded = head.inner();
                } else if (emitted < demand) {
                    queue.remove();
                    if (downstream.onNext(item)) {
                        emitted++;
                    }
                    head.inner().consumed();
                } else {
                    return;
                }
            }
        }

        @Override
        protected void cancelOthers() {
            current.cancel();
        }

        @Override
        protected void clear() {
            queue.clear();
        }
    }
}
