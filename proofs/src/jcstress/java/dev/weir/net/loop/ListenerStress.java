package dev.weir.net.loop;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.One;
import dev.weir.op.kernel.HandClock;
import io.netty.channel.ServerChannel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A server has ended when its socket and its last connection have, in whichever order, whoever ends it. */
public final class ListenerStress {
    private ListenerStress() {}

    private record Nowhere(SocketAddress address) implements Place.Bound {
        @Override
        public ServerChannel open(EventLoops loops) {
            throw new UnsupportedOperationException("it is bound");
        }

        @Override
        public SocketAddress address(EventLoops loops) {
            return address;
        }

        @Override
        public String inUse() {
            return "in use";
        }
    }

    /** A server with a connection. */
    private static final class Serving {
        private static final EventLoops LOOPS = EventLoops.shared().own(1); // never started
        private static final Nowhere NOWHERE = new Nowhere(new SocketAddress() {});

        private final Listener listener = new Listener(
                new Listener.Options(
                        new Place.Port("localhost", 0),
                        10,
                        LOOPS,
                        Held.ofClient(Long.MAX_VALUE),
                        new HandClock(),
                        Duration.ofSeconds(1),
                        false,
                        List.of(),
                        (reason, cause) -> new IllegalStateException(reason, cause)),
                NOWHERE);
        private final EmbeddedChannel server = new EmbeddedChannel(listener.gate);
        private final EmbeddedChannel connection = new EmbeddedChannel();
        private final CompletableFuture<Void> closed = ended(listener.closed());

        Serving() {
            server.pipeline().fireChannelRead(connection);
            listener.listen(server);
        }

        static CompletableFuture<Void> ended(One<Void> end) {
            return end.toCompletionStage().toCompletableFuture();
        }

        String story() {
            server.runPendingTasks();
            return (closed.isDone() ? "ended, " : "running, ") + listener.connections();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "ended, 0", expect = ACCEPTABLE, desc = "by whichever was last")
    public static class LastConnectionVersusClose {
        private final Serving serving = new Serving();

        @Actor
        public void leave() {
            serving.connection.close();
        }

        @Actor
        public void close() {
            serving.listener.close();
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = serving.story();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "ended, 0", expect = ACCEPTABLE, desc = "the shutdown before its deadline, if it had to wait")
    public static class LastConnectionVersusShutdown {
        private final Serving serving = new Serving();
        private CompletableFuture<Void> shutdown;

        @Actor
        public void leave() {
            serving.connection.close();
        }

        @Actor
        public void shutDown() {
            shutdown = Serving.ended(serving.listener.shutdown(Duration.ofHours(1)));
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = (shutdown.isDone() ? "" : "waiting, ") + serving.story();
        }
    }
}
