package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Combined;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.Sides;
import dev.weir.op.kernel.race.LateQueue;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Stage;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a function makes of the first items of all streams, of the second of all … */
public final class Zip<R> extends Combined<R> {
    private final @Nullable BiFunction<Object, Object, ? extends R> ofPairs;
    private final @Nullable Function<List<Object>, ? extends R> ofLists;

    @SuppressWarnings("unchecked") // the items are of the streams' types
    public <A, B> Zip(Many<A> a, Many<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        this.ofPairs = (BiFunction<Object, Object, ? extends R>) Argument.function(combiner, Zip.class);
        this.ofLists = null;
        super(new Many<?>[] {a, b}, combiner, Zipping.class, Zipping<R>::new);
    }

    @SuppressWarnings("unchecked") // the items are of the streams' type
    public <T> Zip(Iterable<? extends Many<? extends T>> sources, Function<? super List<T>, ? extends R> combiner) {
        this.ofPairs = null;
        this.ofLists = (Function<List<Object>, ? extends R>) (Function<?, ?>) Argument.function(combiner, Zip.class);
        super(all(sources), combiner, Zipping.class, Zipping<R>::new);
    }

    private static final class Zipping<R> extends Sides<R> {
        private final @Nullable BiFunction<Object, Object, ? extends R> ofPairs;
        private final @Nullable Function<List<Object>, ? extends R> ofLists;
        private final LateQueue<Object>[] kept; // of each side

        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
        Zipping(Zip<R> zip, Stage<? super R> downstream, Root root) {
            super(downstream, root, zip.size());
            this.ofPairs = zip.ofPairs;
            this.ofLists = zip.ofLists;
            this.kept = new LateQueue[zip.size()];
            for (int side = 0; side < kept.length; side++) {
                kept[side] = new LateQueue<>(AHEAD);
            }
        }

        @Override
        public void innerNext(Inner<Object> inner, Object item) {
            kept[inner.place()].offer(item);
            drain();
        }

        @Override
        protected void take(int side, @Nullable Object end) {
            idle(false); // what it has brought may be kept
        }

        @Override
        protected void idle(boolean last) {
            long demand = demand();
            while (!isCancelled()) {
                boolean isComplete = true;
                boolean isOver = false;
                for (int side = 0; side < kept.length; side++) {
                    if (kept[side].peek() == null) {
                        isComplete = false;
                        isOver |= isOver(side) && kept[side].peek() == null; // nothing has come before the end either
                    }
                }
                if (isOver) {
                    end();
                } else if (isComplete && emitted < demand) {
                    combine();
                } else {
                    return;
                }
            }
        }

        private void combine() {
            R combined;
            try {
                combined = due(combined(), "zip");
            } catch (Throwable failure) {
                endWith(here(failure, ofPairs == null ? ofLists : ofPairs));
                return;
            }
            if (downstream.onNext(combined)) {
                emitted++;
            }
            for (int side = 0; side < kept.length; side++) {
                consumed(side);
            }
        }

        private R combined() {
            if (ofPairs != null) {
                return ofPairs.apply(taken(0), taken(1));
            }
            Object[] items = new Object[kept.length];
            for (int i = 0; i < items.length; i++) {
                items[i] = taken(i);
            }
            return Objects.requireNonNull(ofLists).apply(Arrays.asList(items));
        }

        private Object taken(int side) {
            return Objects.requireNonNull(kept[side].poll());
        }

        @Override
        protected void clear() {
            super.clear();
            for (LateQueue<Object> queue : kept) {
                Undelivered.tellAll(queue, context());
            }
        }
    }
}
