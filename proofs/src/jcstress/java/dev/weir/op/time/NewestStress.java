package dev.weir.op.time;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Operators;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** An item comes as the one before it is due: it is for the next time, or takes the place of that one. */
public final class NewestStress {
    private NewestStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "after the tick, so it waits for the next")
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "in place of the one before, which is told")
    public static class SampledItemVersusTick {
        private final Losses losses = new Losses();
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(losses.in(clock.context()));
        private final Tap<Integer> source = new Tap<>();

        public SampledItemVersusTick() {
            Source.connect(source.through(Operators.sample(Duration.ofMillis(10))), witness);
            witness.request(9);
            clock.set(Duration.ofMillis(1));
            source.next(1);
            clock.set(Duration.ofMillis(10));
        }

        @Actor
        public void item() {
            source.next(2);
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = witness.story();
            result.r2 = losses.count();
            result.r3 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2, 0, 1", expect = ACCEPTABLE, desc = "after the pause, so it waits for the next")
    @Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "in place of the one before, which is told")
    public static class ThrottledItemVersusPause {
        private final Losses losses = new Losses();
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(losses.in(clock.context()));
        private final Tap<Integer> source = new Tap<>();

        public ThrottledItemVersusPause() {
            Source.connect(source.through(Operators.throttleLatest(Duration.ofMillis(10))), witness);
            witness.request(9);
            source.next(1);
            clock.set(Duration.ofMillis(1));
            source.next(2);
            clock.set(Duration.ofMillis(10));
        }

        @Actor
        public void item() {
            source.next(3);
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = witness.story();
            result.r2 = losses.count();
            result.r3 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "after the quiet, so it waits for its own")
    @Outcome(
            id = "0, 1, 1",
            expect = ACCEPTABLE,
            desc = "in place of the one before, which is told, and waits for its own quiet")
    public static class SameItemVersusQuiet {
        private final Losses losses = new Losses();
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(losses.in(clock.context()));
        private final Tap<Integer> source = new Tap<>();

        public SameItemVersusQuiet() {
            Source.connect(source.debounce(Duration.ofMillis(10)), witness);
            witness.request(9);
            clock.set(Duration.ofMillis(1));
            source.next(1);
            clock.set(Duration.ofMillis(11));
        }

        @Actor
        public void item() {
            source.next(1);
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = witness.story();
            result.r2 = losses.count();
            result.r3 = clock.pending();
        }
    }
}
