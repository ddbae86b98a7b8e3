package dev.weir.op.flatten;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
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

/** The newest stream takes over at any moment. */
public final class SwitchMapStress {
    private SwitchMapStress() {}

    @JCStressTest
    @State
    @Outcome(id = "[01], true, false", expect = ACCEPTABLE, desc = "the old stream is cancelled, the newest runs")
    public static class ItemVersusSwitch {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> old = new Tap<>();
        private final Tap<Integer> newest = new Tap<>();

        public ItemVersusSwitch() {
            Source.connect(outer.switchMap(i -> i == 1 ? old : newest), witness);
            outer.next(1);
            witness.request(2);
        }

        @Actor
        public void item() {
            old.next(1);
        }

        @Actor
        public void change() {
            outer.next(2);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = witness.story();
            result.r2 = old.isCancelled();
            result.r3 = newest.isCancelled();
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "[1-3]",
            expect = ACCEPTABLE,
            desc = "both new ones, if there was demand left, and perhaps the old one")
    public static class OldItemsVersusNewItems {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> old = new Tap<>();
        private final Tap<Integer> newest = new Tap<>();

        public OldItemsVersusNewItems() {
            Source.connect(outer.switchMap(i -> i == 1 ? old : newest), witness);
            outer.next(1);
            witness.request(3);
        }

        @Actor
        public void oldItem() {
            old.next(1);
        }

        @Actor
        public void newItems() {
            outer.next(2);
            newest.next(2);
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
        private final Tap<Integer> old = new Tap<>();
        private final Tap<Integer> newest = new Tap<>();

        public EndVersusOuterEnd() {
            Source.connect(outer.switchMap(i -> i == 1 ? old : newest), witness);
            outer.next(1);
            witness.request(2);
        }

        @Actor
        public void inner() {
            old.complete();
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
    @Outcome(id = "0, failed", expect = ACCEPTABLE, desc = "the outer end does not hide it")
    public static class FailureVersusOuterEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> old = new Tap<>();
        private final Tap<Integer> newest = new Tap<>();

        public FailureVersusOuterEnd() {
            Source.connect(outer.switchMap(i -> i == 1 ? old : newest), witness);
            outer.next(1);
            witness.request(2);
        }

        @Actor
        public void inner() {
            old.fail(new Marked());
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
    @Outcome(id = "0, failed, given", expect = ACCEPTABLE, desc = "it was the newest")
    @Outcome(id = "0, reported", expect = ACCEPTABLE, desc = "it was not any more")
    @Outcome(id = "0, not made", expect = ACCEPTABLE, desc = "cancelled before it was made")
    public static class FailureVersusSwitch {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> old = new Tap<>();
        private final Tap<Integer> newest = new Tap<>();

        private final Marked failure = new Marked();

        public FailureVersusSwitch() {
            Source.connect(outer.switchMap(i -> i == 1 ? old : newest), witness);
            outer.next(1);
            witness.request(2);
        }

        @Actor
        public void fail() {
            old.fail(failure);
        }

        @Actor
        public void change() {
            outer.next(2);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = old.fate(failure);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "no stream runs on")
    public static class SwitchVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> old = new Tap<>();
        private final Tap<Integer> newest = new Tap<>();

        public SwitchVersusCancel() {
            Source.connect(outer.switchMap(i -> i == 1 ? old : newest), witness);
            outer.next(1);
            witness.request(2);
        }

        @Actor
        public void change() {
            outer.next(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = outer.isCancelled() && old.isCancelled() && (newest.isCancelled() || !newest.isStarted());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsToldVersusSwitch {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> old = new Tap<>();
        private final Tap<Integer> newest = new Tap<>();

        public ItemsToldVersusSwitch() {
            Source.connect(outer.switchMap(i -> i == 1 ? old : newest), witness);
            outer.next(1);
            witness.request(1);
        }

        @Actor
        public void items() {
            old.next(1);
            old.next(2);
        }

        @Actor
        public void change() {
            outer.next(2);
            newest.next(3);
        }

        @Arbiter
        public void story(L_Result result) {
            witness.cancel();
            result.r1 = losses.balance(old.sent() + newest.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> outer = new Tap<>();
        private final Tap<Integer> old = new Tap<>();

        public ItemsToldVersusCancel() {
            Source.connect(outer.switchMap(i -> old), witness);
            outer.next(1);
            witness.request(1);
        }

        @Actor
        public void items() {
            old.next(1);
            old.next(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(old.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "both items of both lists, as they are asked for")
    public static class KnownVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> outer = new Tap<>();

        public KnownVersusRequest() {
            Source.connect(outer.switchMap(i -> Many.of(i, i)), witness);
            witness.request(2);
            outer.next(1);
        }

        @Actor
        public void item() {
            outer.next(2);
        }

        @Actor
        public void request() {
            witness.request(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }
}
