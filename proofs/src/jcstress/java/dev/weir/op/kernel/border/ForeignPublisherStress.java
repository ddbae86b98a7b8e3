package dev.weir.op.kernel.border;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import dev.weir.Many;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.stage.Source;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Somebody else's publisher is asked for what is demanded; what it emits too late is told as undelivered. */
public final class ForeignPublisherStress {
    private ForeignPublisherStress() {}

    private static final class Foreign implements Flow.Subscription {
        private final AtomicInteger asked = new AtomicInteger();
        private Flow.Subscriber<? super Integer> subscriber;
        private volatile boolean cancelled;
        private volatile boolean isBroken;

        void connect(Witness<Integer> witness) {
            Source.connect(
                    Many.from(newSubscriber -> {
                        subscriber = newSubscriber;
                        newSubscriber.onSubscribe(this);
                    }),
                    witness);
        }

        @Override
        public void request(long n) {
            if (isBroken) {
                throw new Marked();
            }
            asked.addAndGet((int) n);
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "3, 2", expect = ACCEPTABLE, desc = "2 + 1, of which two came")
    public static class ItemsVersusRequest {
        private final Foreign foreign = new Foreign();
        private final Witness<Integer> witness = new Witness<>();

        public ItemsVersusRequest() {
            foreign.connect(witness);
            witness.request(2);
        }

        @Actor
        public void items() {
            foreign.subscriber.onNext(1);
            foreign.subscriber.onNext(2);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = foreign.asked.get();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told, true", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsVersusCancel {
        private final Losses losses = new Losses();
        private final Foreign foreign = new Foreign();
        private final Witness<Integer> witness = new Witness<>(losses.context());

        public ItemsVersusCancel() {
            foreign.connect(witness);
            witness.request(2);
        }

        @Actor
        public void items() {
            foreign.subscriber.onNext(1);
            foreign.subscriber.onNext(2);
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = losses.balance(2, witness.items());
            result.r2 = foreign.cancelled;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, completed", expect = ACCEPTABLE, desc = "the end comes once")
    @Outcome(id = "[01]", expect = ACCEPTABLE, desc = "cancelled before it")
    public static class EndVersusCancel {
        private final Foreign foreign = new Foreign();
        private final Witness<Integer> witness = new Witness<>();

        public EndVersusCancel() {
            foreign.connect(witness);
            witness.request(1);
        }

        @Actor
        public void end() {
            foreign.subscriber.onNext(1);
            foreign.subscriber.onComplete();
        }

        @Actor
        public void cancel() {
            witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[01], failed, true", expect = ACCEPTABLE, desc = "failed after the item or without it")
    @Outcome(
            id = "(signals overlap|onNext after the end), true",
            expect = ACCEPTABLE_INTERESTING,
            desc = "the rule was broken in the very instant that an item began")
    public static class FailingRequestVersusItem {
        private final Foreign foreign = new Foreign();
        private final Witness<Integer> witness = new Witness<>();

        public FailingRequestVersusItem() {
            foreign.connect(witness);
            witness.request(1);
            foreign.isBroken = true;
        }

        @Actor
        public void item() {
            foreign.subscriber.onNext(1);
        }

        @Actor
        public void request() {
            witness.request(1);
        }

        @Arbiter
        public void story(LL_Result result) {
            while (!witness.hasFailed()) {
                Thread.yield(); // one that never comes makes the test hang
            }
            result.r1 = witness.story();
            result.r2 = foreign.cancelled;
        }
    }
}
