package dev.weir.op.kernel.drain;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Losses;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Each item gets into a list that somebody takes, or is told as undelivered. */
public final class GatheredStress {
    private GatheredStress() {}

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "in a full list, or told when nobody would take it")
    public static class AddVersusClose {
        private final Losses losses = new Losses();
        private final Gathered<Integer> gathered = new Gathered<>(losses.context(), 2, 2);
        private volatile int taken;

        @Actor
        public void add() {
            for (int i = 0; i < 3; i++) {
                List<Integer> full = gathered.add(i);
                taken += full == null ? 0 : full.size();
            }
        }

        @Actor
        public void close() {
            gathered.close();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(3, taken);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "taken, or told")
    public static class TakeVersusClose {
        private final Losses losses = new Losses();
        private final Gathered<Integer> gathered = new Gathered<>(losses.context(), 4, 4);
        private volatile int taken;

        public TakeVersusClose() {
            gathered.add(1);
            gathered.add(2);
        }

        @Actor
        public void take() {
            taken = gathered.take().size();
        }

        @Actor
        public void close() {
            gathered.close();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(2, taken);
        }
    }
}
