package dev.weir.op.kernel.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.HandExecutor;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Outcomes;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** An outcome that is on its way is given, or told as undelivered. */
public final class HoldingStress {
    private HoldingStress() {}

    @JCStressTest
    @State
    @Outcome(id = "all told, 0", expect = ACCEPTABLE, desc = "given or told; no timer runs on")
    public static class TimerVersusCancel {
        private final Losses losses = new Losses();
        private final HandClock clock = new HandClock();
        private final Outcomes outcomes =
                Outcomes.of(One.of(1).delay(Duration.ofMillis(1)), losses.in(clock.context()));

        public TimerVersusCancel() {
            clock.set(Duration.ofMillis(1));
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = losses.balance(1, outcomes.values());
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "given or told")
    public static class ExecutorVersusCancel {
        private final Losses losses = new Losses();
        private final HandExecutor executor = new HandExecutor();
        private final Outcomes outcomes = Outcomes.of(One.of(1).publishOn(executor), losses.context());

        @Actor
        public void executor() {
            executor.runAll();
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(1, outcomes.values());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "given or told")
    public static class StartVersusCancel {
        private final Losses losses = new Losses();
        private final HandExecutor executor = new HandExecutor();
        private final Outcomes outcomes = new Outcomes(losses.context());
        private volatile int made;

        public StartVersusCancel() {
            outcomes.makeKnown();
        }

        @Actor
        public void start() {
            outcomes.start(One.supply(() -> made = 1).publishOn(executor));
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            executor.runAll();
            result.r1 = losses.balance(made, outcomes.values());
        }
    }
}
