package dev.weir.op.one;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Outcomes;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** What a callable returns is given, or told as undelivered. */
public final class BlockingStress {
    private BlockingStress() {}

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "given or told")
    public static class OutcomeVersusCancel {
        private final Losses losses = new Losses();
        private final CountDownLatch latch = new CountDownLatch(1);
        private final Outcomes outcomes = Outcomes.of(One.blocking(this::opened), losses.context());

        private int opened() throws InterruptedException {
            latch.await();
            return 1;
        }

        @Actor
        public void outcome() {
            latch.countDown();
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            while (outcomes.values() + losses.count() == 0) {
                Thread.yield(); // one that is lost makes the test hang
            }
            result.r1 = losses.balance(1, outcomes.values());
        }
    }
}
