package dev.weir.op.one;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.Outcomes;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** The outcome, the limit and a cancellation race; one wins and ends the others. */
public final class TimeoutStress {
    private TimeoutStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "in time")
    @Outcome(id = "TimeoutException, 1, 0", expect = ACCEPTABLE, desc = "too late")
    @Outcome(
            id = "TimeoutException, 0, 0",
            expect = ACCEPTABLE,
            desc = "too late, when there was nothing left to cancel")
    public static class OutcomeVersusTimer {
        private final HandClock clock = new HandClock();
        private final Deferred deferred = new Deferred();
        private final Outcomes outcomes = Outcomes.of(deferred.timeout(Duration.ofMillis(1)), clock.context());

        public OutcomeVersusTimer() {
            clock.set(Duration.ofMillis(1));
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = deferred.cancels();
            result.r3 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "nothing, 1, 0", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(id = "TimeoutException, 1, 0", expect = ACCEPTABLE, desc = "too late")
    public static class CancelVersusTimer {
        private final HandClock clock = new HandClock();
        private final Deferred deferred = new Deferred();
        private final Outcomes outcomes = Outcomes.of(deferred.timeout(Duration.ofMillis(1)), clock.context());

        public CancelVersusTimer() {
            clock.set(Duration.ofMillis(1));
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = deferred.cancels();
            result.r3 = clock.pending();
        }
    }
}
