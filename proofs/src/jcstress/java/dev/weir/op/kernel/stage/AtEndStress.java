package dev.weir.op.kernel.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** An action for the end happens once, whatever the end is. */
public final class AtEndStress {
    private AtEndStress() {}

    @JCStressTest
    @State
    @Outcome(id = "0, completed, COMPLETED", expect = ACCEPTABLE, desc = "the end")
    @Outcome(id = "0, CANCELLED", expect = ACCEPTABLE, desc = "the cancellation")
    @Outcome(
            id = "0, completed, CANCELLED",
            expect = ACCEPTABLE,
            desc = "the cancellation, while the end was under way")
    public static class EndVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private volatile String endings = "";

        public EndVersusCancel() {
            Source.connect(source.doFinally(ending -> endings += ending), witness);
        }

        @Actor
        public void end() {
            source.complete();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = endings;
        }
    }
}
