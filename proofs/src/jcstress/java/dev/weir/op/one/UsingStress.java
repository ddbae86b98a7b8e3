package dev.weir.op.one;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Outcomes;
import dev.weir.op.kernel.race.Requested;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** What was opened is closed, once, whenever the cancellation comes. */
public final class UsingStress {
    private UsingStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1, nothing", expect = ACCEPTABLE, desc = "closed, as it was opened too late, or not used any more")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "closed, and used")
    public static class OpenVersusCancel {
        private final Requested closes = new Requested();
        private final Deferred open = new Deferred();
        private final Outcomes outcomes =
                Outcomes.of(One.using(open, resource -> One.of(2), resource -> One.supply(() -> closes.add(1))));

        @Actor
        public void opened() {
            open.give(1);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = closes.get();
            result.r2 = outcomes.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, nothing", expect = ACCEPTABLE, desc = "closed, and cancelled")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "closed, and used")
    public static class UseVersusCancel {
        private final Requested closes = new Requested();
        private final Deferred use = new Deferred();
        private final Outcomes outcomes =
                Outcomes.of(One.using(One.of(1), resource -> use, resource -> One.supply(() -> closes.add(1))));

        @Actor
        public void used() {
            use.give(2);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = closes.get();
            result.r2 = outcomes.story();
        }
    }
}
