package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A peer that reads has all that it has asked for, however large it is. */
class LargeItemsTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final long SHARED = 1L << 40; // the payloads are one, so there is memory enough
    private static final int ITEMS = 40;
    private static final int STREAMS = 12;
    private static final int RESPONSES = 200;
    private static final Payload LARGE = Payload.of(ByteBuffer.allocate(1_000_000));
    private static final Payload LARGEST = Payload.of(ByteBuffer.allocate(5_000_000));

    private RSocketServer server;
    private RSocketConnection connection;

    @BeforeEach
    void start() {
        server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .maxHeldBytes(SHARED)
                .handler(new RSocket() {
                    @Override
                    public One<Payload> requestResponse(Payload request) {
                        return One.blocking(() -> LARGE);
                    }

                    @Override
                    public Many<Payload> requestStream(Payload request) {
                        return request.text().isEmpty()
                                ? many(LARGEST)
                                : Many.range(0, ITEMS).mapBlocking(8, i -> LARGE);
                    }

                    @Override
                    public Many<Payload> requestChannel(Many<Payload> requests) {
                        return requests.map(item -> Payload.of(Long.toString(item.size())));
                    }
                })
                .start()
                .await(GENEROUS);
        connection = RSocketClient.builder()
                .maxHeldBytes(SHARED)
                .build()
                .connect("tcp://127.0.0.1:" + server.port())
                .await(GENEROUS);
    }

    @AfterEach
    void stop() {
        connection.close();
        server.close();
    }

    private static Many<Payload> many(Payload item) {
        return Many.range(0, ITEMS).map(i -> item);
    }

    @Test
    void itemsOfAStream() {
        List<Long> sizes = connection
                .requestStream(Payload.empty())
                .map(Payload::size)
                .toList()
                .await(GENEROUS);
        assertEquals(ITEMS, sizes.size());
        assertEquals(ITEMS * LARGEST.size(), sum(sizes));
    }

    @Test
    void itemsOfAChannel() {
        List<String> sizes = connection
                .requestChannel(many(LARGEST))
                .map(Payload::text)
                .toList()
                .await(GENEROUS);
        assertEquals(ITEMS, sizes.size());
    }

    @Test
    void itemsOfManyStreams() {
        List<Long> sizes = Many.range(0, STREAMS)
                .flatMap(
                        STREAMS,
                        i -> connection.requestStream(Payload.of("many")).map(Payload::size))
                .toList()
                .await(GENEROUS);
        assertEquals(STREAMS * ITEMS * LARGE.size(), sum(sizes));
    }

    @Test
    void responses() {
        List<Long> sizes = Many.range(0, RESPONSES)
                .mapAsync(
                        RESPONSES,
                        i -> connection.requestResponse(Payload.empty()).map(Payload::size))
                .toList()
                .await(GENEROUS);
        assertEquals(RESPONSES * LARGE.size(), sum(sizes));
    }

    private static long sum(List<Long> sizes) {
        return sizes.stream().mapToLong(size -> size).sum();
    }
}
