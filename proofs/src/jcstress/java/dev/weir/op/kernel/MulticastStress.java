package dev.weir.op.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Context;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Who shares a stream may come and go at any moment. */
public final class MulticastStress {
    private MulticastStress() {}

    @JCStressTest
    @State
    @Outcome(id = "true, 0, completed", expect = ACCEPTABLE, desc = "joined, and told of the end after onSubscribe")
    @Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "too late: the owner makes a new one")
    public static class JoinVersusEnd {
        private final Multicast<Integer> multicast = new Multicast<>(Context.empty(), 4);
        private final Witness<Integer> joins = new Witness<>();

        public JoinVersusEnd() {
            multicast.add(new Witness<>());
            multicast.onSubscribe(new Tap<>());
        }

        @Actor
        public void join(LL_Result result) {
            result.r1 = multicast.add(joins);
        }

        @Actor
        public void end() {
            multicast.onComplete();
        }

        @Arbiter
        public void story(LL_Result result) {
            result.r2 = joins.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = ACCEPTABLE, desc = "the last has left: the source is cancelled")
    public static class LeaveVersusConnect {
        private final Multicast<Integer> multicast = new Multicast<>(Context.empty(), 4);
        private final Witness<Integer> leaves = new Witness<>();
        private final Tap<Integer> source = new Tap<>();

        public LeaveVersusConnect() {
            multicast.add(leaves);
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
}
