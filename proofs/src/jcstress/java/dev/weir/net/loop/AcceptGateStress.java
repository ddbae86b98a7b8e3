package dev.weir.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.netty.channel.embedded.EmbeddedChannel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A server that has room accepts, whatever closes while the last place is taken. */
public final class AcceptGateStress {
    private AcceptGateStress() {}

    @JCStressTest
    @State
    @Outcome(id = "1 open, accepting", expect = ACCEPTABLE, desc = "one closed, so there is room for one of two")
    public static class AcceptVersusClose {
        private final AcceptGate gate = new AcceptGate(2, null, channel -> "", () -> {});
        private final EmbeddedChannel server = new EmbeddedChannel(gate);
        private final EmbeddedChannel first = new EmbeddedChannel();
        private final EmbeddedChannel second = new EmbeddedChannel();

        public AcceptVersusClose() {
            server.pipeline().fireChannelRead(first);
        }

        @Actor
        public void accept() {
            server.pipeline().fireChannelRead(second);
        }

        @Actor
        public void close() {
            first.close();
        }

        @Arbiter
        public void story(L_Result result) {
            server.runPendingTasks(); // also of the thread that has closed
            result.r1 = gate.open() + " open, " + (server.config().isAutoRead() ? "accepting" : "not accepting");
        }
    }
}
