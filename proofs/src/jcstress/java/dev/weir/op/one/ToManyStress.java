package dev.weir.op.one;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A One at the border to a stream. */
public final class ToManyStress {
    private ToManyStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "what was begun is cancelled")
    public static class RequestVersusCancel {
        private final Deferred deferred = new Deferred();
        private final Witness<Integer> witness = new Witness<>();

        public RequestVersusCancel() {
            Source.connect(deferred.toMany(), witness);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = deferred.cancels() == (deferred.isStarted() ? 1 : 0);
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(id = "1, completed, 0", expect = ACCEPTABLE, desc = "the outcome")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "cancelled when the item was out")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "cancelled when there was an outcome, but it was not out")
    public static class OutcomeVersusCancel {
        private final Deferred deferred = new Deferred();
        private final Witness<Integer> witness = new Witness<>();

        public OutcomeVersusCancel() {
            Source.connect(deferred.toMany(), witness);
            witness.request(1);
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = deferred.cancels();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "1 + 2 for the stream")
    public static class StreamVersusRequest {
        private final Deferred deferred = new Deferred();
        private final Tap<Integer> stream = new Tap<>();
        private final Witness<Integer> witness = new Witness<>();

        public StreamVersusRequest() {
            Source.connect(deferred.flatMapMany(i -> stream), witness);
            witness.request(1);
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void request() {
            witness.request(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = stream.asked();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class OutcomeToldVersusCancel {
        private final Losses losses = new Losses();
        private final Deferred deferred = new Deferred();
        private final Witness<Integer> witness = new Witness<>(losses.context());

        public OutcomeToldVersusCancel() {
            Source.connect(deferred.toMany(), witness);
            witness.request(1);
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(1, witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ValueToldVersusCancel {
        private final Losses losses = new Losses();
        private volatile int made;
        private final Witness<Integer> witness = new Witness<>(losses.context());

        public ValueToldVersusCancel() {
            Source.connect(One.supply(() -> made = 1).toMany(), witness);
        }

        @Actor
        public void request() {
            witness.request(1);
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
