package dev.weir.op.kernel.drain;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Overflow;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Upstream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Any threads emit; what waits is bounded, and no item is lost in silence. */
public final class OverflowingStress {
    private OverflowingStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "one was demanded, the other is not kept")
    public static class ProducersVersusDemandOfOne {
        private final Witness<Integer> witness = new Witness<>();
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.drop());

        public ProducersVersusDemandOfOne() {
            stage.onSubscribe(Upstream.NONE);
            witness.request(1);
        }

        @Actor
        public void one() {
            stage.onNext(1);
        }

        @Actor
        public void other() {
            stage.onNext(2);
        }

        @Arbiter
        public void story(LL_Result result) {
            int before = witness.items();
            witness.request(9);
            result.r1 = before;
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, 1, failed", expect = ACCEPTABLE, desc = "one waits, the other has overflown")
    public static class ProducersVersusBufferOfOne {
        private final Witness<Integer> witness = new Witness<>();
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.buffer(1));

        public ProducersVersusBufferOfOne() {
            stage.onSubscribe(Upstream.NONE);
        }

        @Actor
        public void one() {
            stage.onNext(1);
        }

        @Actor
        public void other() {
            stage.onNext(2);
        }

        @Arbiter
        public void story(LL_Result result) {
            int before = witness.items();
            witness.request(9);
            result.r1 = before;
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the item and the demand have met")
    @Outcome(id = "0, failed", expect = ACCEPTABLE, desc = "the item came first and had no room")
    public static class ItemVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.fail());

        public ItemVersusRequest() {
            stage.onSubscribe(Upstream.NONE);
        }

        @Actor
        public void item() {
            stage.onNext(1);
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
    @Outcome(id = "[0-2], all told", expect = ACCEPTABLE, desc = "what was emitted; nothing stays")
    public static class ItemsVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.buffer(2));

        public ItemsVersusCancel() {
            stage.onSubscribe(Upstream.NONE);
            witness.request(1);
        }

        @Actor
        public void items() {
            stage.onNext(1);
            stage.onNext(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = witness.story();
            result.r2 = losses.balance(2, witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, failed", expect = ACCEPTABLE, desc = "the second did not fit")
    @Outcome(id = "2, completed", expect = ACCEPTABLE, desc = "there was demand in time")
    public static class OverflowVersusRequest {
        private final Witness<Integer> witness = new Witness<>();
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.buffer(1));

        public OverflowVersusRequest() {
            stage.onSubscribe(Upstream.NONE);
        }

        @Actor
        public void items() {
            stage.onNext(1);
            stage.onNext(2);
            stage.onComplete();
        }

        @Actor
        public void request() {
            witness.request(9);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, completed", expect = ACCEPTABLE, desc = "before the end")
    @Outcome(id = "0, completed", expect = ACCEPTABLE, desc = "after it")
    public static class ItemVersusEnd {
        private final Witness<Integer> witness = new Witness<>();
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.buffer(1));

        public ItemVersusEnd() {
            stage.onSubscribe(Upstream.NONE);
            witness.request(1);
        }

        @Actor
        public void item() {
            stage.onNext(1);
        }

        @Actor
        public void end() {
            stage.onComplete();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsToldVersusCancel {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.dropOldest(1));

        public ItemsToldVersusCancel() {
            stage.onSubscribe(Upstream.NONE);
            witness.request(1);
        }

        @Actor
        public void items() {
            stage.onNext(1);
            stage.onNext(2);
            stage.onNext(3);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = losses.balance(3, witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsToldVersusItems {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.dropLatest(1));

        public ItemsToldVersusItems() {
            stage.onSubscribe(Upstream.NONE);
            witness.request(1);
        }

        @Actor
        public void one() {
            stage.onNext(1);
            stage.onNext(2);
        }

        @Actor
        public void other() {
            stage.onNext(3);
        }

        @Arbiter
        public void story(L_Result result) {
            witness.cancel();
            result.r1 = losses.balance(3, witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "null, 1", expect = ACCEPTABLE, desc = "kept, and left to who closes it")
    @Outcome(id = "1, null", expect = ACCEPTABLE, desc = "refused")
    public static class OfferVersusClose {
        private final BoundedBuffer<Integer> buffer = new BoundedBuffer<>(Overflow.buffer(1));

        @Actor
        public void offer(LL_Result result) {
            result.r1 = buffer.offer(1, 0);
        }

        @Actor
        public void close(LL_Result result) {
            buffer.close();
            result.r2 = buffer.poll(Long.MAX_VALUE);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[34], completed, all told", expect = ACCEPTABLE, desc = "what waited comes before the end")
    public static class FourthItemVersusEnd {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.buffer(4));

        public FourthItemVersusEnd() {
            stage.onSubscribe(Upstream.NONE);
            stage.onNext(1);
            stage.onNext(2);
            stage.onNext(3); // there is no room for the fourth but in a new array
        }

        @Actor
        public void item() {
            stage.onNext(4);
        }

        @Actor
        public void end() {
            stage.onComplete();
        }

        @Arbiter
        public void story(LL_Result result) {
            witness.request(9);
            result.r1 = witness.story();
            result.r2 = losses.balance(4, witness.items());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, completed, all told", expect = ACCEPTABLE, desc = "the one that waited, or that in its place")
    public static class ReplacementVersusEnd {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Overflowing<Integer> stage = new Overflowing<>(witness, witness, Overflow.latest());

        public ReplacementVersusEnd() {
            stage.onSubscribe(Upstream.NONE);
            stage.onNext(1);
        }

        @Actor
        public void item() {
            stage.onNext(2);
        }

        @Actor
        public void end() {
            stage.onComplete();
        }

        @Arbiter
        public void story(LL_Result result) {
            witness.request(9);
            result.r1 = witness.story();
            result.r2 = losses.balance(2, witness.items());
        }
    }
}
