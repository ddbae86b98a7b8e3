package dev.weir;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** What a valve holds back goes on when it opens, or is told if nobody waits for it any more. */
public final class ValveStress {
    private ValveStress() {}

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item goes on, or is told")
    public static class OpenVersusCancel {
        private final Losses losses = new Losses();
        private final Valve valve = new Valve();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public OpenVersusCancel() {
            valve.close();
            Source.connect(source.through(Operators.pausable(valve)), witness);
            witness.request(9);
            source.next(1);
        }

        @Actor
        public void open() {
            valve.open();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(1, witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "it does not wait on")
    public static class OpenVersusItem {
        private final Valve valve = new Valve();
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public OpenVersusItem() {
            valve.close();
            Source.connect(source.through(Operators.pausable(valve)), witness);
            witness.request(9);
        }

        @Actor
        public void open() {
            valve.open();
        }

        @Actor
        public void item() {
            source.next(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "open in the end")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "closed in the end")
    public static class OpenVersusClose {
        private final Valve valve = new Valve();
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public OpenVersusClose() {
            valve.close();
            Source.connect(source.through(Operators.pausable(valve)), witness);
            witness.request(9);
            source.next(1);
        }

        @Actor
        public void open() {
            valve.open();
        }

        @Actor
        public void close() {
            valve.close();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            source.next(2);
            result.r2 = witness.story();
        }
    }
}
