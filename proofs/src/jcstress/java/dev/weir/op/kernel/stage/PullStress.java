package dev.weir.op.kernel.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Witness;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Who asks, emits; the others leave their demand to it. */
public final class PullStress {
    private PullStress() {}

    private static final class Numbers extends Pull<Integer> {
        private int next;

        Numbers(Stage<? super Integer> downstream) {
            super(downstream, downstream.root());
        }

        @Override
        protected long emit(int tries, long demand) {
            long left = demand;
            for (int i = 0; i < tries && left > 0 && !isCancelled(); i++) {
                downstream.onNext(next++);
                left--;
            }
            return left;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "5", expect = ACCEPTABLE, desc = "2 + 3, one after the other")
    public static class RequestVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Numbers numbers = new Numbers(witness);

        public RequestVersusRequest() {
            witness.onSubscribe(numbers);
        }

        @Actor
        public void two() {
            witness.request(2);
        }

        @Actor
        public void three() {
            witness.request(3);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[0-2]", expect = ACCEPTABLE, desc = "0 to 2 items before the cancellation was seen")
    public static class RequestVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Numbers numbers = new Numbers(witness);

        public RequestVersusCancel() {
            witness.onSubscribe(numbers);
        }

        @Actor
        public void request() {
            witness.request(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            int before = witness.items();
            witness.request(1);
            result.r1 = witness.items() == before ? witness.story() : "emitted after the cancellation";
        }
    }
}
