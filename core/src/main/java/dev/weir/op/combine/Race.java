package dev.weir.op.combine;

import dev.weir.Many;
import dev.weir.op.kernel.race.Once;
import dev.weir.op.kernel.root.Dropped;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Early;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.Upstream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stream that is the first to emit or end. */
public final class Race<T> extends Source<T> {
    private final Many<? extends T>[] sources;
    private final boolean isFew;

    /** Of the streams of an array, which is copied. */
    public Race(Many<? extends T>[] sources) {
        this.sources = sources.clone();
        this.isFew = haveFew(this.sources, "race: a stream");
    }

    @Override
    protected boolean isFew() {
        return isFew;
    }

    @Override
    protected void start(Stage<? super T> stage, Root root) {
        if (sources.length == 0) {
            complete(stage);
            return;
        }
        new Racing<T>().begin(sources, stage, root);
    }

    /** Asks the winner, or all as long as there is none. */
    private static final class Racing<T> implements Upstream {
        private final Once won = new Once();
        private final List<Racer<T>> racers = new ArrayList<>();
        private volatile @Nullable Racer<T> winner;

        @SuppressWarnings("unchecked") // the items are read only
        void begin(Many<? extends T>[] sources, Stage<? super T> stage, Root root) {
            for (int i = 0; i < sources.length; i++) {
                racers.add(new Racer<>(this, stage, root));
            }
            stage.onSubscribe(this);
            for (int i = 0; i < sources.length && !won.isTaken(); i++) {
                Source.connect((Many<T>) sources[i], racers.get(i), root);
            }
        }

        boolean wins(Racer<T> racer) {
            if (!won.first()) {
                return false;
            }
            winner = racer;
            cancelAllBut(racer);
            return true;
        }

        private void cancelAllBut(@Nullable Racer<T> one) {
            for (Racer<T> each : racers) {
                if (each != one) {
                    each.cancel();
                }
            }
        }

        @Override
        public void request(long n) {
            Racer<T> first = winner;
            if (first != null) {
                first.request(n);
                return;
            }
            for (Racer<T> each : racers) {
                each.request(n);
            }
        }

        @Override
        public void cancel() {
            won.first();
            cancelAllBut(null);
        }

        @Override
        public boolean isEager() {
            return true;
        }
    }

    private static final class Racer<T> extends Early<T, T> {
        private final Racing<T> racing;
        private boolean first;

        Racer(Racing<T> racing, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.racing = racing;
        }

        private boolean isFirst() {
            first = first || racing.wins(this);
            return first;
        }

        @Override
        public void cancel() {
            cancelUpstream();
        }

        @Override
        public boolean onNext(T item) {
            if (isFirst()) {
                return downstream.onNext(item);
            }
            undelivered(item);
            return true;
        }

        @Override
        public void onError(Throwable failure) {
            if (isFirst()) {
                downstream.onError(failure);
            } else {
                Dropped.reportQuietly(failure, context());
            }
        }

        @Override
        public void onComplete() {
            if (isFirst()) {
                downstream.onComplete();
            }
        }
    }
}
