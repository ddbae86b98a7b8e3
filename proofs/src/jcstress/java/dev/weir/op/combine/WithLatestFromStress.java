package dev.weir.op.combine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** The other stream fails while items come: never inside one, and the failure is delivered or reported, once. */
public final class WithLatestFromStress {
    private WithLatestFromStress() {}

    @JCStressTest
    @State
    @Outcome(id = "[01], failed, false", expect = ACCEPTABLE, desc = "delivered, between two items")
    public static class FailureVersusItem {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Tap<Integer> other = new Tap<>();
        private final Marked failure = new Marked();

        public FailureVersusItem() {
            Source.connect(source.withLatestFrom(other, Integer::sum), witness);
            witness.request(9);
            other.next(1);
        }

        @Actor
        public void item() {
            source.next(2);
        }

        @Actor
        public void fail() {
            other.fail(failure);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = failure.isDropped();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, given", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "0, completed, reported", expect = ACCEPTABLE, desc = "too late")
    @Outcome(id = "0, completed, not made", expect = ACCEPTABLE, desc = "cancelled before it was made")
    public static class FailureVersusEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Tap<Integer> other = new Tap<>();
        private final Marked failure = new Marked();

        public FailureVersusEnd() {
            Source.connect(source.withLatestFrom(other, Integer::sum), witness);
            witness.request(9);
            other.next(1);
        }

        @Actor
        public void end() {
            source.complete();
        }

        @Actor
        public void fail() {
            other.fail(failure);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = other.fate(failure);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, given, (reported|not made)", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "0, failed, reported, given", expect = ACCEPTABLE, desc = "too late, as the item has failed")
    @Outcome(id = "0, failed, not made, given", expect = ACCEPTABLE, desc = "cancelled before it was made")
    public static class FailureVersusFailingItem {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Tap<Integer> other = new Tap<>();
        private final Marked failure = new Marked();
        private final Marked itemFailure = new Marked();
        private volatile boolean hasThrown;

        public FailureVersusFailingItem() {
            Source.connect(
                    source.<Integer, Integer>withLatestFrom(other, (item, newest) -> {
                        hasThrown = true;
                        throw itemFailure;
                    }),
                    witness);
            witness.request(9);
            other.next(1);
        }

        @Actor
        public void item() {
            source.next(2);
        }

        @Actor
        public void fail() {
            other.fail(failure);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = witness.story();
            result.r2 = other.fate(failure);
            String made = itemFailure.isDropped() ? "reported" : "given";
            result.r3 = hasThrown ? made : "not made";
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "what no item has met is told")
    public static class NewestVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public NewestVersusCancel() {
            Source.connect(source.withLatestFrom(other, Integer::sum), witness);
            witness.request(9);
        }

        @Actor
        public void item() {
            other.next(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(other.sent(), 0);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, completed, all told", expect = ACCEPTABLE, desc = "the other has brought nothing")
    public static class CompletionVersusItems {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public CompletionVersusItems() {
            Source.connect(source.withLatestFrom(other, Integer::sum), witness);
            witness.request(5);
        }

        @Actor
        public void completion() {
            other.complete();
        }

        @Actor
        public void items() {
            source.next(1);
            source.next(2);
            source.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story() + ", " + losses.balance(source.sent(), 0);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "combined, or undelivered")
    public static class CancelVersusItemsAlone {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();
        private final Tap<Integer> other = new Tap<>();
        private int combined;

        public CancelVersusItemsAlone() {
            Source.connect(source.withLatestFrom(other, (item, newest) -> ++combined), witness);
            witness.request(5);
            other.next(1);
            other.complete();
        }

        @Actor
        public void items() {
            source.next(1);
            source.next(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(source.sent() + (combined == 0 ? other.sent() : 0), combined);
        }
    }
}
