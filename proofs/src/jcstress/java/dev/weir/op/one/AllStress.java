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
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Ones side by side: all values, or the first failure and the others cancelled. */
public final class AllStress {
    private AllStress() {}

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "both")
    public static class OutcomeVersusOutcome {
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Outcomes outcomes = Outcomes.of(One.zip(first, second, Integer::sum));

        @Actor
        public void first() {
            first.give(1);
        }

        @Actor
        public void second() {
            second.give(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = outcomes.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "Marked", expect = ACCEPTABLE, desc = "the failure, whoever was first")
    public static class OutcomeVersusFailure {
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Outcomes outcomes = Outcomes.of(One.zip(first, second, Integer::sum));

        @Actor
        public void first() {
            first.give(1);
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
    @Outcome(id = "nothing, 1", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(id = "Marked, 1", expect = ACCEPTABLE, desc = "failed, and the other cancelled")
    public static class FailureVersusCancel {
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Outcomes outcomes = Outcomes.of(One.zip(first, second, Integer::sum));

        @Actor
        public void fail() {
            first.give(new Failure(new Marked(), null));
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = second.cancels();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, all told", expect = ACCEPTABLE, desc = "the list")
    @Outcome(id = "0, all told", expect = ACCEPTABLE, desc = "cancelled, and both values are told")
    public static class LastOutcomeVersusCancel {
        private final Losses losses = new Losses();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Outcomes outcomes = Outcomes.of(One.all(List.of(first, second)), losses.context());

        public LastOutcomeVersusCancel() {
            first.give(1);
        }

        @Actor
        public void outcome() {
            second.give(2);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.values();
            result.r2 = losses.balance(2, 2 * outcomes.values());
        }
    }
}
