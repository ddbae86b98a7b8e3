package dev.weir.op.thread;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.HandExecutor;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** The executor emits while items, demand and cancellation come from elsewhere. */
public final class PublishOnStress {
    private PublishOnStress() {}

    @JCStressTest
    @State
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "nothing is lost")
    public static class ItemsVersusExecutor {
        private final HandExecutor executor = new HandExecutor();
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public ItemsVersusExecutor() {
            Source.connect(source.publishOn(executor, 4), witness);
            witness.request(9);
        }

        @Actor
        public void executor() {
            executor.runAll();
        }

        @Actor
        public void items() {
            source.next(1);
            source.next(2);
            source.complete();
        }

        @Arbiter
        public void story(L_Result result) {
            executor.runAll();
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "all that was demanded")
    public static class RequestVersusExecutor {
        private final HandExecutor executor = new HandExecutor();
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public RequestVersusExecutor() {
            Source.connect(source.publishOn(executor, 4), witness);
            witness.request(1);
            source.next(1);
            source.next(2);
        }

        @Actor
        public void executor() {
            executor.runAll();
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            executor.runAll();
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[0-2], true", expect = ACCEPTABLE, desc = "what was emitted before")
    public static class CancelVersusExecutor {
        private final HandExecutor executor = new HandExecutor();
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public CancelVersusExecutor() {
            Source.connect(source.publishOn(executor, 4), witness);
            witness.request(9);
            source.next(1);
            source.next(2);
        }

        @Actor
        public void executor() {
            executor.runAll();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            executor.runAll();
            result.r1 = witness.story();
            result.r2 = source.isCancelled();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, failed", expect = ACCEPTABLE, desc = "the failure comes after the item")
    public static class FailureVersusExecutor {
        private final HandExecutor executor = new HandExecutor();
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public FailureVersusExecutor() {
            Source.connect(source.publishOn(executor, 4), witness);
            witness.request(9);
            source.next(1);
        }

        @Actor
        public void executor() {
            executor.runAll();
        }

        @Actor
        public void fail() {
            source.fail();
        }

        @Arbiter
        public void story(L_Result result) {
            executor.runAll();
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsToldVersusCancel {
        private final Losses losses = new Losses();
        private final HandExecutor executor = new HandExecutor();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public ItemsToldVersusCancel() {
            Source.connect(source.publishOn(executor, 4), witness);
            witness.request(1);
            source.next(1);
        }

        @Actor
        public void items() {
            source.next(2);
            source.next(3);
            executor.runAll();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            executor.runAll();
            result.r1 = losses.balance(source.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class EmissionToldVersusCancel {
        private final Losses losses = new Losses();
        private final HandExecutor executor = new HandExecutor();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public EmissionToldVersusCancel() {
            Source.connect(source.publishOn(executor, 4), witness);
            witness.request(2);
            source.next(1);
            source.next(2);
            source.next(3);
        }

        @Actor
        public void executor() {
            executor.runAll();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            executor.runAll();
            result.r1 = losses.balance(source.sent(), witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "all told",
            expect = ACCEPTABLE,
            desc = "each item is told as undelivered, though the executor runs nothing")
    public static class HopThatNeverRunsVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();

        public HopThatNeverRunsVersusCancel() {
            Source.connect(source.publishOn(_ -> {}, 4), witness);
            witness.request(2);
        }

        @Actor
        public void items() {
            source.next(1);
            source.next(2);
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
