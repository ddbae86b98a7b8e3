package dev.weir.rsocket;

import static dev.weir.net.Memory.assertHeld;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Memory;
import dev.weir.rsocket.metadata.Routing;
import dev.weir.rsocket.raw.RawFrame;
import dev.weir.rsocket.raw.RawPeer;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What one peer makes a server hold, by measure, against what is documented. */
class HeldMemoryTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final long ANY = 1L << 40; // the bounds of all connections together are others' to test
    private static final int KIB = 1024;
    private static final int MAX_WAITING = 1024 * KIB;
    private static final int OUTPUT = 64 * KIB;
    private static final int MAX_HELD = 64 * 1024 * KIB; // of requests of a connection

    private static RSocketServer serve(RSocket handler, int maxStreams) {
        return RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .maxHeldBytes(ANY)
                .maxStreams(maxStreams)
                .clock(new VirtualTime()) // stands, so that no other limit ends anything
                .handler(handler)
                .start()
                .await(GENEROUS);
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what);
            Thread.onSpinWait();
        }
    }

    private static long rejected(List<String> frames) {
        return frames.stream().filter(frame -> frame.contains(" ERROR 202 ")).count();
    }

    // ------------------------------------------------------------ answers that nobody reads

    /** Unmade they cost little: 200 MB it would be. */
    @Test
    void responsesThatAreNotReadCostWhatMayWait() throws Exception {
        int requests = 2_000;
        int size = 100_000;
        AtomicInteger made = new AtomicInteger();
        CountDownLatch seen = new CountDownLatch(1);
        RSocket handler = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                made.incrementAndGet();
                return One.of(Payload.of(ByteBuffer.allocate(size)));
            }

            @Override
            public One<Void> fireAndForget(Payload request) {
                seen.countDown(); // after all that came before
                return One.of(null);
            }
        };
        try (RSocketServer server = serve(handler, 2 * requests);
                RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(RawFrame.setup()).settled();
            Memory before = Memory.now();
            RawFrame[] frames = new RawFrame[requests];
            for (int i = 0; i < requests; i++) {
                frames[i] = RawFrame.response(2 * i + 1, "x");
            }
            peer.send(frames).send(RawFrame.fireAndForget(2 * requests + 1, "x"));
            assertTrue(seen.await(GENEROUS.toSeconds(), TimeUnit.SECONDS));
            await("as much waits as may", () -> server.heldBytes() > MAX_WAITING);
            int most = MAX_WAITING + OUTPUT + 2 * size; // one is beyond each of both
            assertHeld(most, before);
            assertTrue(server.heldBytes() <= most, server.heldBytes() + " bytes are counted");
            int answers = 0;
            while (answers < requests) {
                RawFrame frame = peer.read();
                assertEquals(RawFrame.PAYLOAD, frame.type());
                answers += frame.has(RawFrame.FOLLOWS) ? 0 : 1;
            }
            assertEquals(requests, made.get());
            assertEquals(List.of(), peer.settled());
            assertEquals(0, server.heldBytes());
        }
    }

    // ------------------------------------------------------------ requests

    @Test
    void metadataOfOpenStreamsCostsWhatRequestsMayAndIsCounted() {
        int size = 200_000;
        int taken = MAX_HELD / size;
        int requests = 500;
        RSocket handler = new RSocket() {
            @Override
            public Many<Payload> requestStream(Payload request) {
                return Many.never();
            }
        };
        try (RSocketServer server = serve(handler, 2 * requests);
                RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(RawFrame.setup()).settled();
            RawFrame.Body body = new RawFrame.Body().int32(Integer.MAX_VALUE).metadata("m".repeat(size));
            RawFrame request = new RawFrame(1, RawFrame.REQUEST_STREAM, RawFrame.METADATA, body.bytes());
            Memory before = Memory.now();
            for (int i = 0; i < requests; i++) {
                peer.send(request.on(2 * i + 1));
            }
            List<String> told = peer.settled();
            assertEquals(requests - taken, rejected(told));
            long counted = server.heldBytes();
            assertEquals((long) taken * size, counted);
            assertHeld(counted, before);
            long held = Memory.now().since(before).total();
            assertTrue(held > counted / 20 * 19, held + " bytes, of which are counted " + counted);
            for (int i = 0; i < requests; i++) {
                peer.send(RawFrame.cancel(2 * i + 1));
            }
            assertEquals(List.of(), peer.settled());
            assertEquals(0, server.heldBytes());
            assertHeld(0, before);
        }
    }

    // ------------------------------------------------------------ calls that go on

    /** Calls that nobody waits for any more: without a bound each would hold its thread and its request. */
    @Test
    void callsThatWereCancelledRunAsManyAsStreamsMayBeOpen() {
        int calls = 100;
        int flood = 2_000;
        int size = 50_000;
        String route = "\u0004work";
        AtomicInteger running = new AtomicInteger();
        CountDownLatch end = new CountDownLatch(1);
        RSocketRoutes routes = RSocketRoutes.create().blocking("work", String.class, data -> {
            running.incrementAndGet();
            RouteCallTest.awaitWhatever(end);
            return data.length();
        });
        try (RSocketServer server = serve(routes, calls);
                RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(RawFrame.setup(0, 3_600_000, 3_600_000, Routing.TYPE, "text/plain", ""))
                    .settled();
            RawFrame request = RawFrame.response(1, route, "x".repeat(size));
            Memory before = Memory.now();
            for (int i = 0; i < calls; i++) {
                int now = i + 1;
                peer.send(request.on(2 * i + 1));
                await("the call begins", () -> running.get() == now);
                peer.send(RawFrame.cancel(2 * i + 1));
            }
            for (int i = calls; i < calls + flood; i++) {
                peer.send(request.on(2 * i + 1), RawFrame.cancel(2 * i + 1));
            }
            List<String> told = peer.settled();
            assertHeld(2L * calls * size, before); // the bytes, and the text made of them
            assertEquals(flood, rejected(told));
            assertEquals(calls, running.get());
            assertEquals(calls * (route.length() + (long) size), server.heldBytes());
            end.countDown();
            await("nothing is held", () -> server.heldBytes() == 0);
            peer.send(request.on(2 * (calls + flood) + 1));
            assertTrue(peer.next().contains("PAYLOAD"));
            assertEquals(calls + 1, running.get());
        } finally {
            end.countDown();
        }
    }
}
