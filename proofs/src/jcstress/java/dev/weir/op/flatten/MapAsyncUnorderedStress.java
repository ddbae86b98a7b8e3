package dev.weir.op.flatten;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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
import org.openjdk.jcstress.infra.results.L_Result;

/** The next item of a key comes while the One of the one before ends. */
public final class MapAsyncUnorderedStress {
    private MapAsyncUnorderedStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "the next has begun, and both have come, in order")
    public static class EndVersusNext {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();

        public EndVersusNext() {
            Source.connect(source.mapAsyncUnordered(2, i -> 0, i -> i == 1 ? first : second), witness);
            witness.request(2);
            source.next(1);
        }

        @Actor
        public void end() {
            first.give(1);
        }

        @Actor
        public void next() {
            source.next(2);
        }

        @Arbiter
        public void story(L_Result result) {
            second.giveIfStarted(2);
            source.complete();
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or given to a function, or told")
    public static class EndVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();
        private final Deferred first = new Deferred();
        private final Deferred second = new Deferred();
        private volatile boolean given;

        public EndVersusCancel() {
            Source.connect(source.mapAsyncUnordered(2, i -> 0, this::begin), witness);
            witness.request(2);
            source.next(1);
            source.next(2);
        }

        private Deferred begin(int item) {
            given = item == 2;
            return given ? second : first;
        }

        @Actor
        public void end() {
            first.give(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(given ? 1 : 2, witness.items());
        }
    }
}
