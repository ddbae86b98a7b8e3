package dev.weir.op.combine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.op.kernel.HandExecutor;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Marked;
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

/** Two streams in step. */
public final class ZipStress {
    private ZipStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "two pairs")
    public static class LeftVersusRight {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();

        public LeftVersusRight() {
            Source.connect(Many.zip(left, right, Integer::sum), witness);
            witness.request(2);
        }

        @Actor
        public void left() {
            left.next(1);
            left.next(2);
        }

        @Actor
        public void right() {
            right.next(3);
            right.next(4);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the pair and the demand have met")
    public static class PairVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();

        public PairVersusRequest() {
            Source.connect(Many.zip(left, right, Integer::sum), witness);
            left.next(1);
        }

        @Actor
        public void pair() {
            right.next(2);
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
    @Outcome(id = "1, completed", expect = ACCEPTABLE, desc = "the pair is not lost")
    public static class LastPairVersusEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();

        public LastPairVersusEnd() {
            Source.connect(Many.zip(left, right, Integer::sum), witness);
            witness.request(1);
        }

        @Actor
        public void left() {
            left.next(1);
            left.complete();
        }

        @Actor
        public void right() {
            right.next(2);
            right.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, given", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "0, completed, reported", expect = ACCEPTABLE, desc = "too late")
    @Outcome(id = "0, completed, not made", expect = ACCEPTABLE, desc = "cancelled before it was made")
    public static class FailureVersusEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();

        private final Marked failure = new Marked();

        public FailureVersusEnd() {
            Source.connect(Many.zip(left, right, Integer::sum), witness);
            witness.request(1);
        }

        @Actor
        public void end() {
            left.complete();
        }

        @Actor
        public void fail() {
            right.fail(failure);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = right.fate(failure);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "neither stream runs on")
    public static class SubscribeVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();
        private final HandExecutor executor = new HandExecutor();

        public SubscribeVersusCancel() {
            Source.connect(Many.zip(left, right.subscribeOn(executor), Integer::sum), witness);
        }

        @Actor
        public void subscribe() {
            executor.runAll();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = left.isCancelled() && (right.isCancelled() || !right.isStarted());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is in a pair, or told as undelivered")
    public static class ItemsToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();

        public ItemsToldVersusCancel() {
            Source.connect(Many.zip(left, right, (a, b) -> a), witness);
            witness.request(1);
            right.next(0);
        }

        @Actor
        public void items() {
            left.next(1);
            left.next(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(left.sent() + right.sent(), 2 * witness.items());
        }
    }
}
