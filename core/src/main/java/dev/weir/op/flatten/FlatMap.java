package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.Inner;
import dev.weir.op.kernel.InnerHost;
import dev.weir.op.kernel.InnerQueue;
import dev.weir.op.kernel.InnerSet;
import dev.weir.op.kernel.Known;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Requested;
import dev.weir.op.kernel.SerialDrain;
import dev.weir.op.kernel.Source;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Upstream;
import java.util.Objects;
import java.util.function.Function;

/** The items' streams, several at once. */
public final class FlatMap<T, R> extends Operator<T, R> {
    private static final int AHEAD = 32;

    private final Function<? super T, ? extends Many<? extends R>> mapper;
    private final int concurrency;
    private final boolean delayErrors;

    public FlatMap(
            Many<T> source,
            Function<? super T, ? extends Many<? extends R>> mapper,
            int concurrency,
            boolean delayErrors) {
        super(source, mapper);
        this.mapper = mapper;
        this.concurrency = positive(concurrency, "flatMap: the concurrency");
        this.delayErrors = delayErrors;
    }

    public static <T> Many<T> ofAll(Many<? extends T>[] sources) {
        for (Many<? extends T> source : sources) {
            Objects.requireNonNull(source, "merge: a stream is null");
        }
        return new FlatMap<>(Many.of(sources), source -> source, Math.max(1, sources.length), false);
    }

    @Override
    @SuppressWarnings("unchecked") // the items are read only
    protected Many<R> resolve() {
        Many<? extends R> only = Known.ofOnly(source(), mapper, "flatMap");
        return only == null ? this : (Many<R>) only;
    }

    @Override
    protected Stage<T> attach(Stage<? super R> downstream) {
        return new Merging<>(this, downstream);
    }

    private static final class Merging<T, R> extends SerialDrain<T, R> implements InnerHost<R> {
        /*
         * An item goes straight down if nobody else is emitting, nothing waits and there is demand; otherwise it
         * joins one queue for all inner streams. The end of an inner stream takes the same way, behind its items,
         * so its place is given to a new one only when they have gone: that bounds the queue by
         * concurrency × AHEAD. While no inner stream is live, nobody emits but upstream's thread: it passes on
         * known items at once. `live` goes up on that thread and down in the drain, after `emitted`.
         */
        private final Function<? super T, ? extends Many<? extends R>> mapper;
        private final int concurrency;
        private final boolean delayErrors;
        private final InnerQueue<R> queue = new InnerQueue<>();
        private final InnerSet running = new InnerSet();
        private final Requested live = new Requested();
        private long emitted;

        Merging(FlatMap<T, R> flatMap, Stage<? super R> downstream) {
            super(downstream);
            this.mapper = flatMap.mapper;
            this.concurrency = flatMap.concurrency;
            this.delayErrors = flatMap.delayErrors;
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            newUpstream.request(concurrency == Integer.MAX_VALUE ? Long.MAX_VALUE : concurrency);
        }

        @Override
        public boolean onNext(T item) {
            Many<? extends R> made;
            try {
                made = due(mapper.apply(item), "flatMap");
            } catch (Throwable failure) {
                return failUpstream(failure);
            }
            if (made instanceof Known<? extends R> known
                    && live.get() == 0
                    && requested.get() - emitted >= known.size()) {
                return emitAll(known);
            }
            live.add(1);
            Inner<R> inner = new Inner<>(this, context(), AHEAD);
            if (running.add(inner)) {
                Source.connect(made, inner);
            }
            return true;
        }

        private boolean emitAll(Known<? extends R> known) {
            int size = known.size();
            for (int i = 0; i < size && !isCancelled(); i++) {
                if (downstream.onNext(known.item(i))) {
                    emitted++;
                }
            }
            return false;
        }

        @Override
        public void innerNext(Inner<R> inner, R item) {
            if (!tryEnter()) {
                queue.offer(inner, item);
                drain();
                return;
            }
            if (emitted < requested.get() && queue.isEmpty()) {
                pass(inner, item);
            } else {
                queue.offer(inner, item);
            }
            leave();
        }

        @Override
        public void innerComplete(Inner<R> inner) {
            running.remove(inner);
            if (!tryEnter()) {
                queue.offer(inner, null);
                drain();
                return;
            }
            if (queue.isEmpty()) {
                replace();
                if (isDone() && live.get() == 0) { // upstream's end may have come and gone before this entered
                    end();
                }
            } else {
                queue.offer(inner, null);
            }
            leave();
        }

        /** Gives the place of an inner stream that has ended to a new one. */
        private void replace() {
            live.subtract(1);
            upstream.request(1);
        }

        @Override
        public void innerError(Inner<R> inner, Throwable failure) {
            running.remove(inner);
            offerFailure(failure);
            queue.offer(inner, null);
            drain();
        }

        private void pass(Inner<R> inner, R item) {
            if (downstream.onNext(item)) {
                emitted++;
            }
            inner.consumed();
        }

        @Override
        protected void emit() {
            long demand = requested.get();
            while (!isCancelled()) {
                if (hasFailed() && !delayErrors) {
                    upstream.cancel();
                    end();
                    return;
                }
                boolean last = isDone();
                InnerQueue.Waiting<R> head = queue.peek();
                if (head == null) {
                    if (last && live.get() == 0) {
                        end();
                    }
                    return;
                }
                R item = head.item();
                if (item == null) {
                    queue.remove();
                    replace();
                } else if (emitted < demand) {
                    queue.remove();
                    pass(head.inner(), item);
                } else {
                    return;
                }
            }
        }

        @Override
        protected void cancelOthers() {
            running.cancelAll();
        }

        @Override
        protected void clear() {
            queue.clear();
        }
    }
}
