package dev.weir.op.kernel.inner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.Retry;
import dev.weir.op.kernel.HandClock;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** The demand that one source left over goes to the next: all of it, once. */
public final class HandoverStress {
    private HandoverStress() {}

    @JCStressTest
    @State
    @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "2 + 3 less the 1 that came")
    public static class RecoverVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public RecoverVersusRequest() {
            Source.connect(first.onErrorResume(failure -> second), witness);
            witness.request(2);
            first.next(1);
        }

        @Actor
        public void change() {
            first.fail();
        }

        @Actor
        public void request() {
            witness.request(3);
        }

        @Arbiter
        public void story(JL_Result result) {
            result.r1 = second.asked();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "2 + 3 less the 1 that came")
    public static class ConcatVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public ConcatVersusRequest() {
            Source.connect(Many.concat(first, second), witness);
            witness.request(2);
            first.next(1);
        }

        @Actor
        public void change() {
            first.complete();
        }

        @Actor
        public void request() {
            witness.request(3);
        }

        @Arbiter
        public void story(JL_Result result) {
            result.r1 = second.asked();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "2 + 3 less the 1 that came")
    public static class ConcatMapVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public ConcatMapVersusRequest() {
            Source.connect(Many.of(1, 2).concatMap(i -> i == 1 ? first : second), witness);
            witness.request(2);
            first.next(1);
        }

        @Actor
        public void change() {
            first.complete();
        }

        @Actor
        public void request() {
            witness.request(3);
        }

        @Arbiter
        public void story(JL_Result result) {
            result.r1 = second.asked();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "2 + 3 less the 1 that came")
    public static class RetryVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public RetryVersusRequest() {
            Source.connect(Many.defer(() -> first.isStarted() ? second : first).retry(Retry.atMost(1)), witness);
            witness.request(2);
            first.next(1);
        }

        @Actor
        public void change() {
            first.fail();
        }

        @Actor
        public void request() {
            witness.request(3);
        }

        @Arbiter
        public void story(JL_Result result) {
            result.r1 = second.asked();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3, 2", expect = ACCEPTABLE, desc = "2 + 3 less the 2 that came")
    public static class ItemAndSwitchVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public ItemAndSwitchVersusRequest() {
            Source.connect(Many.concat(first, second), witness);
            witness.request(2);
            first.next(1);
        }

        @Actor
        public void itemAndChange() {
            first.next(2);
            first.complete();
        }

        @Actor
        public void request() {
            witness.request(3);
        }

        @Arbiter
        public void story(JL_Result result) {
            result.r1 = second.asked();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "the empty ones between take nothing")
    public static class EmptyBetweenVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public EmptyBetweenVersusRequest() {
            Source.connect(Many.concat(first, Many.empty(), Many.empty(), second), witness);
            witness.request(2);
            first.next(1);
        }

        @Actor
        public void change() {
            first.complete();
        }

        @Actor
        public void request() {
            witness.request(3);
        }

        @Arbiter
        public void story(JL_Result result) {
            result.r1 = second.asked();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "no source runs on")
    public static class SwitchVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public SwitchVersusCancel() {
            Source.connect(first.onErrorResume(failure -> second), witness);
            witness.request(2);
            first.next(1);
        }

        @Actor
        public void change() {
            first.fail();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = second.isStarted() ? second.isCancelled() : first.isCancelled();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, completed", expect = ACCEPTABLE, desc = "once, by who was last")
    public static class OuterEndVersusInnerEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public OuterEndVersusInnerEnd() {
            Source.connect(first.concatMap(i -> second), witness);
            first.next(1);
        }

        @Actor
        public void outer() {
            first.complete();
        }

        @Actor
        public void inner() {
            second.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "0, failed, (given (reported|not made)|(reported|not made) given)",
            expect = ACCEPTABLE,
            desc = "one is delivered, the other reported or, being cancelled, not made")
    public static class OuterFailureVersusInnerFailure {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        private final Marked outer = new Marked();
        private final Marked inner = new Marked();

        public OuterFailureVersusInnerFailure() {
            Source.connect(first.concatMap(i -> second), witness);
            first.next(1);
        }

        @Actor
        public void outer() {
            first.fail(outer);
        }

        @Actor
        public void inner() {
            second.fail(inner);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = first.fate(outer) + " " + second.fate(inner);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "neither a timer nor a source runs on")
    public static class RetryTimerVersusCancel {
        private final HandClock clock = new HandClock();
        private final Witness<Integer> witness = new Witness<>(clock.context());
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        public RetryTimerVersusCancel() {
            Many<Integer> source = Many.defer(() -> first.isStarted() ? second : first);
            Source.connect(source.retry(Retry.backoff(9, Duration.ofMillis(1)).withJitter(0)), witness);
            first.fail();
            clock.set(Duration.ofMillis(1));
        }

        @Actor
        public void timer() {
            clock.fire();
            second.failIfStarted();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = clock.pending() == 0 && !second.isRunning();
        }
    }
}
