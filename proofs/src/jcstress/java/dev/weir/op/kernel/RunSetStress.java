package dev.weir.op.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.One;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Ones side by side: all values, or the first failure and the others cancelled. */
public final class RunSetStress {
    private RunSetStress() {}

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "both")
    public static class OutcomeVersusOutcome {
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private final Outcomes outcomes = new Outcomes();
        private final Cancellable run = Run.start(One.zip(first, second, Integer::sum), Context.empty(), outcomes);

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
        private final Outcomes outcomes = new Outcomes();
        private final Cancellable run = Run.start(One.zip(first, second, Integer::sum), Context.empty(), outcomes);

        @Actor
        public void first() {
            first.give(1);
        }

        @Actor
        public void second() {
            second.give(new Failure(new Marked()));
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
        private final Outcomes outcomes = new Outcomes();
        private final Cancellable run = Run.start(One.zip(first, second, Integer::sum), Context.empty(), outcomes);

        @Actor
        public void fail() {
            first.give(new Failure(new Marked()));
        }

        @Actor
        public void cancel() {
            run.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = second.cancels();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "cancelled by the set, or at the door")
    public static class AddVersusCancel {
        private final RunSet set = new RunSet();
        private final Deferred deferred = new Deferred();
        private final Run run = new Run(Context.empty(), new Outcomes());

        public AddVersusCancel() {
            run.begin(deferred);
        }

        @Actor
        public void add() {
            set.add(run);
        }

        @Actor
        public void cancel() {
            set.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = deferred.cancels() == 1;
        }
    }
}
