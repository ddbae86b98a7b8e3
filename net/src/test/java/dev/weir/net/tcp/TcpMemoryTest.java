package dev.weir.net.tcp;

import static dev.weir.net.Memory.assertHeld;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What one connection makes a server or a client hold, by measure, against what is documented. */
@ExtendWith(NoLeaks.class)
class TcpMemoryTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final int KIB = 1024;
    private static final int CONNECTIONS = 40;
    private static final int STILL = 3;

    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();

    /** Until all connections are served, and nothing more happens while memory is measured again and again. */
    private void steady(TcpServer server) {
        while (begun.get() < CONNECTIONS) {
            Thread.onSpinWait();
        }
        long before = -1;
        for (int same = 0; same < STILL; same++) {
            Memory now = Memory.now();
            long all = made.get() + server.heldBytes() + now.direct();
            same = all == before ? same : -1;
            before = all;
        }
    }

    private void assertEachHolds(long most, TcpServer.Handler handler, byte[] sent) {
        assertEachHolds(0, most, UnaryOperator.identity(), handler, sent);
    }

    private void assertEachHolds(
            long least, long most, UnaryOperator<TcpServer.Builder> options, TcpServer.Handler handler, byte[] sent) {
        List<RawSocket> clients = new ArrayList<>();
        try (TcpServer server = options.apply(TcpServer.builder())
                .bind("127.0.0.1", 0)
                .threads(1)
                .handler(connection -> {
                    begun.incrementAndGet();
                    return handler.handle(connection);
                })
                .start()
                .await(GENEROUS)) {
            Memory before = Memory.now();
            for (int i = 0; i < CONNECTIONS; i++) {
                RawSocket client = RawSocket.connect(server.port(), 16 * KIB);
                clients.add(client);
                Thread.ofVirtual().start(() -> {
                    try {
                        client.send(sent);
                    } catch (UncheckedIOException closed) {
                        // the server takes no more until the test is over
                    }
                });
            }
            steady(server);
            while (server.heldBytes() < CONNECTIONS * least) {
                Thread.onSpinWait();
            }
            assertHeld(CONNECTIONS * most, before);
        } finally {
            clients.forEach(client -> client.leave(true));
        }
    }

    @Test
    void aPeerThatTakesNothingCostsWhatWaitsAndABatch() {
        for (int size : new int[] {256, 64 * KIB}) {
            begun.set(0);
            Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> {
                made.incrementAndGet();
                return ByteBuffer.allocate(size);
            });
            assertEachHolds(128 * KIB, connection -> connection.send(endless), new byte[0]);
        }
    }

    @Test
    void bytesThatNobodyReadsCostAReadAtMost() {
        byte[] much = new byte[4 * KIB * KIB];
        assertEachHolds(64 * KIB, connection -> One.never(), much);
        begun.set(0);
        assertEachHolds(
                64 * KIB,
                connection -> {
                    connection.bytes().subscribe(new Waiting());
                    return One.never();
                },
                much);
    }

    /** Takes one piece, and asks for no more. */
    private static final class Waiting implements Flow.Subscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
        }

        @Override
        public void onNext(ByteBuffer piece) {
            // it is not kept
        }

        @Override
        public void onError(Throwable failure) {
            // the test is over
        }

        @Override
        public void onComplete() {
            // the test is over
        }
    }

    @Test
    void aLineThatDoesNotEndCostsItsLimitTwice() {
        assertEachHolds(
                2 * 64 * KIB + 64 * KIB,
                connection -> connection.lines().forEach(line -> {}),
                "x".repeat(64 * KIB - 1).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Test
    void aMessageThatDoesNotEndCostsItsLimitTwice() {
        int limit = 256 * KIB;
        byte[] begun = Arrays.copyOf(
                ByteBuffer.allocate(Integer.BYTES).putInt(limit - Integer.BYTES).array(), limit - 1);
        for (Framer<ByteBuffer> framer : List.of(Framer.lengthPrefix(Integer.BYTES), Framer.fixedLength(limit))) {
            this.begun.set(0);
            assertEachHolds(
                    limit - 1,
                    2L * limit + 64 * KIB,
                    server -> server.maxFrameLength(limit),
                    connection -> connection.frames(framer).forEach(message -> {}),
                    begun);
        }
    }
}
