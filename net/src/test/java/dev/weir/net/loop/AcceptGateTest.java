package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.net.Logged;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Errors.NativeIoException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AcceptGateTest {
    @Test
    void saysOnceWhatToDoWithoutFileDescriptors() throws InterruptedException {
        assumeTrue(Epoll.isAvailable()); // its errors have numbers
        EmbeddedChannel server = new EmbeddedChannel(new AcceptGate(10_000, null, channel -> "", () -> {}));
        try (Logged log = Logged.by("dev.weir.net")) {
            for (int i = 0; i < 3; i++) {
                server.pipeline().fireExceptionCaught(new NativeIoException("accept4", -24));
            }
            assertFalse(server.config().isAutoRead());
            assertEquals(
                    "can't accept connections, trying again each second: too many open files: this process has as many"
                            + " as it may have (ulimit -n); allow it more, or the server fewer connections than 10000"
                            + " (setting: maxConnections); clients wait in the kernel",
                    log.next("can't accept").getMessage());
            assertEquals(List.of(), log.messages());
        } finally {
            server.close();
        }
    }

    @Test
    void acceptsAtOnceWhatItCannotAcceptInASecond() throws Exception {
        FullHeap heap = new FullHeap();
        AcceptGate gate = new AcceptGate(10, null, channel -> "", () -> {});
        EmbeddedChannel server = new EmbeddedChannel(gate);
        try (Logged log = Logged.by("dev.weir.net")) {
            gate.exceptionCaught(
                    heap.context(server.pipeline().firstContext()), new OutOfMemoryError("Java heap space"));
            assertTrue(server.config().isAutoRead());
            assertEquals(1, log.messages().size());
            heap.hasRoom();
            gate.exceptionCaught(
                    heap.context(server.pipeline().firstContext()), new OutOfMemoryError("Java heap space"));
            assertFalse(server.config().isAutoRead());
        } finally {
            server.close();
        }
    }

    @Test
    void acceptsAgainAlsoWhereTheEndOfAConnectionCannotBeQueued() throws Exception {
        FullHeap heap = new FullHeap();
        AtomicInteger closed = new AtomicInteger();
        AcceptGate gate = new AcceptGate(1, null, channel -> "", closed::incrementAndGet);
        EmbeddedChannel server = new EmbeddedChannel(gate);
        EmbeddedChannel connection = new EmbeddedChannel();
        try (Logged log = Logged.by("dev.weir.net")) {
            var context = heap.context(server.pipeline().firstContext());
            gate.channelActive(context);
            gate.channelRead(context, connection);
            assertFalse(server.config().isAutoRead());
            assertEquals(1, log.messages().size());
            connection.close();
            assertTrue(server.config().isAutoRead());
            assertEquals(1, closed.get());
        } finally {
            server.close();
        }
    }

    @Test
    void acceptsAgainAfterALaterEndWhereItCannotDoSoNow() throws Exception {
        FullHeap heap = new FullHeap();
        heap.hasRoom();
        AcceptGate gate = new AcceptGate(2, null, channel -> "", () -> {});
        EmbeddedChannel server = new EmbeddedChannel(gate) {
            @Override
            public Channel read() {
                heap.loop(eventLoop()).execute(super::read);
                return this;
            }
        };
        EmbeddedChannel[] connections = {new EmbeddedChannel(), new EmbeddedChannel()};
        try (Logged log = Logged.by("dev.weir.net")) {
            var context = heap.context(server.pipeline().firstContext());
            gate.channelActive(context);
            for (EmbeddedChannel connection : connections) {
                gate.channelRead(context, connection);
            }
            assertEquals(1, log.messages().size());
            heap.isFull();
            connections[0].close();
            assertFalse(server.config().isAutoRead());
            heap.hasRoom();
            connections[1].close();
            server.runPendingTasks();
            assertTrue(server.config().isAutoRead());
        } finally {
            server.close();
        }
    }

    /** As the JDK's Unix domain socket, which is closed before Netty's channel: nobody tells that this is no longer active. */
    private static final class Gone extends EmbeddedChannel {
        private boolean gone;

        Gone(ChannelHandler handler) {
            super(handler);
        }

        @Override
        public boolean isActive() {
            return !gone && super.isActive();
        }
    }

    @Test
    void aLoopAcceptsNoMoreWhoeverHasClosedTheSocket() {
        Gone server = new Gone(new AcceptGate(10, null, channel -> "", () -> {}));
        assertTrue(AcceptGate.isOn(server.eventLoop()));
        server.gone = true;
        server.close();
        server.runPendingTasks();
        assertFalse(AcceptGate.isOn(server.eventLoop()));
    }
}
