package dev.weir.op.one;

import dev.weir.One;
import dev.weir.op.kernel.race.CancelSet;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.race.SerialLoop;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.op.kernel.run.Cell;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.run.Pending;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Signal;
import dev.weir.op.kernel.run.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values of several Ones. */
public final class All<T extends @Nullable Object> extends Step<List<T>> {
    private final Iterable<? extends One<? extends T>> ones;
    private final int concurrency;

    public All(Iterable<? extends One<? extends T>> ones, int concurrency) {
        super(1);
        this.ones = Argument.given(ones, "all: the Ones");
        this.concurrency = Argument.checked(concurrency, concurrency > 0, "all: the concurrency must be positive");
    }

    @Override
    public @Nullable Object poll(Run run, int depth) {
        return new Gathering();
    }

    private final class Gathering extends Pending implements Cell.Host {
        private final List<@Nullable Object> values = new ArrayList<>(); // a Cell where one is still to come
        private final CancelSet running = new CancelSet();
        private final Requested ended = new Requested();
        private final Once over = new Once();
        private final SerialLoop loop = new SerialLoop(this::advance);
        private Iterator<? extends One<?>> rest = Collections.emptyIterator();

        private int live;

        @Override
        protected void start(Run starting) {
            onCancel(() -> {
                running.cancel();
                loop.run();
            });
            rest = ones.iterator();
            loop.run();
        }

        private void advance() {
            live -= (int) ended.takeAll();
            try {
                while (live < concurrency && !running.isCancelled()) {
                    if (rest.hasNext()) {
                        add(Objects.requireNonNull(rest.next(), "all: a One in the iterable is null"));
                    } else if (live > 0) {
                        return;
                    } else {
                        complete();
                    }
                }
            } catch (Throwable failure) {
                if (over.isTaken()) { // it was told, and goes on
                    throw failure;
                }
                fail(new Failure(failure));
            } finally {
                if (running.isCancelled()) {
                    drop();
                }
            }
        }

        private void complete() {
            running.cancel(); // none is left, and none is to come
            List<@Nullable Object> all = new ArrayList<>(values);
            values.clear();
            all.replaceAll(value -> value instanceof Cell child ? child.outcome() : value);
            if (over.first()) {
                accept(Collections.unmodifiableList(all));
            } else {
                run().discard(all);
            }
        }

        /** Nobody gets the values that have come, nor those that still do. */
        private void drop() {
            for (Object value : values) {
                if (value instanceof Cell child) {
                    child.drop();
                } else {
                    Undelivered.tell(value, context()); // which the run may have left
                }
            }
            values.clear();
        }

        private void add(One<?> one) {
            Cell child = new Cell(run(), this);
            child.makeKnown();
            Object polled = child.begin(Step.of(one));
            if (!(polled instanceof Signal)) {
                values.add(polled);
                child.closeOpen();
                return;
            }
            live++;
            values.add(child);
            if (running.add(child)) {
                child.goOn(polled);
            } else {
                child.discard(polled);
            }
        }

        @Override
        public void arrived(Cell child) {
            running.remove(child);
            if (child.outcome() instanceof Failure failure) {
                child.taken();
                fail(failure);
            } else {
                ended.add(1);
                loop.run();
            }
        }

        private void fail(Failure failure) {
            running.cancel();
            if (over.first()) {
                accept(failure);
            } else {
                run().discard(failure);
            }
            loop.run();
        }
    }
}
