package dev.weir.op.flatten;

import static dev.weir.op.kernel.root.Argument.positive;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.drain.Prefetching;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.Cell;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Part;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.site.Adapted;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Stage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of the items' Ones, several running at once, in order. */
public final class MapAsync<T, R> extends Operator<T, R> {
    private final int concurrency;

    public MapAsync(Many<T> source, int concurrency, Function<? super T, ? extends One<? extends R>> mapper) {
        this.concurrency = positive(concurrency, "mapAsync: the concurrency");
        super(source, mapper, Mapping.class, Mapping<T, R>::new);
    }

    public static <T, R> Many<R> blocking(
            Many<T> source, int concurrency, Many.BlockingFunction<? super T, ? extends R> function) {
        positive(concurrency, "mapBlocking: the concurrency");
        Function<T, One<R>> calls = item -> One.blocking(new MapBlocking<>(function, item));
        return source.mapAsync(concurrency, Adapted.of(function, "mapBlocking: the function", calls));
    }

    /** Each item, when the One that is made of it has ended. */
    public static <T> Many<T> delaying(Many<T> source, Function<? super T, ? extends One<?>> function) {
        Function<T, One<T>> delayed = item -> One.of(item).delayUntil(function);
        return source.mapAsync(1, Adapted.of(function, "delayUntil: the function", delayed));
    }

    private static final class Mapping<T, R> extends Prefetching<T, Cell, R> implements Part.Host {
        /*
         * Each One is polled with a cell, which becomes its place in the queue if it has to be waited for; if not, the
         * next One may have it.
         */
        private final Function<? super T, ? extends One<? extends R>> mapper;
        private final Requested live = new Requested(); // cells; while there is none, only upstream's thread emits

        /** The spare cell, or the one whose One begins: known as long as it is used. */
        private final Slot beginning = new Slot();

        private @Nullable Cell spare;

        Mapping(MapAsync<T, R> mapAsync, Stage<? super R> downstream, Root root) {
            super(downstream, root, mapAsync.concurrency);
            this.mapper = mapAsync.function();
            this.batch = Integer.MAX_VALUE;
        }

        @Override
        public boolean onNext(T item) {
            Cell cell = spare;
            if (cell == null) {
                cell = new Cell(this, this);
                beginning.put(cell);
            }
            Step<?> step;
            try {
                step = Step.of(Argument.due(mapper.apply(item), "mapAsync: the function", "a One"));
            } catch (Throwable failure) {
                return fail(failure, mapper);
            }
            Object polled = cell.begin(step); // also if all is cancelled: what it holds is known to it alone
            if (live.get() == 0 && !(polled instanceof Signal) && emitted < demand() && !isCancelled()) {
                spare = cell;
                emit(polled);
                cell.closeOpen();
                return false;
            }
            spare = null;
            live.add(1);
            queue.offer(cell); // where a cancellation finds it
            beginning.put(null);
            cell.goOn(polled);
            drain();
            return true;
        }

        @Override
        public void ended(Part cell, @Nullable Object outcome) {
            drain();
        }

        @Override
        protected boolean isReadyFor(Cell head, boolean hasRoom) {
            return head.isReady(hasRoom);
        }

        @Override
        protected boolean pass(Cell head) {
            emit(head.outcome());
            if (!isCancelled()) { // else nothing may follow
                live.subtract(1);
            }
            return false; // it has been, before upstream's thread may emit
        }

        @SuppressWarnings("unchecked") // the One's value
        private void emit(@Nullable Object outcome) {
            if (outcome instanceof Failure failure) {
                endWith(failure.into(root()));
            } else if (outcome != null) {
                emitted += downstream.onNext((R) outcome) ? 1 : 0;
            }
        }

        @Override
        protected void cancelOthers() {
            beginning.cancel();
        }

        @Override
        protected void clear() {
            for (Cell cell = queue.poll(); cell != null; cell = queue.poll()) {
                cell.drop();
            }
        }
    }
}
