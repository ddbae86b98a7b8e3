package dev.weir.op.one;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.Outcomes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** When the time is over, one run gives the next value to all. */
public final class CacheForStress {
    private CacheForStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2, 2, 2", expect = ACCEPTABLE, desc = "one run for both")
    public static class AskVersusAsk {
        private final HandClock clock = new HandClock();
        private final AtomicInteger runs = new AtomicInteger();
        private final One<Integer> cached = One.supply(runs::incrementAndGet).cache(Duration.ofMillis(1));
        private final Outcomes one = new Outcomes(clock.context());
        private final Outcomes other = new Outcomes(clock.context());

        public AskVersusAsk() {
            Outcomes.of(cached, clock.context());
            clock.set(Duration.ofMillis(1));
        }

        @Actor
        public void one() {
            one.start(cached);
        }

        @Actor
        public void other() {
            other.start(cached);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = one.story();
            result.r2 = other.story();
            result.r3 = runs.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "who comes before the value is there shares its run")
    public static class AskVersusOutcome {
        private final HandClock clock = new HandClock();
        private final Deferred deferred = new Deferred();
        private final AtomicInteger runs = new AtomicInteger();
        private final One<Integer> cached =
                deferred.doOnSubscribe(runs::incrementAndGet).cache(Duration.ofMillis(1));
        private final Outcomes one = Outcomes.of(cached, clock.context());
        private final Outcomes other = new Outcomes(clock.context());

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void ask() {
            other.start(cached);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = one.story();
            result.r2 = other.story();
            result.r3 = runs.get();
        }
    }
}
