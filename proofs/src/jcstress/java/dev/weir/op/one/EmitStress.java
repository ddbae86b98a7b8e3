package dev.weir.op.one;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Emitter;
import dev.weir.One;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Marked;
import dev.weir.op.kernel.Outcomes;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Several callers of an emitter: one gives the outcome, and the action at the end runs once. */
public final class EmitStress {
    private EmitStress() {}

    /** An emitter that has been given out. */
    private static final class Emitting {
        private final Losses losses = new Losses();
        private final AtomicInteger ends = new AtomicInteger();
        private final Outcomes outcomes;
        private Emitter<Integer> emitter;

        Emitting() {
            outcomes = Outcomes.of(
                    One.<Integer>emitter(made -> {
                        emitter = made;
                        made.onEnd(ends::incrementAndGet);
                    }),
                    losses.context());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1, all told", expect = ACCEPTABLE, desc = "the first item, and the other is told")
    @Outcome(id = "2, 1, all told", expect = ACCEPTABLE, desc = "the second item, and the other is told")
    public static class ItemVersusItem {
        private final Emitting emitting = new Emitting();

        @Actor
        public void first() {
            emitting.emitter.next(1);
        }

        @Actor
        public void second() {
            emitting.emitter.next(2);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = emitting.outcomes.story();
            result.r2 = emitting.ends.get();
            result.r3 = emitting.losses.balance(2, emitting.outcomes.values());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1, true", expect = ACCEPTABLE, desc = "the item, and the failure is reported")
    @Outcome(id = "Marked, 1, false", expect = ACCEPTABLE, desc = "the failure")
    public static class ItemVersusError {
        private final Emitting emitting = new Emitting();
        private final Marked failure = new Marked();

        @Actor
        public void item() {
            emitting.emitter.next(1);
        }

        @Actor
        public void error() {
            emitting.emitter.error(failure);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = emitting.outcomes.story();
            result.r2 = emitting.ends.get();
            result.r3 = failure.isDropped();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1, all told", expect = ACCEPTABLE, desc = "in time")
    @Outcome(id = "nothing, 1, all told", expect = ACCEPTABLE, desc = "cancelled, and the item is told")
    public static class ItemVersusCancel {
        private final Emitting emitting = new Emitting();

        @Actor
        public void item() {
            emitting.emitter.next(1);
        }

        @Actor
        public void cancel() {
            emitting.outcomes.cancel();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = emitting.outcomes.story();
            result.r2 = emitting.ends.get();
            result.r3 = emitting.losses.balance(1, emitting.outcomes.values());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1, all told", expect = ACCEPTABLE, desc = "the item is handled, and the action runs once")
    public static class ItemVersusOnEnd {
        private final Losses losses = new Losses();
        private final AtomicInteger ends = new AtomicInteger();
        private Emitter<Integer> emitter;
        private final Outcomes outcomes = Outcomes.of(One.<Integer>emitter(made -> emitter = made), losses.context());

        @Actor
        public void item() {
            emitter.next(1);
        }

        @Actor
        public void onEnd() {
            emitter.onEnd(ends::incrementAndGet);
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = ends.get();
            result.r3 = losses.balance(1, outcomes.values());
        }
    }

    /** Both ask to be told that a value is wanted, for the first time. */
    @JCStressTest
    @State
    @Outcome(id = "true, once at a time, 0", expect = ACCEPTABLE, desc = "twice, one after the other")
    public static class RequestVersusRequest {
        private final Emitting emitting = new Emitting();
        private final AtomicInteger told = new AtomicInteger();
        private final AtomicInteger now = new AtomicInteger();
        private volatile boolean overlapped;

        private void ask() {
            emitting.emitter.onRequest(() -> {
                if (now.incrementAndGet() > 1) {
                    overlapped = true;
                }
                told.incrementAndGet();
                now.decrementAndGet();
            });
        }

        @Actor
        public void first() {
            ask();
        }

        @Actor
        public void second() {
            ask();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r1 = told.get() == 2;
            result.r2 = overlapped ? "twice at once" : "once at a time";
            result.r3 = now.get();
        }
    }

    /** The setup gives an item while another thread, which it gave the emitter, does. */
    @JCStressTest
    @State
    @Outcome(id = "1, all told", expect = ACCEPTABLE, desc = "of the setup, and the other is told")
    @Outcome(id = "2, all told", expect = ACCEPTABLE, desc = "of the other thread, and the setup's is told")
    public static class StartVersusItem {
        private final Losses losses = new Losses();
        private final Outcomes outcomes = new Outcomes(losses.context());
        private volatile Emitter<Integer> emitter;
        private int given = 1;

        @Actor
        public void start() {
            outcomes.start(One.<Integer>emitter(made -> {
                emitter = made;
                made.next(1);
            }));
        }

        @Actor
        public void item() {
            Emitter<Integer> known = emitter;
            if (known != null) {
                given++;
                known.next(2);
            }
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = outcomes.story();
            result.r2 = losses.balance(given, outcomes.values());
        }
    }
}
