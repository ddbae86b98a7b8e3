package dev.weir.op.one;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Outcomes;
import dev.weir.op.kernel.run.Failure;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Ones of which one wins: the others are cancelled, and what they still give is told. */
public final class RaceStress {
    private RaceStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1, all told", expect = ACCEPTABLE, desc = "the first wins")
    @Outcome(id = "2, all told", expect = ACCEPTABLE, desc = "the second wins")
    public static class OneVersusOther {
        private final Losses losses = new Losses();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Outcomes outcomes = Outcomes.of(One.race(List.of(first, second)), losses.context());

        @Actor
        public void first() {
            first.give(1);
        }

        @Actor
        public void second() {
            second.give(2);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = losses.balance(2, outcomes.values());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, true, all told", expect = ACCEPTABLE, desc = "the value, and the failure is told")
    public static class ValueVersusFailureOfAny {
        private final Losses losses = new Losses();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Marked failure = new Marked();
        private final Outcomes outcomes = Outcomes.of(One.any(List.of(first, second)), losses.context());

        @Actor
        public void value() {
            first.give(1);
        }

        @Actor
        public void failure() {
            second.give(new Failure(failure, null));
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = failure.isDropped();
            result.r3 = losses.balance(1, outcomes.values());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "Marked", expect = ACCEPTABLE, desc = "all have failed")
    public static class FailureVersusFailureOfAny {
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Outcomes outcomes = Outcomes.of(One.any(List.of(first, second)));

        @Actor
        public void first() {
            first.give(new Failure(new Marked(), null));
        }

        @Actor
        public void second() {
            second.give(new Failure(new Marked(), null));
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = outcomes.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1, all told", expect = ACCEPTABLE, desc = "in time")
    @Outcome(id = "nothing, 1, all told", expect = ACCEPTABLE, desc = "cancelled")
    public static class OutcomeVersusCancel {
        private final Losses losses = new Losses();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Outcomes outcomes = Outcomes.of(One.race(List.of(first, second)), losses.context());

        @Actor
        public void outcome() {
            first.give(1);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = second.cancels();
            result.r3 = losses.balance(1, outcomes.values());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, all told", expect = ACCEPTABLE, desc = "the first, while others are begun")
    @Outcome(id = "2, all told", expect = ACCEPTABLE, desc = "the second, which is there at once")
    public static class OutcomeVersusStart {
        private final Losses losses = new Losses();
        private final Deferred first = new Deferred();
        private final Outcomes outcomes = new Outcomes(losses.context());
        private volatile int made = 1;

        @Actor
        public void start() {
            outcomes.start(One.race(List.of(first, One.supply(() -> made = 2))));
        }

        @Actor
        public void outcome() {
            while (!first.isStarted()) {
                Thread.onSpinWait();
            }
            first.give(1);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = losses.balance(made, outcomes.values());
        }
    }
}
