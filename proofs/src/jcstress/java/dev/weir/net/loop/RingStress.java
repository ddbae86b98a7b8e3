package dev.weir.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** What one thread has added the other takes, whole and in order, and nothing else. */
public final class RingStress {
    private RingStress() {}

    @JCStressTest
    @State
    @Outcome(id = "12", expect = ACCEPTABLE, desc = "the ring was full when the third came")
    @Outcome(id = "123", expect = ACCEPTABLE, desc = "one was taken before the third came")
    public static class OfferVersusPoll {
        private final Ring<int[]> ring = new Ring<>(2);
        private String taken = ""; // the taking thread's

        private void take() {
            int[] item = ring.poll();
            taken += item == null ? "" : item[0];
        }

        @Actor
        public void offer() {
            for (int i = 1; i <= 3; i++) {
                ring.offer(new int[] {i});
            }
        }

        @Actor
        public void poll() {
            take();
            take();
        }

        @Arbiter
        public void story(L_Result result) {
            take();
            take();
            take();
            result.r1 = taken;
        }
    }
}
