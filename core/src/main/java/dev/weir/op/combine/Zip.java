package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.InnerHost;
import dev.weir.op.kernel.race.LateQueue;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.site.Site;
import dev.weir.op.kernel.site.Tailor;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Pairs of items. */
public final class Zip<A, B, R> extends Source<R> {
    private static final int AHEAD = 32;

    private final Source<A> a;
    private final Source<B> b;
    private final BiFunction<? super A, ? super B, ? extends R> combiner;
    private final boolean isFew;

    public Zip(Many<A> a, Many<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        this.a = of(Argument.given(a, "zip: a stream"));
        this.b = of(Argument.given(b, "zip: a stream"));
        this.combiner = Argument.function(combiner, Zip.class);
        this.isFew = hasFew(this.a) || hasFew(this.b);
        Site.note(combiner);
    }

    /** Of any number of streams: pairs of what there is so far and the next one's items. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // the items are read only, and of the streams' type
    public static <T, R> Many<R> all(
            Iterable<? extends Many<? extends T>> sources, Function<? super List<T>, ? extends R> combiner) {
        Site.note(Argument.function(combiner, Zip.class));
        Many<List<T>> lists = null;
        for (Many next : sources) {
            lists = lists == null
                    ? next.map(List::of)
                    : new Zip<List<T>, T, List<T>>(lists, (Many<T>) next, Zip::appended);
        }
        return lists == null ? Many.empty() : lists.map(combiner);
    }

    private static <T> List<T> appended(List<T> list, T item) {
        List<T> longer = new ArrayList<>(list);
        longer.add(item);
        return longer;
    }

    @Override
    protected boolean isFew() {
        return isFew;
    }

    @Override
    @SuppressWarnings("unchecked") // a copy of the class makes what it would
    protected void start(Stage<? super R> stage, Root root) {
        Object copy = isFew ? null : Tailor.make(Zipping.class, combiner, stage, this, stage, root);
        Pairs<A, B, R> pairs = copy == null ? new Zipping<>(this, stage, root) : (Pairs<A, B, R>) copy;
        pairs.begin(a, b);
    }

    /** Both streams, and what waits for its other half. */
    private abstract static class Pairs<A, B, R> extends SerialDrain<R, R> implements InnerHost<Object> {
        final LateQueue<Object> lefts = new LateQueue<>(AHEAD);
        final LateQueue<Object> rights = new LateQueue<>(AHEAD);
        final Inner<Object> left = new Inner<>(this, this, AHEAD);
        final Inner<Object> right = new Inner<>(this, this, AHEAD);

        Pairs(Stage<? super R> downstream, Root root) {
            super(downstream, root);
        }

        final void begin(Source<A> a, Source<B> b) {
            onSubscribe(Upstream.NONE);
            Source.connect(a, left);
            if (!isCancelled()) { // an empty stream ends the pairs
                Source.connect(b, right);
            }
        }

        @Override
        public boolean isEager() {
            return true;
        }

        @Override
        public boolean onNext(R item) {
            throw new IllegalStateException("pairs are made, not received");
        }

        @Override
        public boolean innerNext(Inner<Object> inner, Object item) {
            (inner == left ? lefts : rights).offer(item);
            drain();
            return true;
        }

        @Override
        public void innerError(Inner<Object> inner, Throwable failure) {
            offerFailure(failure);
            drain();
        }

        @Override
        public void innerComplete(Inner<Object> inner) {
            drain();
        }

        @Override
        protected void cancelOthers() {
            left.cancel();
            right.cancel();
        }

        @Override
        protected void clear() {
            Undelivered.tellAll(lefts, context());
            Undelivered.tellAll(rights, context());
        }
    }

    private static final class Zipping<A, B, R> extends Pairs<A, B, R> {
        private final BiFunction<? super A, ? super B, ? extends R> combiner;
        private long emitted;

        Zipping(Zip<A, B, R> zip, Stage<? super R> downstream, Root root) {
            super(downstream, root);
            this.combiner = zip.combiner;
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (!isCancelled()) {
                boolean leftEnds = left.isOver();
                boolean rightEnds = right.isOver();
                Object a = lefts.peek();
                Object b = rights.peek();
                if (hasFailed() || (a == null && leftEnds) || (b == null && rightEnds)) {
                    end();
                    return;
                }
                if (a == null || b == null || emitted >= demand) {
                    return;
                }
                lefts.poll();
                rights.poll();
                combine(a, b);
            }
        }

        @SuppressWarnings("unchecked") // from the two streams
        private void combine(Object a, Object b) {
            R combined;
            try {
                combined = due(combiner.apply((A) a, (B) b), "zip");
            } catch (Throwable failure) {
                endWith(here(failure, combiner));
                return;
            }
            if (downstream.onNext(combined)) {
                emitted++;
            }
            right.consumed();
            left.consumed();
        }
    }
}
