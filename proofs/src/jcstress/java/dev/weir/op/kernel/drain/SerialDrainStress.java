package dev.weir.op.kernel.drain;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Stage;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Many sides signal, one place emits; each failure is delivered or reported, and nothing stays behind. */
public final class SerialDrainStress {
    private SerialDrainStress() {}

    /** The least that a drain can be: a queue with two ends. */
    private static final class Funnel extends SerialDrain<Integer, Integer> {
        private final Queue<Integer> queue = new ConcurrentLinkedQueue<>();

        Funnel(Stage<? super Integer> downstream) {
            super(downstream, downstream.root());
        }

        @Override
        public boolean onNext(Integer item) {
            queue.offer(item);
            drain();
            return true;
        }

        void sideFails(Throwable failure) {
            offerFailure(failure, false);
            drain();
        }

        @Override
        protected void emit() {
            long demand = demand();
            while (!isCancelled()) {
                boolean last = isDone();
                if (hasFailed()) {
                    end();
                    return;
                }
                Integer item = emitted < demand ? queue.poll() : null;
                if (item == null) {
                    if (last && queue.isEmpty()) {
                        end();
                    }
                    return;
                }
                if (downstream.onNext(item)) {
                    emitted++;
                }
            }
        }

        @Override
        protected void clear() {
            queue.clear();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both")
    public static class ItemVersusItem {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Funnel funnel = new Funnel(witness);

        public ItemVersusItem() {
            funnel.onSubscribe(source);
            witness.request(2);
        }

        @Actor
        public void one() {
            funnel.onNext(1);
        }

        @Actor
        public void other() {
            funnel.onNext(2);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the item and the demand have met")
    public static class ItemVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Funnel funnel = new Funnel(witness);

        public ItemVersusRequest() {
            funnel.onSubscribe(source);
        }

        @Actor
        public void item() {
            funnel.onNext(1);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[01], true", expect = ACCEPTABLE, desc = "emitted or not, it does not stay in the queue")
    public static class ItemVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Funnel funnel = new Funnel(witness);

        public ItemVersusCancel() {
            funnel.onSubscribe(source);
            witness.request(1);
        }

        @Actor
        public void item() {
            funnel.onNext(1);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = funnel.queue.isEmpty();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, completed", expect = ACCEPTABLE, desc = "the item came before the end")
    @Outcome(id = "0, completed", expect = ACCEPTABLE, desc = "it came after the end")
    public static class ItemVersusEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Funnel funnel = new Funnel(witness);

        public ItemVersusEnd() {
            funnel.onSubscribe(source);
            witness.request(1);
        }

        @Actor
        public void item() {
            funnel.onNext(1);
        }

        @Actor
        public void end() {
            funnel.onComplete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, false", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "0, completed, true", expect = ACCEPTABLE, desc = "too late, so it is reported")
    public static class FailureVersusEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Funnel funnel = new Funnel(witness);

        private final Marked failure = new Marked();

        public FailureVersusEnd() {
            funnel.onSubscribe(source);
        }

        @Actor
        public void fail() {
            funnel.sideFails(failure);
        }

        @Actor
        public void end() {
            funnel.onComplete();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = failure.isDropped();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, failed, false", expect = ACCEPTABLE, desc = "delivered")
    @Outcome(id = "0, true", expect = ACCEPTABLE, desc = "reported")
    public static class FailureVersusCancel {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Funnel funnel = new Funnel(witness);

        private final Marked failure = new Marked();

        public FailureVersusCancel() {
            funnel.onSubscribe(source);
        }

        @Actor
        public void fail() {
            funnel.sideFails(failure);
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

    @JCStressTest
    @State
    @Outcome(id = "0, failed, true", expect = ACCEPTABLE, desc = "one is delivered, the other reported")
    public static class FailureVersusFailure {
        private final Witness<Integer> witness = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Funnel funnel = new Funnel(witness);

        private final Marked one = new Marked();
        private final Marked other = new Marked();

        public FailureVersusFailure() {
            funnel.onSubscribe(source);
        }

        @Actor
        public void one() {
            funnel.onError(one);
        }

        @Actor
        public void other() {
            funnel.sideFails(other);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = one.isDropped() != other.isDropped();
        }
    }
}
