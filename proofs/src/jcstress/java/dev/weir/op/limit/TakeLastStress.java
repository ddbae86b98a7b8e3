package dev.weir.op.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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

/** Each item that is held is emitted, or told as undelivered. */
public final class TakeLastStress {
    private TakeLastStress() {}

    @JCStressTest
    @State
    @Outcome(
            id = "all told",
            expect = ACCEPTABLE,
            desc = "those that were held, the one that falls out, and the new one")
    public static class ItemVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusCancel() {
            Source.connect(source.through(Operators.takeLast(2)), witness);
            witness.request(Long.MAX_VALUE);
            source.next(1);
            source.next(2);
        }

        @Actor
        public void item() {
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

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "emitted at the end, or told")
    public static class EndVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public EndVersusCancel() {
            Source.connect(source.through(Operators.takeLast(2)), witness);
            witness.request(Long.MAX_VALUE);
            source.next(1);
            source.next(2);
        }

        @Actor
        public void end() {
            source.complete();
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
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "the oldest goes through, all others are told")
    public static class SkippedVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public SkippedVersusCancel() {
            Source.connect(source.through(Operators.skipLast(2)), witness);
            witness.request(Long.MAX_VALUE);
            source.next(1);
            source.next(2);
        }

        @Actor
        public void item() {
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
