package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.race.Renewable;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.site.Tailor;
import dev.weir.op.kernel.stage.Early;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.Arrays;

/** Of several streams the one that signals first. */
public final class Race<T> extends Source<T> {
    private final Many<? extends T>[] streams;
    private final boolean isFew;

    public Race(Many<T> stream, Many<? extends T>[] others) {
        this.streams = Arrays.copyOf(others, others.length + 1);
        System.arraycopy(others, 0, streams, 1, others.length);
        streams[0] = stream;
        this.isFew = haveFew(streams, "raceWith: a stream");
    }

    @Override
    protected boolean isFew() {
        return isFew;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root, boolean few) {
        Racing<T> racing = new Racing<>(streams.length, isFew, stage, root);
        stage.onSubscribe(racing);
        for (int i = 0; i < streams.length && racing.first.get() == null; i++) {
            connect(streams[i], racing.runners[i]);
        }
    }

    /** Asks all until one has signalled: so that one, whichever it will be, has been asked for everything. */
    private static final class Racing<T> implements Upstream {
        private final Renewable<Object> first = new Renewable<>(); // a runner, or this if it is cancelled before
        private final Early<T, T>[] runners;

        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of them
        Racing(int size, boolean few, Stage<? super T> stage, Root root) {
            this.runners = new Early[size];
            Arrays.setAll(runners, i -> {
                Early<T, T> copy = few ? null : Tailor.make(Runner.class, null, stage, this, stage, root);
                return copy == null ? new Runner<>(this, stage, root) : copy;
            });
        }

        @Override
        public void request(long n) {
            for (Early<T, T> runner : runners) {
                if (first.get() == null || first.get() == runner) {
                    runner.request(n);
                }
            }
        }

        @Override
        public void cancel() {
            first.compareAndSet(null, this);
            cancelAllBut(this);
        }

        @Override
        public void release() {
            if (first.get() instanceof Early<?, ?> winner) {
                winner.release();
            }
            cancel();
        }

        /** Whether it is, or is from now on: then the others are cancelled. */
        boolean isFirst(Object runner) {
            Object known = first.get();
            if (known == null && first.compareAndSet(null, runner)) {
                cancelAllBut(runner);
                return true;
            }
            return known == runner;
        }

        private void cancelAllBut(Object one) {
            for (Early<T, T> runner : runners) {
                if (runner != one) {
                    runner.cancel();
                }
            }
        }
    }

    private static final class Runner<T> extends Early<T, T> {
        private final Racing<T> racing;
        private boolean wins;

        Runner(Racing<T> racing, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.racing = racing;
        }

        @Override
        public boolean onNext(T item) {
            wins = wins || racing.isFirst(this);
            if (wins) {
                return downstream.onNext(item);
            }
            undelivered(item);
            return true;
        }

        @Override
        public void onError(Throwable failure) {
            if (racing.isFirst(this)) {
                downstream.onError(failure);
            } else {
                Dropped.reportQuietly(failure, context());
            }
        }

        @Override
        public void onComplete() {
            if (racing.isFirst(this)) {
                downstream.onComplete();
            }
        }
    }
}
