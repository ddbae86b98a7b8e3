package dev.weir.op.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Items;
import java.util.Iterator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Whoever waits is woken; a wake-up that gets lost makes these tests hang. */
public final class ParkingStress {
    private ParkingStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "there was demand")
    public static class AwaitVersusOpen {
        private final DemandGate gate = new DemandGate();

        @Actor
        public void await(L_Result result) {
            result.r1 = gate.await(0);
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
            result.r1 = gate.await(0);
        }

        @Actor
        public void close() {
            gate.close();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "there was demand for both")
    public static class AwaitSecondVersusOpen {
        private final DemandGate gate = new DemandGate();

        @Actor
        public void await(LL_Result result) {
            result.r1 = gate.await(0);
            result.r2 = gate.await(1);
        }

        @Actor
        public void open() {
            gate.open(1);
            gate.open(1);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 2, false", expect = ACCEPTABLE, desc = "both items, then the end")
    public static class LoopVersusItems {
        private final Tap<Integer> source = new Tap<>();
        private final Iterator<Integer> loop = source.iterate().iterator();

        @Actor
        public void loop(LLL_Result result) {
            result.r1 = loop.next();
            result.r2 = loop.next();
            result.r3 = loop.hasNext();
        }

        @Actor
        public void items() {
            source.next(1);
            source.next(2);
            source.complete();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "the loop ends")
    public static class LoopVersusClose {
        private final Tap<Integer> source = new Tap<>();
        private final Items<Integer> items = source.iterate();
        private final Iterator<Integer> loop = items.iterator();

        @Actor
        public void loop(L_Result result) {
            result.r1 = loop.hasNext();
        }

        @Actor
        public void close() {
            items.close();
        }
    }
}
