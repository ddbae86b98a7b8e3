package dev.weir.op.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Who asks, emits; the others leave their demand to it. Released exactly once. */
public final class PullStress {
    private PullStress() {}

    private static final class Numbers extends Pull<Integer> {
        private final int end;
        private int next;
        private final AtomicInteger releases = new AtomicInteger();

        Numbers(Stage<? super Integer> downstream) {
            this(downstream, Integer.MAX_VALUE);
        }

        Numbers(Stage<? super Integer> downstream, int end) {
            super(downstream);
            this.end = end;
        }

        @Override
        protected boolean emit(long demand) {
            for (long left = demand; !isCancelled() && next < end; left--) {
                if (left == 0) {
                    return true;
                }
                downstream.onNext(next++);
            }
            return false;
        }

        @Override
        protected void release() {
            releases.incrementAndGet();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "5, 0", expect = ACCEPTABLE, desc = "2 + 3, one after the other")
    public static class RequestVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Numbers numbers = new Numbers(witness);

        public RequestVersusRequest() {
            witness.onSubscribe(numbers);
        }

        @Actor
        public void two() {
            witness.request(2);
        }

        @Actor
        public void three() {
            witness.request(3);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = numbers.releases.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[0-2], 1", expect = ACCEPTABLE, desc = "0 to 2 items before the cancellation was seen")
    public static class RequestVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Numbers numbers = new Numbers(witness);

        public RequestVersusCancel() {
            witness.onSubscribe(numbers);
        }

        @Actor
        public void request() {
            witness.request(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            int before = witness.items();
            witness.request(1);
            result.r1 = witness.items() == before ? witness.story() : "emitted after the cancellation";
            result.r2 = numbers.releases.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "released once")
    public static class CancelVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Numbers numbers = new Numbers(witness);

        public CancelVersusCancel() {
            witness.onSubscribe(numbers);
        }

        @Actor
        public void one() {
            witness.cancel();
        }

        @Actor
        public void other() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = numbers.releases.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the end and the cancellation release once")
    public static class EndVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Numbers numbers = new Numbers(witness, 0);

        public EndVersusCancel() {
            witness.onSubscribe(numbers);
        }

        @Actor
        public void end() {
            witness.request(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = numbers.releases.get();
        }
    }
}
