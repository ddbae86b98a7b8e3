package dev.weir.op.kernel.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Outcomes;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A run has one outcome or is cancelled; who was stopped, and who comes after, hears of it once. */
public final class RunStress {
    private RunStress() {}

    /** Behind a step that is waited for, and whose outcome is there when its start returns. */
    private static One<Integer> behind(One<Integer> one) {
        return One.<Integer>emitter(emitter -> emitter.next(0)).flatMap(left -> one);
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the outcome")
    @Outcome(id = "nothing, 1", expect = ACCEPTABLE, desc = "the cancellation, which stops what was waited for")
    @Outcome(id = "nothing, 0", expect = ACCEPTABLE, desc = "cancelled when there was an outcome, but it was not out")
    public static class OutcomeVersusCancel {
        private final Deferred deferred = new Deferred();
        private final Outcomes outcomes = Outcomes.of(deferred);

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = deferred.cancels();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the first")
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "the second")
    public static class OutcomeVersusOutcome {
        private final Deferred deferred = new Deferred();
        private final Outcomes outcomes = Outcomes.of(deferred);

        @Actor
        public void first() {
            deferred.give(1);
        }

        @Actor
        public void second() {
            deferred.give(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = outcomes.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "one outcome, after the steps behind it")
    public static class StartVersusOutcome {
        private final Deferred deferred = new Deferred();
        private final One<Integer> one = deferred.map(i -> i + 1).flatMap(i -> One.of(i + 1));
        private final Outcomes outcomes = new Outcomes();

        @Actor
        public void start() {
            outcomes.start(one);
        }

        @Actor
        public void outcome(L_Result result) {
            deferred.giveIfStarted(1);
        }

        @Arbiter
        public void story(L_Result result) {
            deferred.give(1);
            result.r1 = outcomes.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "nothing, true", expect = ACCEPTABLE, desc = "what was begun is stopped")
    public static class StartVersusCancel {
        private final Deferred deferred = new Deferred();
        private final Outcomes outcomes = new Outcomes();

        public StartVersusCancel() {
            outcomes.makeKnown();
        }

        @Actor
        public void start() {
            outcomes.start(deferred);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r2 = deferred.cancels() == (deferred.isStarted() ? 1 : 0);
            deferred.giveIfStarted(1);
            result.r1 = outcomes.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "Marked, false", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "nothing, true", expect = ACCEPTABLE, desc = "reported")
    public static class FailureVersusCancel {
        private final Deferred deferred = new Deferred();
        private final Marked failure = new Marked();
        private final Outcomes outcomes = Outcomes.of(deferred);

        @Actor
        public void fail() {
            deferred.give(new Failure(failure, null));
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = failure.isDropped();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, COMPLETED", expect = ACCEPTABLE, desc = "the end")
    @Outcome(id = "nothing, CANCELLED", expect = ACCEPTABLE, desc = "the cancellation")
    @Outcome(
            id = "nothing, COMPLETED",
            expect = ACCEPTABLE,
            desc = "the end, but the cancellation came before it was told")
    public static class FinallyVersusCancel {
        private final Deferred deferred = new Deferred();
        private volatile String endings = "";
        private final Outcomes outcomes = Outcomes.of(deferred.doFinally(ending -> endings += ending));

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = endings;
        }
    }

    /** The thread that starts it stops it when it has started it, as one that waits for it does. */
    @JCStressTest
    @State
    @Outcome(id = "1, false", expect = ACCEPTABLE, desc = "the outcome, and nothing to stop")
    @Outcome(id = "nothing, true", expect = ACCEPTABLE, desc = "stopped")
    public static class StartThenStopVersusOutcome {
        private final Deferred deferred = new Deferred();
        private final One<Integer> one = behind(deferred);
        private final Outcomes outcomes = new Outcomes();
        private boolean stopped;

        @Actor
        public void start() {
            outcomes.start(one);
            stopped = outcomes.stop();
        }

        @Actor
        public void outcome() {
            deferred.giveIfStarted(1);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = stopped;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, false", expect = ACCEPTABLE, desc = "the outcome, and nothing to stop")
    @Outcome(id = "nothing, true", expect = ACCEPTABLE, desc = "stopped")
    public static class OutcomeVersusStop {
        private final Deferred deferred = new Deferred();
        private final Outcomes outcomes = Outcomes.of(behind(deferred));
        private boolean stopped;

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void stop() {
            stopped = outcomes.stop();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = stopped;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "one outcome, after the step behind it")
    public static class StartAfterAnotherVersusOutcome {
        private final Deferred deferred = new Deferred();
        private final One<Integer> one = behind(deferred).map(i -> i + 1);
        private final Outcomes outcomes = new Outcomes();

        @Actor
        public void start() {
            outcomes.start(one);
        }

        @Actor
        public void outcome() {
            deferred.giveIfStarted(1);
        }

        @Arbiter
        public void story(L_Result result) {
            deferred.give(1);
            result.r1 = outcomes.story();
        }
    }
}
