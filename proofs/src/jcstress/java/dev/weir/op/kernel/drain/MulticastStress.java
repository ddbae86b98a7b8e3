package dev.weir.op.kernel.drain;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.Sharing;
import dev.weir.op.kernel.Losses;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Who shares a stream may come and go at any moment; it is over once, when the stream has been cancelled. */
public final class MulticastStress {
    private MulticastStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true, 0, 0, completed", expect = ACCEPTABLE, desc = "joined, and told of the end after onSubscribe")
    @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "just about to be over: starts anew")
    @Outcome(id = "false, 0, 0", expect = ACCEPTABLE, desc = "too late: the owner makes a new one")
    public static class JoinVersusEnd {
        private final Requested again = new Requested();
        private final Witness<Integer> joins = new Witness<>();
        private final Multicast<Integer> multicast =
                new Multicast<>(joins, Context.empty(), 4, Sharing.replaying(0), over -> {});

        public JoinVersusEnd() {
            multicast.add(new Witness<>(), () -> {});
            multicast.onSubscribe(new Tap<>());
        }

        @Actor
        public void join(LLL_Result result) {
            result.r1 = multicast.add(joins, () -> again.add(1));
        }

        @Actor
        public void end() {
            multicast.onComplete();
        }

        @Arbiter
        public void story(LLL_Result result) {
            result.r2 = again.get();
            result.r3 = joins.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the last has left: the source is cancelled")
    public static class LeaveVersusConnect {
        private final Witness<Integer> leaves = new Witness<>();
        private final Multicast<Integer> multicast =
                new Multicast<>(leaves, Context.empty(), 4, Sharing.replaying(0), over -> {});
        private final Tap<Integer> source = new Tap<>();

        public LeaveVersusConnect() {
            multicast.add(leaves, () -> {});
        }

        @Actor
        public void leave() {
            leaves.cancel();
        }

        @Actor
        public void connect() {
            multicast.onSubscribe(source);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = source.isCancelled();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, joined, false, 0", expect = ACCEPTABLE, desc = "joined in time: the stream goes on")
    @Outcome(id = "true, again, true, 1", expect = ACCEPTABLE, desc = "waited for the cancellation, then starts anew")
    @Outcome(id = "false, neither, true, 1", expect = ACCEPTABLE, desc = "too late: the owner makes a new one")
    public static class LastLeavesVersusJoin {
        private final Requested again = new Requested();
        private final Requested over = new Requested();
        private final Witness<Integer> leaves = new Witness<>();
        private final Witness<Integer> joins = new Witness<>();
        private final Tap<Integer> source = new Tap<>();
        private final Multicast<Integer> multicast =
                new Multicast<>(leaves, Context.empty(), 4, Sharing.replaying(0), gone -> over.add(1));
        private volatile boolean early;

        public LastLeavesVersusJoin() {
            multicast.add(leaves, () -> {});
            Source.connect(source, multicast);
        }

        private void again() {
            again.add(1);
            early |= !source.isCancelled();
        }

        @Actor
        public void leave() {
            leaves.cancel();
        }

        @Actor
        public void join(LLLL_Result result) {
            result.r1 = multicast.add(joins, this::again);
        }

        @Arbiter
        public void story(LLLL_Result result) {
            joins.request(1);
            source.next(1);
            result.r2 =
                    early ? "again too early" : again.get() == 1 ? "again" : joins.items() == 1 ? "joined" : "neither";
            result.r3 = source.isCancelled();
            result.r4 = over.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 0, completed", expect = ACCEPTABLE, desc = "the end was first")
    @Outcome(id = "1, 0, crashed", expect = ACCEPTABLE, desc = "the crash was first")
    public static class CrashVersusEnd {
        private final Requested over = new Requested();
        private final Witness<Integer> witness = new Witness<>();
        private final Multicast<Integer> multicast =
                new Multicast<>(witness, Context.empty(), 4, Sharing.replaying(0), gone -> over.add(1));

        public CrashVersusEnd() {
            multicast.add(witness, () -> {});
            multicast.onSubscribe(new Tap<>());
        }

        @Actor
        public void crash() {
            multicast.root().crash(new IllegalStateException("crashed"));
        }

        @Actor
        public void end() {
            multicast.onComplete();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = over.get();
            result.r2 = witness.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "subscribed once, and told")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "too late: the owner makes a new one")
    public static class JoinVersusCrash {
        private final Counting joins = new Counting();
        private final Witness<Integer> first = new Witness<>();
        private final Multicast<Integer> multicast =
                new Multicast<>(first, Context.empty(), 4, Sharing.replaying(0), over -> {});
        private final Many<Integer> shared = new Source<>() {
            @Override
            protected void start(Stage<? super Integer> stage, Root root, boolean few) {
                multicast.add(stage, () -> {});
            }
        };

        public JoinVersusCrash() {
            multicast.add(first, () -> {});
            multicast.onSubscribe(new Tap<>());
        }

        @Actor
        public void join() {
            shared.subscribe(joins);
        }

        @Actor
        public void crash() {
            multicast.root().crash(new IllegalStateException("crashed"));
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r1 = joins.subscriptions.get();
            result.r2 = joins.ends.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "each item is delivered, or told as undelivered")
    public static class ItemsVersusLastLeaves {
        private final LastLeaves run = new LastLeaves(Sharing.replaying(0));

        @Actor
        public void items() {
            run.items();
        }

        @Actor
        public void leave() {
            run.witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = run.balance();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "what is replayed to nobody is told, too")
    public static class ReplayedVersusLastLeaves {
        private final LastLeaves run = new LastLeaves(Sharing.replaying(2));

        @Actor
        public void items() {
            run.items();
        }

        @Actor
        public void leave() {
            run.witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = run.balance();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "all told", expect = ACCEPTABLE, desc = "what the one who leaves did not get, the next one does")
    public static class ItemsVersusLeavingForTheNext {
        private final LastLeaves run = new LastLeaves(Sharing.replaying(1).withGrace(Duration.ofHours(1)));
        private final Witness<Integer> next = new Witness<>(run.losses.context());

        @Actor
        public void items() {
            run.items();
        }

        @Actor
        public void leave() {
            run.witness.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            run.multicast.add(next, () -> {});
            next.request(3);
            int heard = run.witness.items();
            int again = heard > 0 ? 1 : 0; // it is replayed
            result.r1 = run.losses.balance(run.source.sent(), heard + next.items() - again);
        }
    }

    /** Counts how often it is subscribed, and ended. */
    private static final class Counting implements Flow.Subscriber<Integer> {
        private final AtomicInteger subscriptions = new AtomicInteger();
        private final AtomicInteger ends = new AtomicInteger();

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscriptions.incrementAndGet();
        }

        @Override
        public void onNext(Integer item) {}

        @Override
        public void onError(Throwable failure) {
            ends.incrementAndGet();
        }

        @Override
        public void onComplete() {
            ends.incrementAndGet();
        }
    }

    /** Two items come while the last one leaves. */
    private static final class LastLeaves {
        private final Losses losses = new Losses();
        private final Witness<Integer> witness = new Witness<>(losses.context());
        private final Tap<Integer> source = new Tap<>();
        private final Multicast<Integer> multicast;

        LastLeaves(Sharing sharing) {
            multicast =
                    new Multicast<>(witness, losses.in(Context.empty().withClock(new Still())), 4, sharing, g -> {});
            multicast.add(witness, () -> {});
            witness.request(1);
            Source.connect(source, multicast);
        }

        void items() {
            source.next(1);
            source.next(2);
        }

        String balance() {
            return losses.balance(source.sent(), witness.items());
        }
    }

    /** Time that stands still, lest each run leaves a timer. */
    private static final class Still implements Clock {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            return () -> {};
        }
    }
}
