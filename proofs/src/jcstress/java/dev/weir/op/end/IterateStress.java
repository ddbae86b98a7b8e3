package dev.weir.op.end;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Items;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Tap;
import java.util.Iterator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A loop waits for items that come from elsewhere; a wake-up that gets lost makes these tests hang. */
public final class IterateStress {
    private IterateStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1, 2, false", expect = ACCEPTABLE, desc = "both items, then the end")
    public static class LoopVersusItems {
        private final Tap<Integer> source = new Tap<>();
        private final Iterator<Integer> loop = source.iterate().iterator();

        @Actor
        public void loop(LLL_Result result) {
            result.r1 = loop.next();
            result.r2 = loop.next();
            result.r3 = loop.hasNext();
        }

        @Actor
        public void items() {
            source.next(1);
            source.next(2);
            source.complete();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "each failure is reported")
    public static class FailureVersusClose {
        private final Tap<Integer> source = new Tap<>();
        private final Items<Integer> items = source.iterate();
        private final Marked failure = new Marked();

        @Actor
        public void fail() {
            source.fail(failure);
        }

        @Actor
        public void close() {
            items.close();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = failure.isDropped() == source.hasEnded();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "the loop ends")
    public static class LoopVersusClose {
        private final Tap<Integer> source = new Tap<>();
        private final Items<Integer> items = source.iterate();
        private final Iterator<Integer> loop = items.iterator();

        @Actor
        public void loop(L_Result result) {
            result.r1 = loop.hasNext();
        }

        @Actor
        public void close() {
            items.close();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "the item that comes while it is closed, once")
    public static class ItemVersusClose {
        private final Losses losses = new Losses();
        private final Tap<Integer> source = new Tap<>();
        private final Items<Integer> items =
                source.withContext(context -> losses.in(context)).iterate();

        @Actor
        public void item() {
            source.next(1);
        }

        @Actor
        public void close() {
            items.close();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(source.sent(), 0);
        }
    }
}
