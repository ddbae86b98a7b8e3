package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Each value is taken once, or given back to whoever put the next, or found at the close. */
public final class LatestStress {
    private LatestStress() {}

    @JCStressTest
    @State
    @Outcome(id = "null, 1, 2", expect = ACCEPTABLE, desc = "taken, and then the next put")
    @Outcome(id = "1, 2, null", expect = ACCEPTABLE, desc = "replaced, and the next taken")
    public static class PutVersusTake {
        private final Latest<Integer> latest = new Latest<>();

        public PutVersusTake() {
            latest.put(1);
        }

        @Actor
        public void put(LLL_Result result) {
            result.r1 = latest.put(2);
        }

        @Actor
        public void take(LLL_Result result) {
            result.r2 = latest.take();
        }

        @Arbiter
        public void rest(LLL_Result result) {
            result.r3 = latest.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "null, 1, null", expect = ACCEPTABLE, desc = "found at the close")
    @Outcome(id = "1, null, null", expect = ACCEPTABLE, desc = "too late: given back")
    public static class PutVersusClose {
        private final Latest<Integer> latest = new Latest<>();

        @Actor
        public void put(LLL_Result result) {
            result.r1 = latest.put(1);
        }

        @Actor
        public void close(LLL_Result result) {
            result.r2 = latest.close();
        }

        @Arbiter
        public void rest(LLL_Result result) {
            result.r3 = latest.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "null, 1, null", expect = ACCEPTABLE, desc = "found by the first to close")
    @Outcome(id = "null, null, 1", expect = ACCEPTABLE, desc = "found by who closes once more")
    @Outcome(id = "1, null, null", expect = ACCEPTABLE, desc = "given back")
    public static class PutVersusClosingTwice {
        private final Latest<Integer> latest = new Latest<>();

        @Actor
        public void put(LLL_Result result) {
            result.r1 = latest.put(1);
        }

        @Actor
        public void close(LLL_Result result) {
            result.r2 = latest.close();
            result.r3 = latest.close();
        }
    }
}
