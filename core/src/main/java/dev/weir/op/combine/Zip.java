package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Sides;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Stage;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a function makes of the first items of all streams, of the second of all … */
public final class Zip<R> extends Flattening<Object, R> {
    private final Many<?>[] sources;
    private final boolean isOfPairs;

    private Zip(Object combiner, boolean isOfPairs, Many<?>... sources) {
        this.sources = sources;
        this.isOfPairs = isOfPairs;
        super(several(sources, "zip: a stream", combiner), combiner, Zipping.class, Zipping<R>::new);
    }

    /** Of pairs. */
    public static <A, B, R> Many<R> of(Many<A> a, Many<B> b, BiFunction<? super A, ? super B, ? extends R> combiner) {
        return new Zip<>(combiner, true, a, b);
    }

    /** Of any streams, whose items are of the type, or of types of their own that the combiner knows. */
    public static <T, R> Many<R> of(
            Iterable<? extends Many<? extends T>> sources, Function<? super List<T>, ? extends R> combiner) {
        Many<?>[] all = all(sources);
        return all.length == 0 ? Many.empty() : new Zip<>(combiner, false, all);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
    private static final class Zipping<R> extends Sides<R> {
        private final Zip<R> zip;
        private final @Nullable BiFunction<Object, Object, ? extends R> ofPairs;
        private final @Nullable Object[] next; // of each side
        private final @Nullable Queue<Object>[] more; // that wait behind it
        private final boolean[] over;
        private int missing; // so many sides have no next
        private boolean combining;
        private boolean isOver; // a side is, and nothing waits of it

        Zipping(Zip<R> zip, Stage<? super R> downstream, Root root) {
            super(zip.sources, true, downstream, root);
            this.zip = zip;
            this.ofPairs = zip.isOfPairs ? zip.function() : null;
            this.missing = zip.sources.length;
            this.next = new Object[missing];
            this.more = new Queue[missing];
            this.over = new boolean[missing];
        }

        @Override
        protected void take(int side, @Nullable Object item) {
            if (item == null) {
                over[side] = true;
                isOver |= next[side] == null;
            } else if (next[side] == null) {
                next[side] = item;
                missing--;
            } else {
                Queue<Object> waiting = more[side] == null ? new ArrayDeque<>() : more[side];
                more[side] = waiting;
                waiting.add(item);
            }
            if (!combining) {
                idle(false);
            }
        }

        @Override
        protected void idle(boolean last) {
            combining = true;
            while (missing == 0 && emitted < demand() && !isCancelled()) {
                combine();
            }
            combining = false;
            if (!isCancelled() && isOver) {
                end();
            }
        }

        private void combine() {
            R combined;
            try {
                combined = due(ofPairs == null ? ofAll() : ofPairs.apply(taken(0), taken(1)), "zip");
            } catch (Throwable failure) {
                endWith(here(failure, zip.function()));
                return;
            }
            emitted += downstream.onNext(combined) ? 1 : 0;
            for (int side = 0; side < next.length && !isCancelled() && !isOver; side++) {
                consumed(side);
            }
        }

        private R ofAll() {
            Object[] items = new Object[next.length];
            for (int side = 0; side < items.length; side++) {
                items[side] = taken(side);
            }
            return zip.<Function<List<Object>, ? extends R>>function().apply(Arrays.asList(items));
        }

        @SuppressWarnings("NullAway") // nothing is missing
        private Object taken(int side) {
            Object item = next[side];
            next[side] = more[side] == null ? null : more[side].poll();
            if (next[side] == null) {
                missing++;
                isOver |= over[side];
            }
            return item;
        }

        @Override
        protected void clear() {
            super.clear();
            for (int side = 0; side < next.length; side++) {
                undelivered(next[side]);
                next[side] = null;
                if (more[side] != null) {
                    Undelivered.tellAll(more[side]::poll, context());
                }
            }
        }
    }
}
