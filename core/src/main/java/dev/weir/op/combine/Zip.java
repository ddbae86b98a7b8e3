package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.inner.Combined;
import dev.weir.op.kernel.inner.Inner;
import dev.weir.op.kernel.inner.Sides;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.stage.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
        private final List<ArrayDeque<Object>> kept; // of each side; that of one at least is empty
        private final List<ArrayDeque<Object>> ended = new ArrayList<>(); // of those
        private int missing;

        Zipping(Zip<R> zip, Stage<? super R> downstream, Root root) {
            super(downstream, root, zip.size());
            this.ofPairs = zip.ofPairs;
            this.ofLists = zip.ofLists;
            this.kept = sides.stream().map(side -> new ArrayDeque<>()).toList();
            this.missing = zip.size();
        }

        @Override
        protected boolean emits(@Nullable Inner<Object> side) {
            return missing == 1 && queue(side).isEmpty();
        }

        private ArrayDeque<Object> queue(@Nullable Inner<Object> side) {
            return kept.get(Objects.requireNonNull(side).place());
        }

        @Override
        protected void take(@Nullable Inner<Object> side, @Nullable Object item) {
            ArrayDeque<Object> queue = queue(side);
            boolean isNews = queue.isEmpty();
            if (item != null) {
                queue.add(item);
                missing -= isNews ? 1 : 0;
                if (missing == 0) {
                    combine();
                }
            } else if (isNews) {
                end();
            } else {
                ended.add(queue);
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
            sides.forEach(Inner::consumed);
            for (ArrayDeque<Object> queue : kept) {
                missing += queue.isEmpty() ? 1 : 0;
            }
            if (!isCancelled() && ended.stream().anyMatch(ArrayDeque::isEmpty)) {
                end();
            }
        }

        private R combined() {
            if (ofPairs != null) {
                return ofPairs.apply(kept.get(0).remove(), kept.get(1).remove());
            }
            Object[] items = new Object[kept.size()];
            for (int i = 0; i < items.length; i++) {
                items[i] = kept.get(i).remove();
            }
            return Objects.requireNonNull(ofLists).apply(Arrays.asList(items));
        }

        @Override
        protected void clear() {
            super.clear();
            for (ArrayDeque<Object> queue : kept) {
                Undelivered.tellAll(queue, context());
            }
        }
    }
}
