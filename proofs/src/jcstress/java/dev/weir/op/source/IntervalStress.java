package dev.weir.op.source;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Ticks go on one after the other until they are cancelled. */
public final class IntervalStress {
    private IntervalStress() {}

    @JCStressTest
    @State
    @Outcome(id = "[01], 0", expect = ACCEPTABLE, desc = "no timer runs on")
    public static class TickVersusCancel {
        private final HandClock clock = new HandClock();
        private final Witness<Long> witness = new Witness<>(clock.context());

        public TickVersusCancel() {
            Source.connect(Many.interval(Duration.ofMillis(1)), witness);
            witness.request(9);
            clock.set(Duration.ofMillis(1));
        }

        @Actor
        public void tick() {
            clock.fire();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[0-2], 1, 0", expect = ACCEPTABLE, desc = "one timer at a time, and none after the cancellation")
    public static class SubscribeVersusTick {
        private final HandClock clock = new HandClock();
        private final Witness<Long> witness = new Witness<>(clock.context());

        @Actor
        public void subscribe() {
            Source.connect(Many.interval(Duration.ofMillis(1)), witness);
            clock.set(Duration.ofMillis(1));
        }

        @Actor
        public void tick() {
            clock.fire();
            clock.fire();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = witness.story();
            result.r2 = clock.pending();
            witness.cancel();
            result.r3 = clock.pending();
        }
    }
}
