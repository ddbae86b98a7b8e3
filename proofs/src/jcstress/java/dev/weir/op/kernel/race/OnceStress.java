package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Exactly one gets through. */
public final class OnceStress {
    private OnceStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "one")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the other")
    public static class FirstVersusFirst {
        private final Once once = new Once();

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = once.first();
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = once.first();
        }
    }
}
