package dev.weir.op.combine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
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

/** The newest of two streams, which bring items at the same time. */
public final class CombineLatestStress {
    private CombineLatestStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2, 24", expect = ACCEPTABLE, desc = "one stream came second")
    @Outcome(id = "3, 24", expect = ACCEPTABLE, desc = "in turns; the last is of the newest")
    public static class LeftVersusRight {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();
        private int last;

        public LeftVersusRight() {
            Source.connect(Many.combineLatest(left, right, this::both), witness);
            witness.request(4);
        }

        private int both(int a, int b) {
            last = 10 * a + b;
            return last;
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
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = last;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, completed", expect = ACCEPTABLE, desc = "the last combination is not lost")
    public static class LastItemVersusEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();

        public LastItemVersusEnd() {
            Source.connect(Many.combineLatest(left, right, Integer::sum), witness);
            witness.request(1);
            right.next(1);
        }

        @Actor
        public void item() {
            left.next(1);
            left.complete();
        }

        @Actor
        public void end() {
            right.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the combination and the demand have met")
    public static class ItemVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> left = new Tap<>();
        private final Tap<Integer> right = new Tap<>();

        public ItemVersusRequest() {
            Source.connect(Many.combineLatest(left, right, Integer::sum), witness);
            left.next(1);
        }

        @Actor
        public void item() {
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
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "what is never combined is told as undelivered")
    public static class ItemsToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> left = new Tap<>();

        public ItemsToldVersusCancel() {
            Source.connect(Many.combineLatest(left, new Tap<Integer>(), (a, b) -> a), witness);
            witness.request(1);
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
            result.r1 = losses.balance(left.sent(), 0);
        }
    }
}
