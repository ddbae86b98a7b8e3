package dev.weir.op.kernel.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Context;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Losses;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A thread that waits gets the outcome, or is interrupted; and is never left waiting. */
public final class ParkedRunStress {
    private ParkedRunStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "it does not sleep on")
    public static class OutcomeVersusWait {
        private final Deferred deferred = new Deferred();

        @Actor
        public void await(L_Result result) {
            try {
                result.r1 = new ParkedRun(Context.empty()).await(deferred);
            } catch (InterruptedException unexpected) {
                result.r1 = unexpected;
            }
        }

        @Actor
        public void outcome() {
            while (!deferred.isStarted()) {
                Thread.onSpinWait();
            }
            deferred.give(1);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, all told", expect = ACCEPTABLE, desc = "the outcome")
    @Outcome(id = "interrupted, all told", expect = ACCEPTABLE, desc = "the interrupt: the outcome is told")
    @Outcome(id = "interrupted, nothing", expect = ACCEPTABLE, desc = "the interrupt, before there was anything")
    public static class OutcomeVersusInterrupt {
        private final Losses losses = new Losses();
        private final Deferred deferred = new Deferred();
        private volatile boolean isGiven;
        private volatile boolean hasGot;

        @Actor
        public void await(LL_Result result) {
            Thread.currentThread().interrupt();
            try {
                result.r1 = new ParkedRun(losses.context()).await(deferred);
                hasGot = true;
            } catch (InterruptedException interrupt) {
                result.r1 = "interrupted";
            }
            boolean _ = Thread.interrupted(); // which is not for the next test
        }

        @Actor
        public void outcome() {
            if (deferred.isStarted()) {
                deferred.give(1);
                isGiven = true;
            }
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r2 = isGiven ? losses.balance(1, hasGot ? 1 : 0) : "nothing";
        }
    }
}
