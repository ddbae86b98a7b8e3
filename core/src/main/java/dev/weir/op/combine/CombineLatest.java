package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Combined;
import dev.weir.op.kernel.inner.Sides;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Stage;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a function makes of the newest item of each stream. */
public final class CombineLatest<R> extends Combined<R> {
    private final Function<List<?>, ? extends R> combiner;

    /** Of any streams, whose items are of the type, or of types of their own that the combiner knows. */
    @SuppressWarnings("unchecked")
    public <T> CombineLatest(
            Iterable<? extends Many<? extends T>> sources, Function<? super List<T>, ? extends R> combiner) {
        this.combiner =
                (Function<List<?>, ? extends R>) (Function<?, ?>) Argument.function(combiner, CombineLatest.class);
        super(all(sources), combiner, Combining.class, Combining<R>::new);
    }

    private static final class Combining<R> extends Sides<R> {
        private final Function<List<?>, ? extends R> combiner;
        private final @Nullable Object[] newest;
        private int missing;
        private int live;

        Combining(CombineLatest<R> combineLatest, Stage<? super R> downstream, Root root) {
            super(downstream, root, combineLatest.size());
            this.combiner = combineLatest.combiner;
            this.newest = new Object[combineLatest.size()];
            this.missing = newest.length;
            this.live = newest.length;
        }

        @Override
        protected boolean emits(int side) {
            return missing == 0 || (missing == 1 && newest[side] == null);
        }

        @Override
        protected void take(int side, @Nullable Object item) {
            Object before = newest[side];
            if (item == null) {
                live--;
                if (live == 0 || before == null) {
                    end();
                }
                return;
            }
            if (missing > 0) { // else it was given to the combiner
                undelivered(before);
                missing -= before == null ? 1 : 0;
            }
            newest[side] = item;
            if (missing == 0) {
                combine();
            }
            consumed(side);
        }

        private void combine() {
            R combined;
            try {
                combined = due(combiner.apply(Arrays.asList(newest.clone())), "combineLatest");
            } catch (Throwable failure) {
                endWith(here(failure, combiner));
                return;
            }
            if (downstream.onNext(combined)) {
                emitted++;
            }
        }

        @Override
        protected void clear() {
            super.clear();
            if (missing > 0) {
                Undelivered.tell(Arrays.asList(newest.clone()), context());
            }
            Arrays.fill(newest, null);
        }
    }
}
