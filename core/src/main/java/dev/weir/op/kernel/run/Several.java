package dev.weir.op.kernel.run;

import dev.weir.One;
import dev.weir.op.kernel.race.CancelSet;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.race.SerialLoop;
import dev.weir.op.kernel.root.Argument;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Several Ones side by side, so many at once. */
public abstract class Several<R extends @Nullable Object> extends Step<R> {
    private final Iterable<? extends One<?>> ones;
    private final int concurrency;
    protected final String name;

    protected Several(String name, Iterable<? extends One<?>> ones, int concurrency) {
        this.name = name;
        this.ones = ones == null ? Argument.given(ones, name + ": the Ones") : ones; // the message only then
        this.concurrency = concurrency;
    }

    /** In a loop, on one thread at a time, they are begun; what has to be waited for arrives on any thread. */
    protected abstract class Running extends Pending implements Part.Host {
        private final CancelSet waiting = new CancelSet();
        private final Requested live = new Requested(); // so many have to be waited for
        private final Once over = new Once();
        private final SerialLoop loop = new SerialLoop(this::advance);
        private Iterator<? extends One<?>> rest = Collections.emptyIterator();
        private volatile @Nullable Cell next; // or what is just begun; in `waiting` before it is another one

        /** Whether this outcome is that of all. From any thread. */
        protected abstract boolean decides(@Nullable Object outcome);

        /** One has been begun: what it gave, or the cell that will have it. In the loop. */
        protected void begun(@Nullable Object valueOrCell) {} // what does not decide may be of no use

        /** The outcome, when none is left that could decide. In the loop. */
        protected abstract @Nullable Object result();

        /** Lets go of what has come: nobody gets it. In the loop, once all is cancelled, as often as anything comes. */
        protected abstract void drop();

        @Override
        protected void start(Run starting) {
            onCancel(this::stop);
            rest = ones.iterator();
            loop.run();
        }

        private void stop() {
            waiting.cancel();
            Cell beginning = next;
            if (beginning != null) {
                beginning.cancel();
            }
            loop.run();
        }

        private void advance() {
            try {
                while (live.get() < concurrency && !waiting.isCancelled()) {
                    if (rest.hasNext()) {
                        begin(Objects.requireNonNull(rest.next(), () -> name + ": a One in the iterable is null"));
                    } else if (live.get() > 0) {
                        return;
                    } else {
                        end(result(), null);
                    }
                }
            } catch (Throwable failure) {
                if (over.isTaken()) { // it was told, and goes on
                    throw failure;
                }
                end(failed(failure, null, run()), null);
            } finally {
                if (waiting.isCancelled()) {
                    drop();
                }
            }
        }

        private void begin(One<?> one) {
            Cell cell = next == null ? new Cell(run(), this) : next;
            next = cell;
            if (waiting.isCancelled()) { // by who may not have seen it
                return;
            }
            Object polled = cell.begin(Step.of(one));
            if (polled instanceof Pending) {
                live.add(1);
                begun(cell);
                waiting.add(cell);
                next = null;
                cell.goOn(polled);
                return;
            }
            if (decides(polled)) {
                end(polled, cell);
            } else {
                begun(polled);
            }
            cell.closeOpen();
        }

        @Override
        public void ended(Part cell, @Nullable Object outcome) {
            waiting.remove(cell);
            if (decides(outcome)) {
                if (((Cell) cell).taken()) {
                    end(outcome, cell);
                }
            } else {
                live.subtract(1);
                loop.run();
            }
        }

        private void end(@Nullable Object outcome, @Nullable Run ended) {
            boolean first = over.first();
            stop();
            if (first) {
                accept(outcome, ended == null ? null : ended.movedOpen());
            } else {
                discard(outcome);
            }
        }
    }
}
