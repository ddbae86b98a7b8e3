package dev.weir.op.share;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Many;
import dev.weir.op.kernel.Tap;
import dev.weir.op.kernel.Witness;
import dev.weir.op.kernel.race.Requested;
import dev.weir.op.kernel.stage.Source;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** One subscription for all, made with the first and cancelled with the last. */
public final class ShareStress {
    private ShareStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "who joins is served: by the old subscription or by a new one")
    public static class LastLeaveVersusJoin {
        private final Tap<Integer> first = new Tap<>();
        private final Tap<Integer> second = new Tap<>();
        private final Many<Integer> shared =
                Many.defer(() -> first.isStarted() ? second : first).share();
        private final Witness<Integer> leaves = new Witness<>();
        private final Witness<Integer> joins = new Witness<>();

        public LastLeaveVersusJoin() {
            Source.connect(shared, leaves);
        }

        @Actor
        public void leave() {
            leaves.cancel();
        }

        @Actor
        public void join() {
            Source.connect(shared, joins);
        }

        @Arbiter
        public void story(L_Result result) {
            Tap<Integer> serves = second.isStarted() ? second : first;
            joins.request(1);
            serves.next(1);
            result.r1 = joins.items() == 1 && !serves.isCancelled() && (serves == first || first.isCancelled());
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both on one subscription")
    public static class JoinVersusJoin {
        private final Tap<Integer> source = new Tap<>();
        private final Requested subscriptions = new Requested();
        private final Many<Integer> shared = Many.defer(() -> {
                    subscriptions.add(1);
                    return source;
                })
                .share();
        private final Witness<Integer> one = new Witness<>();
        private final Witness<Integer> other = new Witness<>();

        @Actor
        public void one() {
            Source.connect(shared, one);
            one.request(1);
        }

        @Actor
        public void other() {
            Source.connect(shared, other);
            other.request(1);
        }

        @Arbiter
        public void story(LL_Result result) {
            source.next(1);
            result.r1 = one.story();
            result.r2 = subscriptions.get() == 1 ? other.story() : subscriptions.get() + " subscriptions";
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, completed", expect = ACCEPTABLE, desc = "joined in time")
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "a new subscription")
    public static class EndVersusJoin {
        private final Tap<Integer> first = new Tap<>();
        private final Many<Integer> shared = Many.defer(() -> first.isStarted() ? Many.<Integer>never() : first)
                .share();
        private final Witness<Integer> joins = new Witness<>();

        public EndVersusJoin() {
            Source.connect(shared, new Witness<>());
        }

        @Actor
        public void end() {
            first.complete();
        }

        @Actor
        public void join() {
            Source.connect(shared, joins);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = joins.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the slow one leaves, the other gets the item")
    public static class ItemVersusLeave {
        private final Tap<Integer> source = new Tap<>();
        private final Many<Integer> shared = source.share();
        private final Witness<Integer> slow = new Witness<>();
        private final Witness<Integer> witness = new Witness<>();

        public ItemVersusLeave() {
            Source.connect(shared, slow);
            Source.connect(shared, witness);
            witness.request(1);
        }

        @Actor
        public void item() {
            source.next(1);
        }

        @Actor
        public void leave() {
            slow.cancel();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = witness.story();
        }
    }
}
