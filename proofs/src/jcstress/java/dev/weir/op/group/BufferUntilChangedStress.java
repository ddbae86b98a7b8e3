package dev.weir.op.group;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.Operators;
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

/** The last list waits until it is asked for, and no item of it is lost. */
public final class BufferUntilChangedStress {
    private BufferUntilChangedStress() {}

    private static Many<List<Integer>> lists(Tap<Integer> source) {
        return source.through(Operators.bufferUntilChanged(9, item -> item / 10));
    }

    @JCStressTest
    @State
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "the last list, once it is there and asked for")
    public static class EndVersusRequest {
        private final Witness<List<Integer>> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public EndVersusRequest() {
            Source.connect(lists(source), witness);
            witness.request(1);
            source.next(1);
            source.next(11);
        }

        @Actor
        public void end() {
            source.complete();
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
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered in its list, or told as undelivered")
    public static class ItemVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<List<Integer>> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusCancel() {
            Source.connect(lists(source), witness);
            witness.request(Long.MAX_VALUE);
            source.next(1);
        }

        @Actor
        public void item() {
            source.next(11);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(source.sent(), witness.items()); // lists of one
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "the last list is delivered, or its item told as undelivered")
    public static class EndVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<List<Integer>> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public EndVersusCancel() {
            Source.connect(lists(source), witness);
            witness.request(Long.MAX_VALUE);
            source.next(1);
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
}
