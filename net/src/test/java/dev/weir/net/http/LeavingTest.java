package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.testkit.VirtualTime;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that go, or have sent all, while nobody reads what they have sent. */
@ExtendWith(NoLeaks.class)
class LeavingTest {
    private static final int KIB = 1024;
    private static final int ROUNDS = 60;

    /** The most that is read, in an array that was doubled. */
    private static final int MOST_HELD = 2 * (16 + 256 + 64) * KIB;

    @TempDir
    private Path directory;

    private final VirtualTime time = new VirtualTime();
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();
    private HttpServer tcp;
    private HttpServer unix;

    @BeforeEach
    void start() {
        tcp = server().bind("127.0.0.1", 0).start().await(TestServer.GENEROUS);
        unix = server().bind(file()).start().await(TestServer.GENEROUS);
    }

    @AfterEach
    void stop() {
        for (HttpServer server : new HttpServer[] {tcp, unix}) {
            server.close();
            server.closed().await(TestServer.GENEROUS);
        }
    }

    private Path file() {
        return directory.resolve("weir.sock");
    }

    private HttpServer.Builder server() {
        return HttpServer.builder().threads(1).clock(time).handler(request -> {
            begun.complete(null);
            return One.<Response>never().doOnCancel(() -> cancelled.complete(null));
        });
    }

    /** A client who has begun to send a body. */
    private SocketChannel begin(String transport) throws IOException {
        SocketAddress address = transport.equals("unix")
                ? UnixDomainSocketAddress.of(file())
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), tcp.port());
        SocketChannel client = SocketChannel.open(address);
        client.write(ByteBuffer.wrap("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100000000\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII)));
        client.configureBlocking(false);
        begun.orTimeout(30, java.util.concurrent.TimeUnit.SECONDS).join();
        return client;
    }

    private static void send(SocketChannel client, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        until(() -> {
            write(client, bytes);
            return !bytes.hasRemaining();
        });
    }

    private static int write(SocketChannel client, ByteBuffer bytes) {
        try {
            return client.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends for as long as some of it is taken now and then; gives how much was. */
    private int sendAll(SocketChannel client) {
        int sent = 0;
        for (int round = 0; round < ROUNDS; round++) {
            sent += write(client, ByteBuffer.allocate(1000 * KIB));
            time.advance(Duration.ofSeconds(1));
            roundTrip();
        }
        return sent;
    }

    /** Both loops have done what they had to do before. */
    private void roundTrip() {
        for (SocketAddress address : new SocketAddress[] {
            UnixDomainSocketAddress.of(file()), new InetSocketAddress(InetAddress.getLoopbackAddress(), tcp.port())
        }) {
            try (SocketChannel pinger = SocketChannel.open(address)) {
                pinger.write(ByteBuffer.wrap("x y\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
                assertTrue(pinger.read(ByteBuffer.allocate(1)) > 0, "it is malformed, which is told");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void leave(SocketChannel client, boolean half) throws IOException {
        if (half) {
            client.shutdownOutput();
        } else {
            client.close();
        }
    }

    private static void until(BooleanSupplier condition) {
        long limit = System.nanoTime() + TestServer.GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < limit, "it did not come to that");
            Thread.onSpinWait();
        }
    }

    private void assertCancelled() {
        until(() -> {
            time.advance(Duration.ofSeconds(1));
            return cancelled.isDone();
        });
        until(() -> tcp.inFlight() + unix.inFlight() == 0);
    }

    @ParameterizedTest
    @CsvSource({
        "tcp, 0, false", "tcp, 100, false", "tcp, 100000, false", "tcp, 200000, false",
        "tcp, 0, true", "tcp, 100, true", "tcp, 100000, true", "tcp, 200000, true",
        "unix, 0, false", "unix, 100, false", "unix, 100000, false", "unix, 200000, false",
        "unix, 0, true", "unix, 100, true", "unix, 100000, true", "unix, 200000, true",
    })
    void whatRunsIsCancelled(String transport, int sent, boolean half) throws IOException {
        try (SocketChannel client = begin(transport)) {
            send(client, sent);
            leave(client, half);
            assertCancelled();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix"})
    void whoStaysIsReadSoFarOnly(String transport) throws IOException {
        try (SocketChannel client = begin(transport)) {
            int sent = sendAll(client);
            assertTrue(sent > MOST_HELD / 2, sent + " bytes are no more than is held");
            assertFalse(cancelled.isDone(), "the client is there");
            long held = tcp.heldBytes() + unix.heldBytes();
            assertTrue(held <= MOST_HELD, held + " bytes are held");
        }
    }

    /** The kernel has more of it than is read. */
    @ParameterizedTest
    @ValueSource(strings = "unix")
    void whoGoesBehindMoreIsNoticedByEpoll(String transport) throws IOException {
        assumeTrue(Epoll.isAvailable() && !"nio".equals(System.getProperty("dev.weir.net.transport")));
        try (SocketChannel client = begin(transport)) {
            sendAll(client);
            assertFalse(cancelled.isDone(), "the client is there");
            leave(client, false);
            assertCancelled();
        }
    }
}
