package dev.weir.op.flatten;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Deferred;
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

/** Inner streams signal side by side, the outer one beside them. */
public final class FlatMapStress {
    private FlatMapStress() {}

    @JCStressTest
    @State
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "two of each")
    public static class ItemsVersusItems {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public ItemsVersusItems() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
            witness.request(4);
            outer.next(1);
            outer.next(2);
        }

        @Actor
        public void one() {
            one.next(1);
            one.next(2);
        }

        @Actor
        public void other() {
            other.next(3);
            other.next(4);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "both items and both requests have met")
    public static class ItemsVersusRequests {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public ItemsVersusRequests() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
            witness.request(1);
            outer.next(1);
            one.next(0);
        }

        @Actor
        public void items() {
            one.next(1);
            one.next(2);
        }

        @Actor
        public void requests() {
            witness.request(1);
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, completed", expect = ACCEPTABLE, desc = "once, by who was last")
    public static class EndVersusOuterEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public EndVersusOuterEnd() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
            outer.next(1);
        }

        @Actor
        public void inner() {
            one.complete();
        }

        @Actor
        public void outer() {
            outer.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "nothing is lost at the end")
    public static class ItemAndEndVersusItemAndEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public ItemAndEndVersusItemAndEnd() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
            witness.request(2);
            outer.next(1);
            outer.next(2);
            outer.complete();
        }

        @Actor
        public void one() {
            one.next(1);
            one.complete();
        }

        @Actor
        public void other() {
            other.next(2);
            other.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed", expect = ACCEPTABLE, desc = "the outer end does not hide it")
    public static class FailureVersusOuterEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public FailureVersusOuterEnd() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
            outer.next(1);
        }

        @Actor
        public void inner() {
            one.fail(new Marked());
        }

        @Actor
        public void outer() {
            outer.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "0, failed, (given (reported|not made)|(reported|not made) given)",
            expect = ACCEPTABLE,
            desc = "one is delivered, the other reported or, being cancelled, not made")
    public static class FailureVersusFailure {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        private final Marked failure = new Marked();
        private final Marked otherFailure = new Marked();

        public FailureVersusFailure() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
            outer.next(1);
            outer.next(2);
        }

        @Actor
        public void one() {
            one.fail(failure);
        }

        @Actor
        public void other() {
            other.fail(otherFailure);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = one.fate(failure) + " " + other.fate(otherFailure);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, true", expect = ACCEPTABLE, desc = "one is delivered, the other reported")
    public static class DelayedFailureVersusOuterFailure {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        private final Marked failure = new Marked();
        private final Marked outerFailure = new Marked();

        public DelayedFailureVersusOuterFailure() {
            Source.connect(outer.flatMapDelayingErrors(2, i -> i == 1 ? one : other), witness);
            outer.next(1);
        }

        @Actor
        public void inner() {
            one.fail(failure);
        }

        @Actor
        public void outer() {
            outer.fail(outerFailure);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = failure.isDropped() != outerFailure.isDropped();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "the inner stream never runs on")
    public static class SubscribeVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public SubscribeVersusCancel() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
        }

        @Actor
        public void subscribe() {
            outer.next(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outer.isCancelled() && (one.isCancelled() || !one.isStarted());
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "both values, and then the end")
    public static class ValueVersusValueVersusOuterEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Deferred one = new Deferred();
        private final Deferred other = new Deferred();

        public ValueVersusValueVersusOuterEnd() {
            Source.connect(outer.flatMap(2, i -> (i == 1 ? one : other).toMany()), witness);
            witness.request(2);
            outer.next(1);
            outer.next(2);
        }

        @Actor
        public void one() {
            one.give(1);
        }

        @Actor
        public void other() {
            other.give(2);
        }

        @Actor
        public void outer() {
            outer.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "the One is cancelled, or never was started")
    public static class RunVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Deferred one = new Deferred();

        public RunVersusCancel() {
            Source.connect(outer.flatMap(2, i -> one.toMany()), witness);
            witness.request(1);
        }

        @Actor
        public void run() {
            outer.next(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outer.isCancelled() && (one.cancels() == 1 || !one.isStarted());
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "2 at first and 1 for each that ended")
    public static class ReplenishVersusReplenish {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public ReplenishVersusReplenish() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
            witness.request(1);
            outer.next(1);
            outer.next(2);
        }

        @Actor
        public void one() {
            one.complete();
        }

        @Actor
        public void other() {
            other.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = outer.asked();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public ItemsToldVersusCancel() {
            Source.connect(outer.flatMap(2, i -> i == 1 ? one : other), witness);
            outer.next(1);
            outer.next(2);
            witness.request(1);
        }

        @Actor
        public void items() {
            one.next(1);
            other.next(2);
            one.next(3);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(one.sent() + other.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class WaitingToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> one = new Tap<>();

        public WaitingToldVersusCancel() {
            Source.connect(outer.flatMap(2, i -> one), witness);
            witness.request(1);
            outer.next(1);
            one.next(1);
            one.next(2);
            one.next(3);
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
            result.r1 = losses.balance(one.sent(), witness.items());
        }
    }
}
