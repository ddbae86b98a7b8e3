package dev.weir.lab.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RelayTest {
    private static final byte[] PING = "ping".getBytes(StandardCharsets.US_ASCII);

    private final AtomicLong time = new AtomicLong();
    private final Semaphore looks = new Semaphore(0);
    private volatile long step; // by which time passes with each look
    private ServerSocket server;
    private Relay relay;
    private Thread passing;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        relay = new Relay(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), this::look);
        passing = Thread.startVirtualThread(() -> {
            try {
                relay.run();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        relay.close();
        passing.join();
        server.close();
    }

    private long look() {
        looks.release();
        return time.addAndGet(step);
    }

    /** Waits until the relay, in which something is under way, has seen what there is and passed on what it may. */
    private void turn() throws InterruptedException {
        looks.drainPermits();
        looks.acquire(3); // a turn that has begun already, a whole one, the beginning of the next
    }

    private Socket client() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), relay.port());
    }

    @Test
    void bytesAreHeldForHalfAMillisecondInEachDirection() throws Exception {
        try (Socket client = client();
                Socket accepted = server.accept()) {
            areHeld(client, accepted);
            areHeld(accepted, client);
        }
    }

    private void areHeld(Socket from, Socket to) throws Exception {
        long sent = time.get();
        from.getOutputStream().write(PING);
        turn();
        assertEquals(0, to.getInputStream().available());
        time.set(sent + Relay.HOLD_NANOS - 1);
        turn();
        assertEquals(0, to.getInputStream().available());
        time.set(sent + Relay.HOLD_NANOS);
        assertArrayEquals(PING, to.getInputStream().readNBytes(PING.length));
    }

    @Test
    void manyBytesComeInOrderInBothDirectionsAtOnce() throws Exception {
        step = Relay.HOLD_NANOS / 4;
        byte[] there = bytes(1);
        byte[] back = bytes(2);
        try (Socket client = client();
                Socket accepted = server.accept()) {
            send(client, there);
            send(accepted, back);
            CompletableFuture<byte[]> arrived = received(accepted, there.length);
            assertArrayEquals(back, received(client, back.length).join());
            assertArrayEquals(there, arrived.join());
        }
    }

    private static byte[] bytes(long seed) {
        byte[] bytes = new byte[8 << 20];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static void send(Socket socket, byte[] bytes) {
        Thread.startVirtualThread(() -> {
            try {
                socket.getOutputStream().write(bytes);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        });
    }

    private static CompletableFuture<byte[]> received(Socket socket, int count) {
        CompletableFuture<byte[]> received = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                received.complete(socket.getInputStream().readNBytes(count));
            } catch (IOException failure) {
                received.completeExceptionally(failure);
            }
        });
        return received;
    }

    @Test
    void anEndIsPassedOnAndTheOtherDirectionGoesOn() throws Exception {
        step = Relay.HOLD_NANOS / 4;
        try (Socket client = client()) {
            try (Socket accepted = server.accept()) {
                client.getOutputStream().write(PING);
                client.shutdownOutput();
                assertArrayEquals(PING, accepted.getInputStream().readAllBytes());
                accepted.getOutputStream().write(PING);
            }
            assertArrayEquals(PING, client.getInputStream().readAllBytes());
        }
    }

    @Test
    void aSenderWaitsWhenMuchIsUnderWay() throws Exception {
        try (SocketChannel client = SocketChannel.open(new InetSocketAddress(server.getInetAddress(), relay.port()));
                Socket accepted = server.accept()) {
            client.configureBlocking(false);
            int sent = sentUntilFull(client);
            assertTrue(sent >= Way.MOST && sent < 32 * Way.MOST, () -> sent + " bytes");
            step = Relay.HOLD_NANOS / 4;
            assertEquals(sent, accepted.getInputStream().readNBytes(sent).length);
        }
    }

    /** Time stands still, so nothing leaves the relay. */
    private int sentUntilFull(SocketChannel client) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(32 * Way.MOST);
        for (int before = -1; bytes.position() > before && bytes.hasRemaining(); ) {
            before = bytes.position();
            while (client.write(bytes) > 0) {
                // goes on while the socket takes more
            }
            turn();
        }
        return bytes.position();
    }

    @Test
    void aServerThatIsNotThereIsAnEnd() throws Exception {
        server.close();
        try (Socket client = client()) {
            assertEquals(-1, client.getInputStream().read());
        }
    }
}
