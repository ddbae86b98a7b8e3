package dev.weir.op.flatten;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.Failure;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Prefetching;
import dev.weir.op.kernel.Receiver;
import dev.weir.op.kernel.Requested;
import dev.weir.op.kernel.Run;
import dev.weir.op.kernel.Signal;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.Step;
import dev.weir.op.kernel.Upstream;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of the items' Ones, several running at once, in order. */
public final class MapAsync<T, R> extends Operator<T, R> {
    private final int concurrency;
    private final Function<? super T, ? extends One<? extends R>> mapper;

    public MapAsync(Many<T> source, int concurrency, Function<? super T, ? extends One<? extends R>> mapper) {
        super(source, mapper);
        this.concurrency = positive(concurrency, "mapAsync: the concurrency");
        this.mapper = mapper;
    }

    public static <T, R> Many<R> blocking(
            Many<T> source, int concurrency, Many.BlockingFunction<? super T, ? extends R> function) {
        Objects.requireNonNull(function, "function");
        return new MapAsync<T, R>(
                source,
                positive(concurrency, "mapBlocking: the concurrency"),
                item -> One.blocking(() -> Objects.requireNonNull(
                        function.apply(item), "mapBlocking: the function returned null where an item is due")));
    }

    @Override
    protected Stage<T> attach(Stage<? super R> downstream) {
        return new Mapping<>(this, downstream);
    }

    /** One item's One; wakes the stage when it has ended. */
    private static final class Cell implements Receiver {
        private static final Object NONE = new Object();

        private final Runnable wake;
        private volatile @Nullable Object outcome = NONE;
        private Cancellable run = Upstream.NONE;

        Cell(Runnable wake) {
            this.wake = wake;
        }

        boolean isOver() {
            return outcome != NONE;
        }

        boolean isItem() {
            return outcome != null && !(outcome instanceof Failure);
        }

        @Override
        public void accept(@Nullable Object newOutcome) {
            outcome = newOutcome;
            wake.run();
        }
    }

    private static final class Mapping<T, R> extends Prefetching<T, Cell, R> implements Runnable {
        private final Function<? super T, ? extends One<? extends R>> mapper;
        private final Requested live = new Requested(); // cells; while there is none, only upstream's thread emits
        private long emitted;

        Mapping(MapAsync<T, R> mapAsync, Stage<? super R> downstream) {
            super(downstream, mapAsync.concurrency);
            this.mapper = mapAsync.mapper;
        }

        @Override
        public boolean onNext(T item) {
            Object polled;
            try {
                Step<?> step = Step.of(due(mapper.apply(item), "mapAsync"));
                polled = step.poll(context(), step.length());
            } catch (Throwable failure) {
                return failUpstream(failure);
            }
            if (live.get() == 0 && !(polled instanceof Signal) && emitted < requested.get()) {
                emit(polled);
                return false;
            }
            live.add(1);
            Cell cell = new Cell(this);
            cell.run = Run.start(polled, context(), cell);
            queue.offer(cell);
            drain();
            return true;
        }

        @Override
        public void run() {
            drain();
        }

        @Override
        protected void emit() {
            long demand = requested.get();
            int freed = 0;
            while (!isCancelled()) {
                boolean last = isDone();
                Cell head = queue.peek();
                if (head == null) {
                    if (last) {
                        end();
                        return;
                    }
                    break;
                }
                if (!head.isOver() || (head.isItem() && emitted >= demand)) {
                    break;
                }
                queue.poll();
                freed++;
                emit(head.outcome);
                if (!isCancelled()) { // else nothing may follow
                    live.subtract(1);
                }
            }
            if (freed > 0) {
                upstream.request(freed);
            }
        }

        @SuppressWarnings("unchecked") // the One's value
        private void emit(@Nullable Object outcome) {
            if (outcome instanceof Failure failure) {
                endWith(failure.error());
            } else if (outcome != null && downstream.onNext((R) outcome)) {
                emitted++;
            }
        }

        @Override
        protected void clear() {
            for (Cell cell = queue.poll(); cell != null; cell = queue.poll()) {
                cell.run.cancel();
                Run.discard(cell.outcome, context());
            }
        }
    }
}
