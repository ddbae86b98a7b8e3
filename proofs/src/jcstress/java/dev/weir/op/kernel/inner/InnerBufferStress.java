package dev.weir.op.kernel.inner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** What comes to a buffer is taken, or left to who closes it, or refused. */
public final class InnerBufferStress {
    private InnerBufferStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true, \\[1\\]", expect = ACCEPTABLE, desc = "kept, and left to who closes it")
    @Outcome(id = "false, \\[\\]", expect = ACCEPTABLE, desc = "refused")
    public static class OfferVersusClose {
        private final InnerBuffer<Integer> buffer = new InnerBuffer<>();

        @Actor
        public void offer(LL_Result result) {
            result.r1 = buffer.offer(1);
        }

        @Actor
        public void close(LL_Result result) {
            result.r2 = buffer.close();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, \\[\\]", expect = ACCEPTABLE, desc = "taken")
    @Outcome(id = "null, \\[1\\]", expect = ACCEPTABLE, desc = "left to who closes it")
    public static class PollVersusClose {
        private final InnerBuffer<Integer> buffer = new InnerBuffer<>();

        public PollVersusClose() {
            buffer.offer(1);
        }

        @Actor
        public void poll(LL_Result result) {
            result.r1 = buffer.poll();
        }

        @Actor
        public void close(LL_Result result) {
            result.r2 = buffer.close();
        }
    }
}
