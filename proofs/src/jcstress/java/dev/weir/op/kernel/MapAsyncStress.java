package dev.weir.op.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the value and the demand have met")
    public static class OutcomeVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();

        public OutcomeVersusRequest() {
            Source.connect(source.mapAsync(2, i -> i == 1 ? first : second), witness);
            source.next(1);
        }

        @Actor
        public void outcome() {
            first.give(1);
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
            first.give(new Failure(new Marked()));
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
}
