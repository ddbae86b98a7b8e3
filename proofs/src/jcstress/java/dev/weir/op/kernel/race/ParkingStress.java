package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Whoever waits is woken; a wake-up that gets lost makes these tests hang. */
public final class ParkingStress {
    private ParkingStress() {}

    private static boolean awaits(DemandGate gate, long emitted) {
        try {
            return gate.await(emitted);
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "there was demand")
    public static class AwaitVersusOpen {
        private final DemandGate gate = new DemandGate();

        @Actor
        public void await(L_Result result) {
            result.r1 = awaits(gate, 0);
        }

        @Actor
        public void open() {
            gate.open(1);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "closed")
    public static class AwaitVersusClose {
        private final DemandGate gate = new DemandGate();

        @Actor
        public void await(L_Result result) {
            result.r1 = awaits(gate, 0);
        }

        @Actor
        public void close() {
            gate.cancel();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "there was demand for both")
    public static class AwaitSecondVersusOpen {
        private final DemandGate gate = new DemandGate();

        @Actor
        public void await(LL_Result result) {
            result.r1 = awaits(gate, 0);
            result.r2 = awaits(gate, 1);
        }

        @Actor
        public void open() {
            gate.open(1);
            gate.open(1);
        }
    }
}
