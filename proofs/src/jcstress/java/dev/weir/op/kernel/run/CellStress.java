package dev.weir.op.kernel.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Witness;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** An outcome that nobody takes is told, whether it was there or is still to come. */
public final class CellStress {
    private CellStress() {}

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "once")
    public static class OutcomeVersusDrop {
        private final Losses losses = new Losses();
        private final Deferred deferred = new Deferred();
        private final Cell cell = new Cell(new Witness<>(losses.context()), (_, _) -> {});

        public OutcomeVersusDrop() {
            cell.start(deferred);
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void drop() {
            cell.drop();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(1, 0);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "once")
    public static class DropVersusDrop {
        private final Losses losses = new Losses();
        private final Cell cell = new Cell(new Witness<>(losses.context()), (_, _) -> {});

        public DropVersusDrop() {
            cell.goOn(1);
        }

        @Actor
        public void one() {
            cell.drop();
        }

        @Actor
        public void other() {
            cell.drop();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(1, 0);
        }
    }
}
