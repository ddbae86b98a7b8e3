package dev.weir.op.flatten;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.stage.Source;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Ones run side by side and are emitted in order. */
public final class MapAsyncStress {
    private MapAsyncStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "what was begun is cancelled")
    public static class ItemVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();

        public ItemVersusCancel() {
            Source.connect(source.mapAsync(2, i -> i == 1 ? first : second), witness);
        }

        @Actor
        public void item() {
            source.next(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = first.cancels() == (first.isStarted() ? 1 : 0);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "both, in order, then the end")
    public static class OutcomeVersusOutcome {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();

        public OutcomeVersusOutcome() {
            Source.connect(source.mapAsync(2, i -> i == 1 ? first : second), witness);
            witness.request(2);
            source.next(1);
            source.next(2);
            source.complete();
        }

        @Actor
        public void first() {
            first.give(1);
        }

        @Actor
        public void second() {
            second.give(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "the value and the demand have met")
    public static class OutcomeVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();

        public OutcomeVersusRequest() {
            Source.connect(source.mapAsync(2, i -> i == 1 ? first : second), witness);
            witness.request(1);
            source.next(1);
            source.next(2);
            first.give(1);
        }

        @Actor
        public void outcome() {
            second.give(2);
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
    @Outcome(id = "0, failed, 1", expect = ACCEPTABLE, desc = "the failure, and the other is cancelled")
    public static class FailureVersusOuterEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();

        public FailureVersusOuterEnd() {
            Source.connect(source.mapAsync(2, i -> i == 1 ? first : second), witness);
            source.next(1);
            source.next(2);
        }

        @Actor
        public void fail() {
            first.give(new Failure(new Marked(), null));
        }

        @Actor
        public void end() {
            source.complete();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = second.cancels();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class OutcomesToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();

        public OutcomesToldVersusCancel() {
            Source.connect(source.mapAsync(2, i -> i == 1 ? first : second), witness);
            witness.request(1);
            source.next(1);
            source.next(2);
        }

        @Actor
        public void outcomes() {
            second.give(2);
            first.give(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(2, witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ValuesToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public ValuesToldVersusCancel() {
            Source.connect(source.mapAsync(4, i -> One.of(i)), witness);
            witness.request(1);
        }

        @Actor
        public void items() {
            source.next(1);
            source.next(2);
            source.next(3);
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
