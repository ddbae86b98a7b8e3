package dev.weir.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.net.HandLoop;
import dev.weir.op.kernel.HandClock;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A connection that begins in the instant of the end, on a loop that had none before, ends too. */
public final class LoopSharesStress {
    private LoopSharesStress() {}

    private static final class Connection implements LoopShare.Member {
        private String story = "lives";

        @Override
        public void look(long now) {}

        @Override
        public void drain() {
            story = "drained";
        }

        @Override
        public void kill() {
            story = "killed";
        }
    }

    /** A server's shares, which are the same code as a client's. */
    private static final class Accepting {
        private final HandLoop loop = new HandLoop();
        private final LoopShares shares = new LoopShares(
                EventLoops.shared(), Held.ofClient(Long.MAX_VALUE), new HandClock(), Duration.ofSeconds(1));
        private final Connection connection = new Connection();

        void accept() {
            loop.run(() -> shares.of(loop).add(connection));
        }

        String story() {
            loop.runAll();
            return connection.story;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "killed", expect = ACCEPTABLE, desc = "by the one who closes, or as it is too late")
    public static class AcceptVersusClose {
        private final Accepting server = new Accepting();

        @Actor
        public void accept() {
            server.accept();
        }

        @Actor
        public void close() {
            server.shares.kill();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = server.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "drained", expect = ACCEPTABLE, desc = "by the one who shuts down, or as it is too late")
    public static class AcceptVersusShutdown {
        private final Accepting server = new Accepting();

        @Actor
        public void accept() {
            server.accept();
        }

        @Actor
        public void shutDown() {
            server.shares.drain();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = server.story();
        }
    }
}
