package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Sides;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Flattening;
import dev.weir.op.kernel.stage.Stage;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a function makes of the newest item of each stream. */
public final class CombineLatest<R> extends Flattening<Object, R> {
    private final Many<?>[] sources;

    private CombineLatest(Many<?>[] sources, Function<?, ? extends R> combiner) {
        this.sources = sources;
        super(several(sources, "combineLatest: a stream", combiner), combiner, Combining.class, Combining<R>::new);
    }

    /** Of any streams, whose items are of the type, or of types of their own that the combiner knows. */
    public static <T, R> Many<R> of(
            Iterable<? extends Many<? extends T>> sources, Function<? super List<T>, ? extends R> combiner) {
        Many<?>[] all = all(sources);
        return all.length == 0 ? Many.empty() : new CombineLatest<>(all, combiner);
    }

    private static final class Combining<R> extends Sides<R> {
        private final Function<List<?>, ? extends R> combiner;
        private final @Nullable Object[] newest;
        private int missing;
        private int live;

        Combining(CombineLatest<R> combineLatest, Stage<? super R> downstream, Root root) {
            super(combineLatest.sources, false, downstream, root);
            this.combiner = combineLatest.function();
            this.newest = new Object[combineLatest.sources.length];
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
                if (--live == 0 || before == null) {
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
            emitted += downstream.onNext(combined) ? 1 : 0;
        }

        @Override
        protected void clear() {
            super.clear();
            if (missing > 0) {
                Undelivered.tellEach(Arrays.asList(newest), context());
            }
            Arrays.fill(newest, null);
        }
    }
}
