package dev.weir.op.flatten;

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

/** The elements of a collection are emitted as they are asked for. */
public final class FlatMapIterableStress {
    private FlatMapIterableStress() {}

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each element is delivered, or told as undelivered")
    public static class CollectionToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public CollectionToldVersusCancel() {
            Source.connect(source.flatMapIterable(item -> List.of(item, item)), witness);
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
        public void story(L_Result result) {
            int told = witness.items() + losses.count();
            result.r1 = told == source.sent() && witness.items() == 0
                    ? "all told" // the item itself, for which the function was not called
                    : losses.balance(2 * source.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both elements and both requests have met")
    public static class CollectionVersusRequests {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public CollectionVersusRequests() {
            Source.connect(source.flatMapIterable(item -> List.of(item, item)), witness);
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
            result.r1 = witness.story();
        }
    }
}
