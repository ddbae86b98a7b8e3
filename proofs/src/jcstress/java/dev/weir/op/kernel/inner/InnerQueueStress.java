package dev.weir.op.kernel.inner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The queue is made with the first item, by whoever brings it. */
public final class InnerQueueStress {
    private InnerQueueStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both wait in the one queue")
    public static class OfferVersusOffer {
        private final InnerQueue<Integer> queue = new InnerQueue<>();

        @Actor
        public void one() {
            queue.offer(null, 1);
        }

        @Actor
        public void other() {
            queue.offer(null, 2);
        }

        @Arbiter
        public void story(L_Result result) {
            int waiting = 0;
            for (; queue.peek() != null; queue.remove()) {
                waiting++;
            }
            result.r1 = waiting;
        }
    }
}
