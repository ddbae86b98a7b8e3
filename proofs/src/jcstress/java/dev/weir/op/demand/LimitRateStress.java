package dev.weir.op.demand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Operators;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** What is asked for is passed on as items make room for it, whoever asks while one comes. */
public final class LimitRateStress {
    private LimitRateStress() {}

    @JCStressTest
    @State
    @Outcome(id = "3, 7", expect = ACCEPTABLE, desc = "the batch is full")
    public static class BatchVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public BatchVersusRequest() {
            Source.connect(source.through(Operators.<Integer>limitRate(4)), witness);
            witness.request(3);
            source.next(0);
            source.next(1);
        }

        @Actor
        public void item() {
            source.next(2);
        }

        @Actor
        public void request() {
            witness.request(100);
        }

        @Arbiter
        public void story(JJ_Result result) {
            result.r1 = witness.items();
            result.r2 = source.asked();
        }
    }
}
