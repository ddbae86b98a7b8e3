package dev.weir.op.flatten;

import dev.weir.Many;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.InnerHost;
import dev.weir.op.kernel.inner.InnerQueue;
import dev.weir.op.kernel.inner.Starting;
import dev.weir.op.kernel.race.Count;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Known;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.function.Function;

/** The items' streams, several at once. */
public final class FlatMap<T, R> extends Flattening<T, R> {
    private static final int AHEAD = 32;

    private final int concurrency;
    private final boolean delayErrors;
    private final boolean isOfFew; // streams that are known

    public FlatMap(
            Many<T> source,
            Function<? super T, ? extends Many<? extends R>> mapper,
            int concurrency,
            boolean delayErrors) {
        this(source, mapper, positive(concurrency, "flatMap: the concurrency"), delayErrors, false);
    }

    private FlatMap(
            Many<T> source,
            Function<? super T, ? extends Many<? extends R>> mapper,
            int concurrency,
            boolean delayErrors,
            boolean isOfFew) {
        this.concurrency = concurrency;
        this.delayErrors = delayErrors;
        this.isOfFew = isOfFew;
        super(source, mapper);
    }

    /** The streams of an array, which is copied. */
    public static <T> Many<T> ofAll(Many<? extends T>[] sources) {
        Many<? extends T>[] copy = sources.clone();
        boolean few = haveFew(copy, "merge: a stream");
        return new FlatMap<Many<? extends T>, T>(
                Many.of(copy), Function.identity(), Math.max(1, copy.length), false, few);
    }

    @Override
    protected boolean isWide() {
        return !isOfFew && super.isWide();
    }

    @Override
    @SuppressWarnings("unchecked") // the items are read only
    protected Many<R> resolve(Root root) {
        Many<? extends R> only =
                Known.ofOnly(source(), this.<Function<? super T, ? extends Many<? extends R>>>function(), "flatMap");
        return only == null ? this : (Many<R>) only;
    }

    @Override
    protected Class<?> stage() {
        return Merging.class;
    }

    @Override
    protected Stage<T> attach(Stage<? super R> downstream, Root root) {
        return new Merging<>(this, downstream, root);
    }

    private static final class Merging<T, R> extends SerialDrain<T, R> implements InnerHost<R> {
        /*
         * An item goes straight down if nobody else is emitting, nothing waits and there is demand; otherwise it
         * joins one queue for all inner streams. The end of an inner stream takes the same way, behind its items,
         * so its place is given to a new one only when they have gone: that bounds the queue by
         * concurrency × AHEAD. While no inner stream is live, nobody emits but upstream's thread: it passes on
         * known items at once.
         *
         * An inner stream that ends while it is being started, with nothing of it waiting, never was live: its place
         * is free again when its item's onNext returns. The others are counted then, and so may have been taken from
         * the count before; no matter, since upstream can't have ended.
         */
        private final Function<? super T, ? extends Many<? extends R>> mapper;
        private final int concurrency;
        private final boolean delayErrors;
        private final InnerQueue<R> queue = new InnerQueue<>();
        private final Starting running = new Starting();
        private final Count live = new Count();
        private boolean waiting; // something of the inner stream that is being started
        private boolean endedAtOnce;
        private boolean learned;
        private long emitted;

        Merging(FlatMap<T, R> flatMap, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.mapper = flatMap.function();
            this.concurrency = flatMap.concurrency;
            this.delayErrors = flatMap.delayErrors;
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            if (!isCancelled()) {
                newUpstream.request(concurrency == Integer.MAX_VALUE ? Long.MAX_VALUE : concurrency);
            }
        }

        @Override
        public boolean onNext(T item) {
            Many<? extends R> made;
            try {
                made = due(mapper.apply(item), "flatMap");
                if (!learned) {
                    learned = true;
                    learn(mapper, made);
                }
            } catch (Throwable failure) {
                return failUpstream(failure, mapper);
            }
            if (made instanceof Known<? extends R> known
                    && live.get() == 0
                    && requested.get() - emitted >= known.size()) {
                return emitAll(known);
            }
            waiting = false;
            endedAtOnce = false;
            running.start(new Inner<>(this, this, AHEAD), made);
            if (!endedAtOnce) {
                live.add(1);
            }
            return !endedAtOnce;
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
                offer(inner, item);
                drain();
                return;
            }
            if (emitted < requested.get() && queue.isEmpty()) {
                passEntered(inner, item);
            } else {
                offer(inner, item);
            }
            leave();
        }

        private void offer(Inner<R> inner, R item) {
            if (running.isStarting(inner)) {
                waiting = true;
            }
            queue.offer(inner, item);
        }

        private void passEntered(Inner<R> inner, R item) {
            try {
                pass(inner, item);
            } catch (Throwable thrown) {
                crashed(thrown);
            }
        }

        @Override
        public void innerComplete(Inner<R> inner) {
            if (running.isStarting(inner) && !waiting) {
                endedAtOnce = true;
                return;
            }
            running.remove(inner);
            if (!tryEnter()) {
                queue.offer(inner, null);
                drain();
                return;
            }
            if (queue.isEmpty()) {
                endEntered();
            } else {
                queue.offer(inner, null);
            }
            leave();
        }

        private void endEntered() {
            try {
                replace();
                if (isDone() && live.get() == 0) { // upstream's end may have come and gone before this entered
                    end();
                }
            } catch (Throwable thrown) {
                crashed(thrown);
            }
        }

        /** Gives the place of an inner stream that has ended to a new one. */
        private void replace() {
            live.add(-1);
            upstream.request(1);
        }

        @Override
        public void innerError(Inner<R> inner, Throwable failure) {
            running.remove(inner);
            if (delayErrors) {
                collectFailure(failure);
            } else {
                offerFailure(failure);
            }
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
            queue.clear(context());
        }

        @Override
        protected void drop(Throwable failure) {
            if (delayErrors) { // some have failed, but somebody who goes on without the others has what is needed
                Dropped.reportQuietly(failure, context());
            } else {
                super.drop(failure);
            }
        }
    }
}
