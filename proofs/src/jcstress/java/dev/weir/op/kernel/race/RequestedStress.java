package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Demand is never lost, never counted twice, and stays unbounded. */
public final class RequestedStress {
    private RequestedStress() {}

    @JCStressTest
    @State
    @Outcome(id = "6", expect = ACCEPTABLE, desc = "5 + 3 - 2")
    public static class AddVersusSubtract {
        private final Requested requested = new Requested();

        public AddVersusSubtract() {
            requested.add(5);
        }

        @Actor
        public void add() {
            requested.add(3);
        }

        @Actor
        public void subtract() {
            requested.subtract(2);
        }

        @Arbiter
        public void left(J_Result result) {
            result.r1 = requested.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "9223372036854775807", expect = ACCEPTABLE, desc = "unbounded, whoever was first")
    public static class UnboundedVersusSubtract {
        private final Requested requested = new Requested();

        public UnboundedVersusSubtract() {
            requested.add(2);
        }

        @Actor
        public void add() {
            requested.add(Long.MAX_VALUE);
        }

        @Actor
        public void subtract() {
            requested.subtract(1);
        }

        @Arbiter
        public void left(J_Result result) {
            result.r1 = requested.get();
        }
    }
}
