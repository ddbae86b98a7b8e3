package dev.weir.op.group;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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

/** A list is due when it is full or when its time has passed: once, and never forgotten. */
public final class BufferTimedStress {
    private BufferTimedStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "both items, in one list or in two")
    public static class ItemVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Object> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusTimer() {
            Source.connect(source.buffer(2, Duration.ofMillis(1)).flatMapIterable(list -> list), witness);
            witness.request(9);
            source.next(1);
            clock.set(Duration.ofMillis(1));
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
        public void story(LL_Result result) {
            clock.set(Duration.ofDays(1));
            clock.fire();
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "the list, as soon as it is both due and demanded")
    public static class RequestVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Object> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public RequestVersusTimer() {
            Source.connect(source.buffer(2, Duration.ofMillis(1)), witness);
            witness.request(1);
            source.next(1);
            clock.set(Duration.ofMillis(1));
            clock.fire();
            source.next(2);
            clock.set(Duration.ofMillis(2));
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
            clock.set(Duration.ofDays(1));
            clock.fire();
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, completed, 0", expect = ACCEPTABLE, desc = "the list, then the end")
    public static class EndVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Object> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public EndVersusTimer() {
            Source.connect(source.buffer(2, Duration.ofMillis(1)), witness);
            witness.request(9);
            source.next(1);
            clock.set(Duration.ofMillis(1));
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
            clock.set(Duration.ofDays(1));
            clock.fire();
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[01], 0", expect = ACCEPTABLE, desc = "no timer runs on")
    public static class CancelVersusTimer {
        private final HandClock clock = new HandClock();
        private final Witness<Object> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public CancelVersusTimer() {
            Source.connect(source.buffer(2, Duration.ofMillis(1)), witness);
            witness.request(9);
            source.next(1);
            clock.set(Duration.ofMillis(1));
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Actor
        public void timer() {
            clock.fire();
        }

        @Arbiter
        public void story(LL_Result result) {
            clock.set(Duration.ofDays(1));
            clock.fire();
            result.r1 = witness.story();
            result.r2 = clock.pending();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "no timer is set any more")
    public static class ItemVersusCancel {
        private final HandClock clock = new HandClock();
        private final Witness<Object> witness = new Witness<>(clock.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemVersusCancel() {
            Source.connect(source.buffer(2, Duration.ofMillis(1)), witness);
            witness.request(9);
        }

        @Actor
        public void item() {
            source.next(1);
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
    public static class ItemsToldVersusCancel {
        private final Losses losses = new Losses();
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(losses.in(clock.context()));
        private final Tap<Integer> source = new Tap<>();

        public ItemsToldVersusCancel() {
            Source.connect(source.buffer(2, Duration.ofMillis(1)).flatMapIterable(list -> list), witness);
            witness.request(9);
            source.next(1);
        }

        @Actor
        public void items() {
            source.next(2);
            source.next(3);
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
