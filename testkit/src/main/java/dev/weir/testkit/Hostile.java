package dev.weir.testkit;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What is around an operator throws where nobody may: the stream ends all the same. */
final class Hostile {
    private static final int MOST_TIMERS = 1_000;

    private Hostile() {}

    static <R> void check(BiFunction<Many<Integer>, VirtualTime, Many<R>> operator, Set<Exemption> exempt) {
        VirtualTime time = new VirtualTime();
        Broken broken = new Broken();
        Many<R> refusing = operator.apply(Many.from((Flow.Publisher<Integer>) broken), time);
        Probe<R> probe = ended(refusing, time, time, exempt, "a subscription whose request(..) throws");
        Throwable failure = probe.failure();
        require(
                !broken.asked
                        || exempt.contains(Exemption.RECOVERS)
                        || (failure != null && PlannedFailure.isIn(failure)),
                "a request(..) that throws fails the stream",
                failure);
        ended(operator.apply(Many.range(0, 3), time), time, new Stopped(time), exempt, "a clock that takes no timer");
        cancelled(operator.apply(Many.from((Flow.Publisher<Integer>) new Quiet()), time), time);
    }

    static void checkOne(BiFunction<One<@Nullable Integer>, VirtualTime, One<?>> operator) {
        VirtualTime time = new VirtualTime();
        Clock stopped = new Stopped(time);
        AtomicInteger outcomes = new AtomicInteger();
        Cancellable subscription = operator.apply(One.of(1), time)
                .withContext(context -> context.withClock(stopped))
                .subscribe(value -> outcomes.incrementAndGet(), failure -> outcomes.incrementAndGet());
        settle(time);
        subscription.cancel();
        require(outcomes.get() == 1, "a One ends as with any clock, once, also with one that takes no timer", outcomes);
    }

    private static <R> Probe<R> ended(
            Many<R> many, VirtualTime time, Clock clock, Set<Exemption> exempt, String around) {
        Probe<R> probe = Probe.unbounded();
        many.withContext(context -> context.withClock(clock)).subscribe(probe);
        settle(time);
        if (exempt.contains(Exemption.ASYNCHRONOUS)) {
            probe.awaitEnd();
        }
        require(probe.ending() != null, "the stream ends, whatever is around it: " + around, "it did not");
        return probe;
    }

    private static <R> void cancelled(Many<R> many, VirtualTime time) {
        Probe<R> probe = Probe.unbounded();
        many.withContext(context -> context.withClock(time)).subscribe(probe);
        try {
            probe.cancel();
        } catch (Throwable thrown) {
            require(false, "a cancel() that throws above is not the business of who cancels below", thrown);
        }
        settle(time);
        require(time.timers() == 0, "no timer is left after a cancellation, also if cancel() throws above", time);
    }

    private static void settle(VirtualTime time) {
        for (int i = 0; i < MOST_TIMERS && time.advanceToNext(); i++) {
            // until nothing waits
        }
    }

    private static void require(boolean met, String law, @Nullable Object found) {
        if (!met) {
            throw new AssertionError(
                    "broken law: " + law + "\n  " + found, found instanceof Throwable thrown ? thrown : null);
        }
    }

    /** As a clock whose event loop has been shut down. */
    private record Stopped(VirtualTime time) implements Clock {
        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            throw new RejectedExecutionException("planned: the clock takes no timer");
        }
    }

    /** A request throws. */
    private static final class Broken implements Flow.Publisher<Integer>, Flow.Subscription {
        private volatile boolean asked;

        @Override
        public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
            subscriber.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            asked = true;
            throw new PlannedFailure("the subscription is broken");
        }

        @Override
        public void cancel() {
            // nothing to do
        }
    }

    /** Nothing comes, and a cancellation throws. */
    private static final class Quiet implements Flow.Publisher<Integer>, Flow.Subscription {
        @Override
        public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
            subscriber.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            // nothing comes
        }

        @Override
        public void cancel() {
            throw new CancellationException("planned: the subscription is broken");
        }
    }
}
