package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.rsocket.loop.Acceptor;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/**
 * A connection that does nothing holds little, at both ends: nothing of what has made it. What is counted are objects of
 * which each connection has some, by a histogram of the heap, when there are others already; and of streams what they have in arrays.
 */
class IdleConnectionTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int FIRST = 100;
    private static final int CONNECTIONS = 1_000;

    /** What a connection may hold at both ends together, with Netty's part. */
    private static final int BOTH = 2 * 2_048;

    /** As above, of a WebSocket. */
    private static final int BOTH_OF_WEB = 9_000;

    /**
     * On a connection of which each end has room for 1,792 streams, of 20 bytes each in arrays of 2,048: 46 bytes at both ends, and
     * nothing that each stream has.
     */
    private static final int STREAMS = 1_790;

    private static final int BOTH_OF_STREAM = 60;

    private static final int CONNECTIONS_OF_STREAMS = 10;
    private static final int AT_ONCE = 179;

    /** Bytes of the smallest object there is. */
    private static final int LEAST = 16;

    /** How many objects of a class there are, and their bytes. */
    private record Held(long count, long bytes) {
        Held less(Held other) {
            return new Held(count - other.count, bytes - other.bytes);
        }
    }

    private static final Responder NOBODY = (connection, stream, kind, payload) -> null;
    private static final StreamListener QUIET = (connection, stream, failure) -> {};

    private final BlockingQueue<LoopConnection> accepted = new LinkedBlockingQueue<>();
    private final Acceptor acceptor = (connection, setup) -> {
        accepted.add(connection);
        return One.of(NOBODY);
    };

    /** Collects garbage, and tells what is left; outside of the heap, where it is no part of that. */
    private static ByteBuffer histogram() throws Exception {
        String printed = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        byte[] bytes = printed.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    private static Map<String, Held> byClass(ByteBuffer histogram) {
        Map<String, Held> held = new HashMap<>();
        StandardCharsets.UTF_8
                .decode(histogram)
                .toString()
                .lines()
                .map(line -> line.trim().split("\\s+", 4))
                .forEach(words -> {
                    if (words[0].endsWith(":")) {
                        held.put(words[3], new Held(Long.parseLong(words[1]), Long.parseLong(words[2])));
                    }
                });
        return held;
    }

    /** When both ends have done what there is to do. */
    private void connect(RSocketClient client, String address, int count, List<LoopConnection> ends) throws Exception {
        for (int i = 0; i < count; i++) {
            ends.add(client.connectLoop(address, NOBODY).await(GENEROUS));
            LoopConnection other = accepted.poll(120, TimeUnit.SECONDS);
            assertTrue(other != null, "the server has no such connection");
            ends.add(other);
        }
        for (LoopConnection end : ends) {
            CompletableFuture<Void> settled = new CompletableFuture<>();
            end.post(() -> settled.complete(null));
            settled.get(120, TimeUnit.SECONDS);
        }
    }

    /** What each connection has, by class. */
    private static Map<String, Held> more(ByteBuffer before, ByteBuffer after) {
        Map<String, Held> known = byClass(before);
        Map<String, Held> more = new TreeMap<>();
        byClass(after).forEach((name, held) -> {
            Held grown = held.less(known.getOrDefault(name, new Held(0, 0)));
            if (grown.count() >= CONNECTIONS * 9 / 10) {
                long bytes = Math.max(grown.bytes(), grown.count() * LEAST); // large arrays may have gone
                more.put(name, new Held(grown.count() / CONNECTIONS, bytes / CONNECTIONS));
            }
        });
        return more;
    }

    private void check(String address, int most) throws Exception {
        RSocketClient client = RSocketClient.builder()
                .keepalive(Duration.ofHours(1))
                .lifetime(Duration.ofHours(2))
                .build();
        List<LoopConnection> ends = new ArrayList<>(2 * (FIRST + CONNECTIONS));
        connect(client, address, FIRST, ends);
        var _ = histogram(); // which leaves some of its own at first
        ByteBuffer before = histogram();
        connect(client, address, CONNECTIONS, ends);
        Map<String, Held> each = more(before, histogram());
        long bytes = each.values().stream().mapToLong(Held::bytes).sum();
        for (LoopConnection end : ends) {
            end.post(() -> end.close("done"));
        }
        assertTrue(bytes > 0 && bytes <= most, () -> bytes + " bytes at both ends: " + each);
    }

    /** Begins streams on each connection, and waits until the server has them. */
    private static void begin(List<LoopConnection> clients, int count, Semaphore begun) throws Exception {
        for (LoopConnection client : clients) {
            client.post(() -> {
                for (int i = 0; i < count; i++) {
                    client.requestStream(null, NOTHING, Long.MAX_VALUE, QUIET);
                }
            });
            assertTrue(begun.tryAcquire(count, 30, TimeUnit.SECONDS), "the server has not so many streams");
        }
    }

    /** What each stream has, by class: of itself, and its part of arrays. */
    private static Map<String, Double> eachOf(int streams, ByteBuffer before, ByteBuffer after) {
        Map<String, Held> known = byClass(before);
        Map<String, Double> each = new TreeMap<>();
        byClass(after).forEach((name, held) -> {
            long grown = held.less(known.getOrDefault(name, new Held(0, 0))).bytes();
            if (grown >= streams) { // less than a byte of each is of something else
                each.put(name, (double) grown / streams);
            }
        });
        return each;
    }

    @Test
    void streamsHoldTheirPlacesOnly() throws Exception {
        Semaphore begun = new Semaphore(0);
        Acceptor counting = (connection, setup) -> One.of((loop, stream, kind, payload) -> {
            begun.release();
            return QUIET;
        });
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .loop(counting)
                .start()
                .await(GENEROUS)) {
            RSocketClient client = RSocketClient.create();
            List<LoopConnection> clients = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS_OF_STREAMS; i++) {
                clients.add(client.connectLoop("tcp://127.0.0.1:" + server.port(), NOBODY)
                        .await(GENEROUS));
            }
            begin(clients, 1, begun);
            var _ = histogram(); // which leaves some of its own at first
            ByteBuffer before = histogram();
            for (int more = 1; more < STREAMS; more += AT_ONCE) {
                begin(clients, Math.min(AT_ONCE, STREAMS - more), begun);
            }
            Map<String, Double> each = eachOf(STREAMS * CONNECTIONS_OF_STREAMS, before, histogram());
            double bytes = each.values().stream().mapToDouble(held -> held).sum();
            clients.forEach(end -> end.post(() -> end.close("done")));
            assertTrue(bytes > 0 && bytes <= BOTH_OF_STREAM, () -> bytes + " bytes at both ends: " + each);
        }
    }

    @Test
    void holdsLittleOverTcp() throws Exception {
        try (RSocketServer server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .loop(acceptor)
                .start()
                .await(GENEROUS)) {
            check("tcp://127.0.0.1:" + server.port(), BOTH);
        }
    }

    @Test
    void holdsLittleOverWebSockets() throws Exception {
        RSocketServer.Builder sockets = RSocketServer.builder().loop(acceptor);
        try (HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(sockets.webSocket())
                .start()
                .await(GENEROUS)) {
            check("ws://127.0.0.1:" + server.port() + "/", BOTH_OF_WEB);
        }
    }
}
