package dev.weir.op.kernel.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Witness;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Who asks alone does not undo what the stage counts itself, on the thread that emits. */
public final class CountingStress {
    private CountingStress() {}

    private static final class Dropping extends Counting<Integer, Integer> {
        Dropping(Witness<Integer> witness) {
            super(witness, witness);
        }

        @Override
        public boolean onNext(Integer item) {
            count(1);
            return false;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "6", expect = ACCEPTABLE, desc = "1 + 2 + 3")
    public static class AloneVersusEmitting {
        private final Dropping asked = new Dropping(new Witness<>());

        public AloneVersusEmitting() {
            asked.requestAlone(1);
        }

        @Actor
        public void asks() {
            asked.requestAlone(2);
        }

        @Actor
        public void emits() {
            asked.onNext(1);
            asked.onNext(2);
            asked.onNext(3);
        }

        @Arbiter
        public void count(J_Result result) {
            result.r1 = asked.demand();
        }
    }
}
