package dev.weir.op.time;

import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.TimeoutOptions;
import dev.weir.op.kernel.Dropped;
import dev.weir.op.kernel.Intercept;
import dev.weir.op.kernel.Once;
import dev.weir.op.kernel.Operator;
import dev.weir.op.kernel.Slot;
import dev.weir.op.kernel.Stage;
import dev.weir.op.kernel.SystemClock;
import dev.weir.op.kernel.Turn;
import dev.weir.op.kernel.Upstream;
import dev.weir.op.kernel.Where;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

/** A failure when it takes too long. */
public final class Timeout<T> extends Operator<T, T> {
    private final TimeoutOptions options;

    public Timeout(Many<T> source, TimeoutOptions options) {
        super(source);
        this.options = Objects.requireNonNull(options, "options");
    }

    @Override
    protected Stage<T> attach(Stage<? super T> downstream) {
        return new Timing<>(this, downstream);
    }

    private static final class Timing<T> extends Intercept<T, T> implements Runnable {
        /*
         * Each signal takes the turn; the timer can take the last one only between two signals, so a timeout
         * never overlaps an item. The timer is not set anew for each item: when it fires it looks how long ago
         * the last one was, and either fails or waits for the rest. An item that is still being handled when a
         * limit passes is waited for: leaving, it starts the timer at once.
         */
        private final TimeoutOptions options;
        private final Clock clock;
        private final long begin;
        private final Turn turn = new Turn();
        private final Once started = new Once();
        private final Slot timer = new Slot();
        private volatile long last;
        private volatile boolean any;

        Timing(Timeout<T> timeout, Stage<? super T> downstream) {
            super(downstream);
            this.options = timeout.options;
            this.clock = downstream.context().clock();
            this.begin = clock.nanoTime();
            this.last = begin;
        }

        @Override
        public void onSubscribe(Upstream newUpstream) {
            super.onSubscribe(newUpstream);
            startTimer();
        }

        @Override
        public void request(long n) {
            startTimer();
            upstream.request(n);
        }

        /** Not before downstream has its subscription, which it needs to be failed. */
        private void startTimer() {
            if (started.first()) {
                run();
            }
        }

        @Override
        public boolean onNext(T item) {
            if (!turn.enter()) {
                return true;
            }
            boolean accepted = downstream.onNext(item);
            last = clock.nanoTime();
            any = true;
            if (turn.leave()) {
                run();
            }
            return accepted;
        }

        @Override
        public void onError(Throwable failure) {
            if (turn.end()) {
                timer.cancel();
                downstream.onError(failure);
            } else {
                Dropped.report(failure, context());
            }
        }

        @Override
        public void onComplete() {
            if (turn.end()) {
                timer.cancel();
                downstream.onComplete();
            }
        }

        /** Fails if a limit has passed, else sets the timer to the next one. */
        @Override
        public void run() {
            long number = turn.number();
            if (number < 0) {
                return;
            }
            long now = clock.nanoTime();
            long toNext = left(any ? options.gap() : options.first(), last, now);
            long toEnd = left(options.total(), begin, now);
            long wait = Math.min(toNext, toEnd);
            if (!any) { // the first item may come unnoticed, and from then on the gap counts
                wait = Math.min(wait, left(options.gap(), now, now));
            }
            if (wait == Long.MAX_VALUE) {
                return;
            }
            if (wait > 0) {
                timer.schedule(clock, this, Duration.ofNanos(wait));
            } else if (turn.endAt(number)) {
                upstream.cancel();
                downstream.onError(failure(toEnd <= 0));
            } else if (turn.number() >= 0 && !turn.ask()) {
                run();
            }
        }

        private static long left(Duration limit, long since, long now) {
            long nanos = SystemClock.nanos(limit);
            return nanos == Long.MAX_VALUE ? nanos : nanos - (now - since);
        }

        private Throwable failure(boolean total) {
            String what = total
                    ? "the stream did not end within " + options.total()
                    : any ? "no next item within " + options.gap() : "no first item within " + options.first();
            return new TimeoutException("timeout: " + what + Where.in(context().name()));
        }

        @Override
        public void cancel() {
            turn.end();
            timer.cancel();
            upstream.cancel();
        }
    }
}
