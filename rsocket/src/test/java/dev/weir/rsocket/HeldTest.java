package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.engine.FakeLink;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What half frames make a server or a client hold, against the limit of all its connections together. */
class HeldTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final int CONNECTIONS = 20;
    private static final int HALF = 900 * 1024;
    private static final long LIMIT = 2L * 1024 * 1024;
    private static final long BEYOND = 2L * 1024 * 1024 + CONNECTIONS * 64L * 1024; // arrays grow to twice their size

    private final VirtualTime time = new VirtualTime(); // stands, so that no other limit ends anything
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final List<Closeable> open = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (Closeable one : open) {
            one.close();
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what);
            Thread.onSpinWait();
        }
    }

    /** Sends the most of a frame of a mebibyte, unless the peer reads no more, and counts if the peer breaks off. */
    private void sendHalf(Socket socket) {
        send(socket, ByteBuffer.allocate(HALF).putInt((1024 * 1024) << 8).array());
    }

    private void send(Socket socket, byte[] half) {
        Thread.startVirtualThread(() -> {
            try {
                socket.getOutputStream().write(half);
                InputStream in = socket.getInputStream();
                int first = in.read(); // of a client that says something first, or of a server's error
                answered.addAndGet(first < 0 ? 0 : 1);
                while (in.read() >= 0) {}
            } catch (IOException refused) {
                // that is an end, too
            }
            broken.incrementAndGet();
        });
    }

    @Test
    void halfFramesOfClientsShareIt() throws Exception {
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(new RSocket() {})
                .clock(time)
                .maxHeldBytes(LIMIT)
                .start()
                .await(GENEROUS)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                open.add(socket);
                sendHalf(socket);
                if (i == 0) {
                    await("there is room for one", () -> server.heldBytes() >= HALF);
                }
            }
            await("some are broken off", () -> broken.get() >= CONNECTIONS - 2 * LIMIT / HALF);
            assertTrue(server.heldBytes() <= LIMIT + BEYOND, server.heldBytes() + " bytes");
            close();
            await("nothing is held", () -> server.heldBytes() == 0);
        }
    }

    /** A setup is kept as long as its connection, and fragments until all have come. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatSessionsKeepSharesIt(boolean fragments) throws Exception {
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .handler(new RSocket() {})
                .clock(time)
                .maxHeldBytes(LIMIT)
                .start()
                .await(GENEROUS)) {
            byte[] setup = FakeLink.setup();
            byte[] kept = fragments
                    ? framed(setup, FakeLink.frame(1, FrameType.REQUEST_RESPONSE, FrameType.FOLLOWS, "x".repeat(HALF)))
                    : framed(ByteBuffer.allocate(setup.length + HALF).put(setup).array());
            for (int i = 0; i < CONNECTIONS; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                open.add(socket);
                send(socket, kept);
                if (i == 0) {
                    await("there is room for one", () -> server.heldBytes() == HALF);
                }
            }
            await(
                    "some are refused, with their connections or without",
                    () -> broken.get() + (fragments ? answered.get() : 0) >= CONNECTIONS - 2 * LIMIT / HALF);
            assertTrue(server.heldBytes() <= LIMIT + BEYOND, server.heldBytes() + " bytes");
            assertTrue(server.heldBytes() >= HALF, server.heldBytes() + " bytes");
            close();
            await("nothing is held", () -> server.heldBytes() == 0);
        }
    }

    private static byte[] framed(byte[]... frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.writeBytes(new byte[] {(byte) (frame.length >>> 16), (byte) (frame.length >>> 8), (byte) frame.length});
            all.writeBytes(frame);
        }
        return all.toByteArray();
    }

    @Test
    void halfFramesOfServersShareIt() throws Exception {
        AtomicInteger ended = new AtomicInteger();
        RSocketClient client =
                RSocketClient.builder().clock(time).maxHeldBytes(LIMIT).build();
        try (ServerSocket server = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < CONNECTIONS; i++) {
                RSocketConnection connection = client.connect("tcp://127.0.0.1:" + server.getLocalPort())
                        .await(GENEROUS);
                open.add(connection::close);
                connection.closed().subscribe(_ -> ended.incrementAndGet());
                Socket socket = server.accept();
                open.add(socket);
                sendHalf(socket);
                if (i == 0) {
                    await("there is room for one", () -> client.heldBytes() >= HALF);
                }
            }
            await("some are broken off", () -> broken.get() >= CONNECTIONS - 2 * LIMIT / HALF);
            await("they are told", () -> ended.get() >= CONNECTIONS - 2 * LIMIT / HALF);
            assertTrue(client.heldBytes() <= LIMIT + BEYOND, client.heldBytes() + " bytes");
            close();
            await("nothing is held", () -> client.heldBytes() == 0);
        }
    }
}
