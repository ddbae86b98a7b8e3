package dev.weir.net.tcp;

import static dev.weir.net.Memory.assertHeld;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.link.Frame;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Links;
import dev.weir.net.link.Speaker;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What half messages make a server hold, by measure, against the limit of all connections together. */
@ExtendWith(NoLeaks.class)
class TcpHeldTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final int KIB = 1024;
    private static final int CONNECTIONS = 40;
    private static final int HALF = 900 * KIB;
    private static final long LIMIT = 4L * KIB * KIB;

    /** Each connection looks before it reads on, and arrays grow to twice their size. */
    private static final long BEYOND = 2L * KIB * KIB + CONNECTIONS * 64L * KIB;

    private record Silent(AtomicInteger ended) implements Speaker {
        @Override
        public void frame(Frame frame) {}

        @Override
        public void writable() {}

        @Override
        public void look(long now) {}

        @Override
        public void drain() {}

        @Override
        public void closed(@Nullable Throwable failure) {
            ended.incrementAndGet();
        }
    }

    /** Whoever sends half a message each, and what the server holds then; it serves others again when they are gone. */
    private static void check(BiFunction<TcpServer.Builder, AtomicInteger, TcpServer.Builder> does) throws Exception {
        AtomicInteger ended = new AtomicInteger();
        List<RawSocket> clients = new ArrayList<>();
        byte[] half = ByteBuffer.allocate(HALF).putInt(0, 1000 * KIB).array();
        try (Logged log = Logged.by("dev.weir.net");
                TcpServer server = does.apply(TcpServer.builder(), ended)
                        .bind("127.0.0.1", 0)
                        .threads(1)
                        .maxHeldBytes(LIMIT)
                        .start()
                        .await(GENEROUS)) {
            Memory before = Memory.now();
            for (int i = 0; i < CONNECTIONS; i++) {
                RawSocket client = RawSocket.connect(server.port());
                clients.add(client);
                try {
                    client.send(half);
                } catch (UncheckedIOException refused) {
                    // the server reads no more
                }
            }
            log.next("may hold " + LIMIT);
            while (ended.get() < CONNECTIONS - 2 * LIMIT / HALF) {
                Thread.onSpinWait();
            }
            assertTrue(server.heldBytes() <= LIMIT + BEYOND, server.heldBytes() + " bytes");
            assertHeld(LIMIT + BEYOND, before);
            clients.forEach(client -> client.leave(true));
            clients.clear();
            long deadline = System.nanoTime() + GENEROUS.toNanos();
            while (server.heldBytes() > 0 && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertEquals(0, server.heldBytes());
        } finally {
            clients.forEach(client -> client.leave(true));
        }
    }

    @Test
    void halfMessagesShareIt() throws Exception {
        check((builder, ended) -> builder.handler(connection -> connection
                .frames(Framer.lengthPrefix(4))
                .forEach(message -> {})
                .doFinally(ending -> ended.incrementAndGet())));
    }

    @Test
    void halfFramesOfLinksShareIt() throws Exception {
        check((builder, ended) -> Links.<Links.Server<TcpServer.Builder>>of(TcpServer.Builder.class)
                .speak(builder, Framing.lengthPrefix(4, 1024 * KIB), link -> new Silent(ended)));
    }

    @Test
    void whatIsWholeIsNoneOfIt() {
        try (TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .maxHeldBytes(1)
                .handler(connection -> connection.sendLines(connection.lines()))
                .start()
                .await(GENEROUS)) {
            One<@Nullable String> echo = TcpClient.create()
                    .connect(
                            "127.0.0.1",
                            server.port(),
                            connection ->
                                    connection.sendLine("x".repeat(10 * KIB)).then(connection.readLine()));
            assertEquals("x".repeat(10 * KIB), echo.await(GENEROUS));
        }
    }
}
