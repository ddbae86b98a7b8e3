package dev.weir.op.kernel.inner;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** All inner streams that run are cancelled, also those that come or go at that moment. */
public final class StartingStress {
    private StartingStress() {}

    private static final class Leaving implements InnerHost<Integer> {
        private final Starting starting;

        Leaving(Starting starting) {
            this.starting = starting;
        }

        @Override
        public boolean innerNext(Inner<Integer> inner, Integer item) {
            throw new AssertionError("nothing is emitted");
        }

        @Override
        public void innerError(Inner<Integer> inner, Throwable failure) {
            throw new AssertionError("nothing fails", failure);
        }

        @Override
        public void innerComplete(Inner<Integer> inner) {
            starting.ended(inner);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "both inner streams are cancelled, or never were started")
    public static class StartVersusCancelAll {
        private final Starting starting = new Starting();
        private final Inner<Integer> one = new Inner<>(new Leaving(starting), new Witness<>(), 4, 0);
        private final Inner<Integer> other = new Inner<>(new Leaving(starting), new Witness<>(), 4, 0);
        private final Tap<Integer> source = new Tap<>();
        private final Tap<Integer> second = new Tap<>();

        @Actor
        public void start() {
            starting.start(one, source);
            starting.start(other, second);
        }

        @Actor
        public void cancelAll() {
            starting.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = source.isCancelled() || !source.isStarted();
            result.r2 = second.isCancelled() || !second.isStarted();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false", expect = ACCEPTABLE, desc = "what has ended is not held, and not cancelled")
    public static class StartVersusEnd {
        private final Starting starting = new Starting();
        private final Inner<Integer> inner = new Inner<>(new Leaving(starting), new Witness<>(), 4, 0);
        private final Tap<Integer> source = new Tap<>();
        private volatile boolean ended;

        @Actor
        public void start() {
            starting.start(inner, source);
        }

        @Actor
        public void end() {
            if (source.isStarted()) {
                ended = true;
                source.complete();
            }
        }

        @Arbiter
        public void story(L_Result result) {
            if (!ended) {
                source.complete();
            }
            starting.cancel();
            result.r1 = source.isCancelled();
        }
    }
}
