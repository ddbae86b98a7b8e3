package dev.weir.op.kernel.race;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A timer ends the stream between two signals or is remembered by the one that is handled: it is never lost. */
public final class ExclusiveEndStress {
    private ExclusiveEndStress() {}

    @JCStressTest
    @State
    @Outcome(id = "ended, false", expect = ACCEPTABLE, desc = "the timer was first, the signal finds it over")
    @Outcome(id = "waits, true", expect = ACCEPTABLE, desc = "the signal looks at the time when it leaves")
    @Outcome(id = "again, true", expect = ACCEPTABLE, desc = "the timer looks again, and so may the signal")
    @Outcome(id = "again, false", expect = ACCEPTABLE, desc = "the timer came just after the signal")
    public static class SignalVersusTimer {
        private final ExclusiveEnd turn = new ExclusiveEnd();

        @Actor
        public void signal(LL_Result result) {
            result.r2 = turn.enter() && turn.leave();
        }

        @Actor
        public void timer(LL_Result result) {
            result.r1 = turn.endAt(turn.number()) ? "ended" : turn.ask() ? "waits" : "again";
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "nobody ended it while the signal was handled")
    public static class SignalVersusTimerInside {
        private final ExclusiveEnd turn = new ExclusiveEnd();
        private final long pause = turn.number();

        @Actor
        public void signal(L_Result result) {
            boolean entered = turn.enter();
            boolean before = turn.number() < 0;
            result.r1 = entered && !before && turn.number() < 0;
            turn.leave();
        }

        @Actor
        public void timer() {
            turn.endAt(pause);
            turn.endAt(turn.number());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the end")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the timer")
    public static class EndVersusTimer {
        private final ExclusiveEnd turn = new ExclusiveEnd();

        @Actor
        public void end(ZZ_Result result) {
            result.r1 = turn.end();
        }

        @Actor
        public void timer(ZZ_Result result) {
            result.r2 = turn.endAt(turn.number());
        }
    }
}
