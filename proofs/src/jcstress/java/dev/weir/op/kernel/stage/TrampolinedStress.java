package dev.weir.op.kernel.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.root.Trampoline;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A chain that is too long for the stack signals as others do. */
public final class TrampolinedStress {
    private TrampolinedStress() {}

    private static Many<Integer> deep(Many<Integer> source) {
        Many<Integer> many = source;
        for (int i = 0; i < Trampoline.DEEPEST + 1; i++) {
            many = many.filter(item -> true);
        }
        return many;
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the item and the demand have met")
    public static class ItemVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusRequest() {
            Source.connect(deep(source), witness);
            witness.request(1);
        }

        @Actor
        public void item() {
            source.next(1);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = source.asked() == 2 ? witness.story() : "asked for " + source.asked();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told, true", expect = ACCEPTABLE, desc = "delivered or told, and the source is cancelled")
    public static class ItemVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusCancel() {
            Source.connect(deep(source), witness);
            witness.request(1);
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
        public void story(LL_Result result) {
            result.r1 = losses.balance(source.sent(), witness.items());
            result.r2 = source.isCancelled();
        }
    }
}
