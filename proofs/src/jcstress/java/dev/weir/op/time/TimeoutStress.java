package dev.weir.op.time;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.TimeoutOptions;
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
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** The limit passes while items come: never inside a signal, never unnoticed. */
public final class TimeoutStress {
    private TimeoutStress() {}

    @JCStressTest
    @State
    @Outcome(id = "0, failed, 0", expect = ACCEPTABLE, desc = "too late")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "in time; a timer watches over the next one")
    public static class ItemVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusTimer() {
            Source.connect(source.timeout(Duration.ofMillis(10)), witness);
            witness.request(9);
            clock.set(Duration.ofMillis(10));
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
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, 0", expect = ACCEPTABLE, desc = "too late")
    @Outcome(id = "0, completed, 0", expect = ACCEPTABLE, desc = "in time")
    public static class EndVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public EndVersusTimer() {
            Source.connect(source.timeout(Duration.ofMillis(10)), witness);
            clock.set(Duration.ofMillis(10));
        }

        @Actor
        public void end() {
            source.complete();
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed", expect = ACCEPTABLE, desc = "failed after onSubscribe")
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "the timer was not set yet")
    public static class SubscribeVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public SubscribeVersusTimer() {
            clock.set(Duration.ofDays(1));
        }

        @Actor
        public void subscribe() {
            Source.connect(source.timeout(TimeoutOptions.total(Duration.ofNanos(1))), witness);
            clock.set(Duration.ofDays(2));
        }

        @Actor
        public void timer() {
            clock.fire();
            clock.fire();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, 0", expect = ACCEPTABLE, desc = "failed first")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "cancelled first")
    public static class TimerVersusCancel {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public TimerVersusCancel() {
            Source.connect(source.timeout(Duration.ofMillis(10)), witness);
            clock.set(Duration.ofMillis(5)); // fires early, and is set anew
        }

        @Actor
        public void timer() {
            clock.set(Duration.ofMillis(10));
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
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemToldVersusTimer {
        private final Losses losses = new Losses();
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(losses.in(clock.context()));
        private final Tap<Integer> source = new Tap<>();

        public ItemToldVersusTimer() {
            Source.connect(source.timeout(Duration.ofMillis(10)), witness);
            witness.request(9);
            clock.set(Duration.ofMillis(10));
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
        public void story(L_Result result) {
            result.r1 = losses.balance(source.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, 0", expect = ACCEPTABLE, desc = "too late")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "a timer watches over the next one, whoever saw what first")
    public static class RequestVersusItemVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public RequestVersusItemVersusTimer() {
            Source.connect(source.timeout(Duration.ofMillis(10)), witness);
            witness.request(1);
            clock.set(Duration.ofMillis(10));
        }

        @Actor
        public void request() {
            witness.request(1);
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
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "a timer watches over the next one, whoever came first")
    public static class RequestVersusItem {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public RequestVersusItem() {
            TimeoutOptions gap =
                    new TimeoutOptions(TimeoutOptions.FOREVER, Duration.ofMillis(10), TimeoutOptions.FOREVER);
            Source.connect(source.timeout(gap), witness);
            witness.request(1);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Actor
        public void item() {
            source.next(1);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the gap counts from the request")
    public static class RequestVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public RequestVersusTimer() {
            Source.connect(source.timeout(Duration.ofMillis(10)), witness);
            witness.request(1);
            source.next(1);
            clock.set(Duration.ofMillis(10));
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }
}
