package dev.weir.op.flatten;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.Operators;
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

/** An item that comes before it is asked for waits, and comes before what follows. */
public final class ExpandStress {
    private ExpandStress() {}

    private static void connect(Tap<Integer> source, Witness<Integer> witness) {
        Source.connect(source.through(Operators.expand(item -> Many.<Integer>empty())), witness);
        witness.request(1);
        source.next(1);
    }

    @JCStressTest
    @State
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "the item that waited, and then the end")
    public static class ItemAndEndVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public ItemAndEndVersusRequest() {
            connect(source, witness);
        }

        @Actor
        public void itemAndEnd() {
            source.next(2);
            source.complete();
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
    @Outcome(id = "2, failed", expect = ACCEPTABLE, desc = "the item that waited, and then the failure")
    public static class FailureVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public FailureVersusRequest() {
            connect(source, witness);
            source.next(2);
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
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "the item is told as undelivered, or was never sent")
    public static class ItemVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusCancel() {
            connect(source, witness);
        }

        @Actor
        public void item() {
            source.next(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(source.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "the item that waits is emitted, or told as undelivered")
    public static class RequestVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public RequestVersusCancel() {
            connect(source, witness);
            source.next(2);
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
            result.r1 = losses.balance(source.sent(), witness.items());
        }
    }
}
