package dev.weir.op.kernel.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.op.kernel.HandExecutor;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Outcomes;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.root.Undelivered;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** The end of a stream is the outcome of a run, which can be cancelled while it starts, waits or ends. */
public final class TerminalStress {
    private TerminalStress() {}

    @JCStressTest
    @State
    @Outcome(
            id = "all told, true",
            expect = ACCEPTABLE,
            desc = "the item is given or told, and the stream is cancelled")
    public static class FirstVersusCancel {
        private final Losses losses = new Losses();
        private final Tap<Integer> source = new Tap<>();
        private final Outcomes outcomes = Outcomes.of(source.first(), losses.context());

        @Actor
        public void item() {
            source.next(1);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = losses.balance(source.sent(), outcomes.values());
            result.r2 = source.isCancelled();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "the sum, whether the stream ends while it is started or later")
    public static class StartVersusEnd {
        private final HandExecutor executor = new HandExecutor();
        private final Outcomes outcomes = new Outcomes();

        @Actor
        public void start() {
            outcomes.start(Many.of(1, 2).subscribeOn(executor).reduce(() -> 0, Integer::sum));
        }

        @Actor
        public void end() {
            executor.runAll();
        }

        @Arbiter
        public void story(L_Result result) {
            executor.runAll();
            result.r1 = outcomes.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "nothing, true", expect = ACCEPTABLE, desc = "the stream does not run on")
    public static class StartVersusCancel {
        private final Tap<Integer> source = new Tap<>();
        private final Outcomes outcomes = new Outcomes();

        public StartVersusCancel() {
            outcomes.makeKnown();
        }

        @Actor
        public void start() {
            outcomes.start(source.count());
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = source.isCancelled() || !source.isStarted();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "Marked, given", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "nothing, reported", expect = ACCEPTABLE, desc = "too late")
    @Outcome(id = "nothing, not made", expect = ACCEPTABLE, desc = "cancelled before it was made")
    public static class FailureVersusCancel {
        private final Tap<Integer> source = new Tap<>();
        private final Marked failure = new Marked();
        private final Outcomes outcomes = Outcomes.of(source.count());

        @Actor
        public void fail() {
            source.fail(failure);
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = source.fate(failure);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "given or told, and nothing else is told")
    public static class StartedItemVersusCancel {
        private final AtomicInteger told = new AtomicInteger();
        private final Outcomes outcomes = new Outcomes(
                Undelivered.with(Object.class, item -> told.incrementAndGet()).apply(Context.empty()));
        private volatile int made;

        public StartedItemVersusCancel() {
            outcomes.makeKnown();
        }

        @Actor
        public void start() {
            outcomes.start(
                    Many.defer(() -> Many.of(1)).doOnNext(item -> made = item).first());
        }

        @Actor
        public void cancel() {
            outcomes.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            int untold = made - outcomes.values() - told.get();
            result.r1 = untold == 0 ? "all told" : untold + " untold";
        }
    }
}
