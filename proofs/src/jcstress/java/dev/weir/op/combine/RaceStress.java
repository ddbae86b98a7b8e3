package dev.weir.op.combine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Operators;
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

/** Two streams of which one wins. */
public final class RaceStress {
    private RaceStress() {}

    private static void connect(Tap<Integer> one, Tap<Integer> other, Witness<Integer> witness) {
        Source.connect(one.through(Operators.raceWith(other)), witness);
    }

    @JCStressTest
    @State
    @Outcome(id = "2, true, all told", expect = ACCEPTABLE, desc = "one wins, and of the other nothing is lost untold")
    public static class OneVersusOther {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public OneVersusOther() {
            connect(one, other, witness);
            witness.request(2);
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
        public void story(LLL_Result result) {
            result.r1 = witness.story();
            result.r2 = one.isCancelled() != other.isCancelled();
            result.r3 = losses.balance(one.sent() + other.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, not made, false", expect = ACCEPTABLE, desc = "the item, and the other was cancelled")
    @Outcome(id = "1, reported, false", expect = ACCEPTABLE, desc = "the item, and the failure was too late")
    @Outcome(id = "0, failed, given, true", expect = ACCEPTABLE, desc = "the failure, and the other was cancelled")
    public static class ItemVersusFailure {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();
        private final Marked failure = new Marked();

        public ItemVersusFailure() {
            connect(one, other, witness);
            witness.request(1);
        }

        @Actor
        public void item() {
            one.next(1);
        }

        @Actor
        public void failure() {
            other.fail(failure);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = witness.story();
            result.r2 = other.fate(failure);
            result.r3 = one.isCancelled();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "the winner has been asked for everything")
    public static class ItemVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public ItemVersusRequest() {
            connect(one, other, witness);
            witness.request(1);
        }

        @Actor
        public void item() {
            other.next(1);
        }

        @Actor
        public void request() {
            witness.request(2);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = other.asked();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, all told", expect = ACCEPTABLE, desc = "neither runs on, and nothing is lost untold")
    public static class ItemVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> one = new Tap<>();
        private final Tap<Integer> other = new Tap<>();

        public ItemVersusCancel() {
            connect(one, other, witness);
            witness.request(2);
        }

        @Actor
        public void item() {
            one.next(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = one.isCancelled() && other.isCancelled();
            result.r2 = losses.balance(one.sent(), witness.items());
        }
    }
}
