package dev.weir.op.kernel.border;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.op.kernel.Tap;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** A demand of nothing fails the subscriber, once (rule 3.9), unless it has cancelled (rule 3.6). */
public final class ForeignSubscriberStress {
    private ForeignSubscriberStress() {}

    private static final class Foreign implements Flow.Subscriber<Integer> {
        private final AtomicInteger items = new AtomicInteger();
        private final AtomicInteger ends = new AtomicInteger();
        private Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
        }

        @Override
        public void onNext(Integer item) {
            items.incrementAndGet();
        }

        @Override
        public void onError(Throwable failure) {
            ends.incrementAndGet();
        }

        @Override
        public void onComplete() {
            ends.incrementAndGet();
        }

        int ends(boolean atLeastOne) {
            while (atLeastOne && ends.get() == 0) {
                Thread.onSpinWait(); // one that never comes makes the test hang
            }
            return ends.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[01], 1, true", expect = ACCEPTABLE, desc = "failed after the item or without it")
    public static class BadRequestVersusItem {
        private final Foreign foreign = new Foreign();
        private final Tap<Integer> source = new Tap<>();

        public BadRequestVersusItem() {
            source.subscribe(foreign);
            foreign.subscription.request(9);
        }

        @Actor
        public void item() {
            source.next(1);
        }

        @Actor
        public void request() {
            foreign.subscription.request(0);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = foreign.items.get();
            result.r2 = foreign.ends(true);
            result.r3 = source.isCancelled();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one end")
    public static class BadRequestVersusEnd {
        private final Foreign foreign = new Foreign();
        private final Tap<Integer> source = new Tap<>();

        public BadRequestVersusEnd() {
            source.subscribe(foreign);
            foreign.subscription.request(9);
        }

        @Actor
        public void end() {
            source.complete();
        }

        @Actor
        public void request() {
            foreign.subscription.request(-1);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = foreign.ends(true);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[01], true", expect = ACCEPTABLE, desc = "failed before, or not any more")
    public static class BadRequestVersusCancel {
        private final Foreign foreign = new Foreign();
        private final Tap<Integer> source = new Tap<>();

        public BadRequestVersusCancel() {
            source.subscribe(foreign);
            foreign.subscription.request(9);
        }

        @Actor
        public void request() {
            foreign.subscription.request(-1);
        }

        @Actor
        public void cancel() {
            foreign.subscription.cancel();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = foreign.ends(false);
            result.r2 = source.isCancelled();
        }
    }
}
