package dev.weir.op.one;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Deferred;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.run.Failure;
import dev.weir.op.kernel.stage.Source;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** The One runs when it is asked first, once; what is asked for is left to the stream. */
public final class FlatMapManyStress {
    private FlatMapManyStress() {}

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "both requests reach the stream")
    public static class RequestVersusOutcome {
        private final Witness<Integer> witness = new Witness<>();
        private final Deferred deferred = new Deferred();
        private final Tap<Integer> stream = new Tap<>();

        public RequestVersusOutcome() {
            Source.connect(deferred.flatMapMany(value -> stream), witness);
            witness.request(1);
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void request() {
            witness.request(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = stream.asked();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "one run, and both requests")
    public static class RequestVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Deferred deferred = new Deferred();
        private final AtomicInteger runs = new AtomicInteger();
        private final Tap<Integer> stream = new Tap<>();

        public RequestVersusRequest() {
            Source.connect(deferred.doOnSubscribe(runs::incrementAndGet).flatMapMany(value -> stream), witness);
        }

        @Actor
        public void first() {
            witness.request(1);
        }

        @Actor
        public void second() {
            witness.request(2);
        }

        @Arbiter
        public void story(LL_Result result) {
            deferred.give(1);
            result.r1 = runs.get();
            result.r2 = stream.asked();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, true", expect = ACCEPTABLE, desc = "what was begun is stopped")
    public static class RequestVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Deferred deferred = new Deferred();
        private final Tap<Integer> stream = new Tap<>();

        public RequestVersusCancel() {
            Source.connect(deferred.flatMapMany(value -> stream), witness);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            boolean stopped = deferred.cancels() == (deferred.isStarted() ? 1 : 0);
            deferred.giveIfStarted(1);
            result.r1 = witness.story();
            result.r2 = stopped && !stream.isRunning();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, false", expect = ACCEPTABLE, desc = "the stream does not run on")
    public static class OutcomeVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Deferred deferred = new Deferred();
        private final Tap<Integer> stream = new Tap<>();

        public OutcomeVersusCancel() {
            Source.connect(deferred.flatMapMany(value -> stream), witness);
            witness.request(1);
        }

        @Actor
        public void outcome() {
            deferred.give(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = stream.isRunning();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, false", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "0, true", expect = ACCEPTABLE, desc = "reported")
    public static class FailureVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Deferred deferred = new Deferred();
        private final Marked failure = new Marked();
        private final Tap<Integer> stream = new Tap<>();

        public FailureVersusCancel() {
            Source.connect(deferred.flatMapMany(value -> stream), witness);
            witness.request(1);
        }

        @Actor
        public void fail() {
            deferred.give(new Failure(failure, null));
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = failure.isDropped();
        }
    }
}
