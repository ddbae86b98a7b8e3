package dev.weir.op.time;

import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.TimeoutOptions;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.race.SerialLoop;
import dev.weir.op.kernel.race.Slot;
import dev.weir.op.kernel.root.Argument;
import dev.weir.op.kernel.root.Failures;
import dev.weir.op.kernel.root.Names;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.root.SystemClock;
import dev.weir.op.kernel.stage.Exclusive;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** A failure when it takes too long. */
public final class Timeout<T> extends Operator<T, T> {
    private final TimeoutOptions options;

    public Timeout(Many<T> source, TimeoutOptions options) {
        super(source, NONE, Timing.class, Timing<T>::new);
        this.options = Argument.given(options, "timeout: the limits");
    }

    private static final class Timing<T> extends Exclusive<T, T> implements Runnable {
        /*
         * Each signal takes the turn; a timeout can take the last one only between two signals, so it never
         * overlaps an item. The timer is not set anew for each item, but the first, from which on another limit counts:
         * when it fires it looks how long ago the last one was, or since when one is asked for, and either fails or waits
         * for the rest. An item that is still being handled when a limit passes is waited for: leaving, it looks at once.
         */
        private final Timeout<T> timeout;
        private final Clock clock;
        private final long begin;
        private final Requested demand = new Requested();
        private final Slot timer = new Slot();
        private final SerialLoop looks = new SerialLoop(this);
        private long since; // the last item; or the moment when one was asked for, if none was before
        private volatile long emitted; // behind `since`
        private boolean any; // before `emitted`
        private long timerIn; // from `begin`, while the timer has not fired; in a look

        Timing(Timeout<T> timeout, Stage<? super T> downstream, Root root) {
            super(downstream, root);
            this.timeout = timeout;
            this.clock = root.context().clock();
            this.begin = clock.nanoTime();
            this.since = begin;
        }

        @Override
        public void begin() {
            super.begin();
            looks.run();
        }

        @Override
        public void request(long n) {
            if (emitted >= demand.get()) { // nothing was asked for
                since = clock.nanoTime(); // before a look can see that something is
            }
            if (demand.add(n) <= emitted) { // which is read behind: also if the last item came just now
                looks.run();
            }
            super.request(n);
        }

        @Override
        public boolean onNext(T item) {
            if (!turn.enter()) {
                undelivered(item);
                return true;
            }
            boolean accepted = downstream.onNext(item);
            since = clock.nanoTime();
            boolean first = !any;
            any = true;
            emitted = accepted ? emitted + 1 : emitted; // by this thread alone
            if (turn.leave() || first) {
                looks.run();
            }
            return accepted;
        }

        /** A look: fails if a limit has passed, else sees to it that the timer fires when the next one does. */
        @Override
        public void run() {
            long number = turn.number();
            if (number < 0) {
                return;
            }
            long now = clock.nanoTime();
            long toNext = emitted >= demand.get()
                    ? Long.MAX_VALUE
                    : left(any ? timeout.options.gap() : timeout.options.first(), since, now);
            long toEnd = left(timeout.options.total(), begin, now);
            long wait = Math.min(toNext, toEnd);
            if (wait > 0) {
                long due = Requested.sum(now - begin, wait);
                if (due < (timer.isEmpty() ? Long.MAX_VALUE : timerIn)) { // empty: it has fired
                    timerIn = due;
                    timer.schedule(root(), looks, Duration.ofNanos(wait));
                }
            } else if (turn.endAt(number)) {
                release();
                downstream.onError(here(failure(toEnd <= 0), null));
            } else if (turn.number() >= 0 && !turn.ask()) {
                looks.run();
            }
        }

        private static long left(Duration limit, long since, long now) {
            long nanos = SystemClock.nanos(limit);
            return nanos == Long.MAX_VALUE ? nanos : nanos - (now - since);
        }

        private Throwable failure(boolean total) {
            String what = total ? "the stream did not end" : any ? "no next item" : "no first item";
            TimeoutOptions options = timeout.options;
            Duration limit = total ? options.total() : any ? options.gap() : options.first();
            String named = Source.pipeline(timeout);
            return new TimeoutException("timeout: " + what + " within " + Names.of(limit)
                    + Failures.inPipeline(named.isEmpty() ? context().name() : named));
        }

        @Override
        protected void stop() {
            timer.cancel();
        }
    }
}
