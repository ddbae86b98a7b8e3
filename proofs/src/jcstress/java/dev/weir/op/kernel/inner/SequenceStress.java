package dev.weir.op.kernel.inner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.Retry;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.HandExecutor;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** What comes next is decided by whoever sees the end of what was before: once, and with all the demand that is left. */
public final class SequenceStress {
    private SequenceStress() {}

    @JCStressTest
    @State
    @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "2 + 3 less the 1 that came")
    public static class TailCallVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public TailCallVersusRequest() {
            Source.connect(Many.concat(first, Many.concat(Many.concat(Many.empty(), second))), witness);
            witness.request(2);
            first.next(1);
        }

        @Actor
        public void change() {
            first.complete();
        }

        @Actor
        public void request() {
            witness.request(3);
        }

        @Arbiter
        public void story(JL_Result result) {
            result.r1 = second.asked();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "no stream runs on")
    public static class TailCallVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public TailCallVersusCancel() {
            Source.connect(Many.concat(first, Many.concat(Many.empty(), second)), witness);
            witness.request(2);
        }

        @Actor
        public void change() {
            first.complete();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = second.isStarted() ? second.isCancelled() : first.isCancelled();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "1 + 2, whoever starts the stream")
    public static class OutcomeVersusRequest {
        private final Deferred deferred = new Deferred();
        private final Tap<Integer> stream = new Tap<>();
        private final Witness<Integer> witness = new Witness<>();

        public OutcomeVersusRequest() {
            Source.connect(deferred.flatMapMany(i -> Many.concat(Many.empty(), stream)), witness);
            witness.request(1);
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void request() {
            witness.request(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = stream.asked();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3, completed", expect = ACCEPTABLE, desc = "each item as it is asked for, or all at once")
    public static class KnownItemsVersusRequest {
        private final Deferred deferred = new Deferred();
        private final Witness<Integer> witness = new Witness<>();

        public KnownItemsVersusRequest() {
            Source.connect(deferred.flatMapMany(i -> Many.concat(Many.of(1, 2), Many.of(3))), witness);
            witness.request(1);
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void request() {
            witness.request(1);
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "whoever is in the loop goes on")
    public static class StartVersusEndElsewhere {
        private final HandExecutor executor = new HandExecutor();
        private final Witness<Integer> witness = new Witness<>();

        @Actor
        public void start() {
            Source.connect(
                    Many.concat(
                            Many.<Integer>empty().subscribeOn(executor),
                            Many.of(1).subscribeOn(executor),
                            Many.of(2)),
                    witness);
            witness.request(9);
        }

        @Actor
        public void end() {
            executor.runAll();
            executor.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            executor.runAll();
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "1 + 2 for the next try")
    public static class TimerVersusRequest {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public TimerVersusRequest() {
            Source.connect(
                    Many.defer(() -> first.isStarted() ? second : first)
                            .retry(Retry.backoff(1, Duration.ofMillis(1)).withJitter(0)),
                    witness);
            witness.request(1);
            first.fail();
            clock.set(Duration.ofDays(1));
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Actor
        public void request() {
            witness.request(2);
        }

        @Arbiter
        public void story(JL_Result result) {
            result.r1 = second.asked();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, given", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "0, reported", expect = ACCEPTABLE, desc = "too late")
    @Outcome(id = "0, not made", expect = ACCEPTABLE, desc = "cancelled before it was made")
    public static class FailureVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Marked failure = new Marked();

        public FailureVersusCancel() {
            Source.connect(Many.concat(Many.concat(first, Many.empty()), Many.empty()), witness);
        }

        @Actor
        public void fail() {
            first.fail(failure);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = first.fate(failure);
        }
    }
}
