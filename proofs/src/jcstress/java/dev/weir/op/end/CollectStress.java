package dev.weir.op.end;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Each item of a list that is not complete is told as undelivered. */
public final class CollectStress {
    private CollectStress() {}

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "those in the list, and the new one")
    public static class ItemVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<List<Integer>> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusCancel() {
            Source.connect(source.toList().toMany(), witness);
            witness.request(1);
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
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "those in the list, once")
    public static class FailureVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<List<Integer>> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public FailureVersusCancel() {
            Source.connect(source.toList().toMany(), witness);
            witness.request(1);
            source.next(1);
            source.next(2);
        }

        @Actor
        public void failure() {
            source.fail();
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
