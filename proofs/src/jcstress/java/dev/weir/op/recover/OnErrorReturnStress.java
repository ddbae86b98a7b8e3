package dev.weir.op.recover;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The item in place of a failure comes once, as soon as it is asked for. */
public final class OnErrorReturnStress {
    private OnErrorReturnStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1, completed", expect = ACCEPTABLE, desc = "the item, whoever came first")
    public static class FailureVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public FailureVersusRequest() {
            Source.connect(source.onErrorReturn(failure -> 1), witness);
        }

        @Actor
        public void failure() {
            source.fail();
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, completed", expect = ACCEPTABLE, desc = "the item, of two who ask for it")
    public static class RequestVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public RequestVersusRequest() {
            Source.connect(source.onErrorReturn(failure -> 1), witness);
            source.fail();
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Actor
        public void another() {
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "the item is delivered, told as undelivered, or never made")
    public static class FailureVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();
        private int made;

        public FailureVersusCancel() {
            Source.connect(source.onErrorReturn(failure -> ++made), witness);
            witness.request(1);
        }

        @Actor
        public void failure() {
            source.fail();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(made, witness.items());
        }
    }
}
