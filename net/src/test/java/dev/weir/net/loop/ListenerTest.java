package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.testkit.VirtualTime;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.SocketAddress;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenerTest {
    private static final class Nowhere implements Place.Bound {
        @Override
        public ServerChannel open(EventLoops loops) {
            throw new UnsupportedOperationException("it is bound");
        }

        @Override
        public SocketAddress address(EventLoops loops) {
            return new SocketAddress() {};
        }

        @Override
        public String inUse() {
            return "in use";
        }
    }

    /** Whatever has closed the socket, such as an error of its event loop's. */
    @Test
    void aListenerWhoseSocketHasClosedEnds() {
        Listener.Options options = new Listener.Options(
                new Place.Port("localhost", 0),
                10,
                EventLoops.shared().own(1),
                Held.ofClient(Long.MAX_VALUE),
                new VirtualTime(),
                Duration.ofSeconds(1),
                false,
                List.of(),
                (reason, cause) -> new IllegalStateException(reason, cause));
        Listener listener = new Listener(options, new Nowhere());
        EmbeddedChannel server = new EmbeddedChannel(listener.gate);
        listener.listen(server);
        server.close();
        CompletableFuture<Void> closed = listener.closed().toCompletionStage().toCompletableFuture();
        assertFalse(closed.isDone());
        listener.close();
        assertTrue(closed.isDone());
    }

    @Test
    void whoCanNotBeBoundHoldsNoLoops(@TempDir Path folder) throws Exception {
        EventLoops loops = EventLoops.shared().own(1);
        try (FileSystem zip = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"))) {
            Listener.Options options = new Listener.Options(
                    new Place.Domain(zip.getPath("/a.sock")),
                    10,
                    loops,
                    Held.ofClient(Long.MAX_VALUE),
                    null,
                    Duration.ofSeconds(1),
                    false,
                    List.of(),
                    (reason, cause) -> new IllegalStateException(reason, cause));
            One<Listener> opening = Listener.open(options, (channel, share) -> {
                throw new AssertionError("nobody comes");
            });
            assertThrows(RuntimeException.class, () -> opening.await(Duration.ofMinutes(2)));
        }
        EventLoopGroup group = loops.acquire();
        loops.release();
        assertTrue(group.isShuttingDown(), "somebody holds it");
    }
}
