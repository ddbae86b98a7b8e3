package dev.weir.op.kernel.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Outcomes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** One run for all who wait; given up with the last of them. */
public final class SharedRunStress {
    private SharedRunStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both, before or after it was known")
    public static class JoinVersusOutcome {
        private final Deferred deferred = new Deferred();
        private final One<Integer> cached = deferred.cache();
        private final Outcomes other = new Outcomes();
        private final Outcomes one = Outcomes.of(cached);

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void join() {
            other.start(cached);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = one.story();
            result.r2 = other.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "nothing, 2", expect = ACCEPTABLE, desc = "who joins waits for the old run or for a new one")
    public static class LastLeaveVersusJoin {
        private final Deferred deferred = new Deferred();
        private final One<Integer> cached = deferred.cache();
        private final Outcomes other = new Outcomes();
        private final Outcomes one = Outcomes.of(cached);

        @Actor
        public void leave() {
            one.cancel();
        }

        @Actor
        public void join() {
            other.start(cached);
        }

        @Arbiter
        public void story(LL_Result result) {
            deferred.give(2);
            result.r1 = one.story();
            result.r2 = other.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the outcome")
    @Outcome(id = "nothing, 1", expect = ACCEPTABLE, desc = "given up")
    @Outcome(id = "nothing, 0", expect = ACCEPTABLE, desc = "the outcome, but the waiter had left")
    public static class LastLeaveVersusOutcome {
        private final Deferred deferred = new Deferred();
        private final One<Integer> cached = deferred.cache();
        private final Outcomes one = Outcomes.of(cached);

        @Actor
        public void leave() {
            one.cancel();
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = one.story();
            result.r2 = deferred.cancels();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the run is cancelled once")
    public static class LeaveVersusLeave {
        private final Deferred deferred = new Deferred();
        private final One<Integer> cached = deferred.cache();
        private final Outcomes one = Outcomes.of(cached);
        private final Outcomes other = Outcomes.of(cached);

        @Actor
        public void first() {
            one.cancel();
        }

        @Actor
        public void second() {
            other.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = deferred.cancels();
        }
    }
}
