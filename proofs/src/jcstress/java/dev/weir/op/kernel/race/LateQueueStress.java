package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The queue is made with the first item, by whoever brings it. */
public final class LateQueueStress {
    private LateQueueStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both wait in the one queue")
    public static class OfferVersusOffer {
        private final LateQueue<Integer> queue = new LateQueue<>(0);

        @Actor
        public void one() {
            queue.offer(1);
        }

        @Actor
        public void other() {
            queue.offer(2);
        }

        @Arbiter
        public void story(L_Result result) {
            int waiting = 0;
            for (; queue.peek() != null; queue.poll()) {
                waiting++;
            }
            result.r1 = waiting;
        }
    }
}
