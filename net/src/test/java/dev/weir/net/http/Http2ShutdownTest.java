package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawHttp2.Frame;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a connection of HTTP/2 ends. */
@ExtendWith(NoLeaks.class)
class Http2ShutdownTest {
    private static final int NO_ERROR = 0;
    private static final int PADDED = 8;
    private static final byte[] BODY_GOES_ON = RawHttp2.bytes(RawHttp2.DATA, PADDED, 1, new byte[] {1, 'x', 0});

    private final VirtualTime time = new VirtualTime();

    private TestServer timed(Handler handler) {
        return TestServer.start(handler, builder -> builder.clock(time));
    }

    private void pass(TestServer server, int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
        }
    }

    /** Reads the announcement and answers its ping. */
    private static void agree(RawHttp2 client) {
        Frame announcement = client.await(RawHttp2.GOAWAY);
        assertEquals(Integer.MAX_VALUE, announcement.error(0));
        assertEquals(NO_ERROR, announcement.error(4));
        Frame ping = client.await(frame -> frame.type() == RawHttp2.PING && frame.flags() == 0);
        client.frame(RawHttp2.PING, RawHttp2.ACK, 0, ping.payload());
    }

    @Test
    void takesWhatWasOnItsWayAndFinishesIt() {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        try (TestServer server = TestServer.start(request -> One.from(() -> answer.copy()))) {
            RawHttp2 client = RawHttp2.connect(server.port());
            client.get(1, "/").roundTrip();
            CompletableFuture<Void> closed = new CompletableFuture<>();
            var _ = server.server()
                    .shutdown(Duration.ofMinutes(1))
                    .subscribe(done -> closed.complete(null), closed::completeExceptionally);
            Frame announcement = client.await(RawHttp2.GOAWAY);
            assertEquals(Integer.MAX_VALUE, announcement.error(0));
            Frame ping = client.await(RawHttp2.PING);
            client.get(3, "/"); // sent before the client knew
            client.frame(RawHttp2.PING, RawHttp2.ACK, 0, ping.payload());
            Frame last = client.await(RawHttp2.GOAWAY);
            assertEquals(3, last.error(0));
            assertEquals(NO_ERROR, last.error(4));
            client.get(5, "/"); // is ignored
            answer.complete(Response.text("done"));
            assertEquals("done", client.reply(1).body());
            assertEquals("done", client.reply(3).body());
            client.awaitClose();
            client.leave();
            closed.join();
        }
    }

    @Test
    void anIdleConnectionEndsAtOnceAndAnEventStreamToo() {
        try (TestServer server = TestServer.start(request -> One.of(Response.sse(Many.never())));
                RawHttp2 idle = RawHttp2.connect(server.port());
                RawHttp2 client = RawHttp2.connect(server.port())) {
            idle.roundTrip();
            client.get(1, "/").await(RawHttp2.HEADERS, 1);
            var _ = server.server().shutdown(Duration.ofMinutes(1)).subscribe(done -> {}, failure -> {});
            agree(idle);
            idle.awaitClose();
            assertTrue(client.await(RawHttp2.DATA, 1).isLast());
        }
    }

    @Test
    void aClientThatDoesNotAnswerIsNotWaitedFor() {
        try (TestServer server = timed(request -> One.of(Response.text("ok")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/").reply(1);
            server.roundTrip();
            pass(server, 59);
            client.get(3, "/").reply(3);
            pass(server, 66);
            assertEquals(Integer.MAX_VALUE, client.await(RawHttp2.GOAWAY).error(0));
            assertEquals(3, client.await(RawHttp2.GOAWAY).error(0));
            client.awaitClose();
        }
    }

    @Test
    void aConnectionThatNeverAsksIsClosedEarly() {
        try (TestServer server = timed(request -> One.of(Response.text("ok")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip();
            pass(server, 12);
            agree(client);
            client.awaitClose();
        }
    }

    private TestServer soonIdle(Handler handler) {
        return TestServer.start(handler, builder -> builder.clock(time).idleTimeout(Duration.ofSeconds(3)));
    }

    /** What waits for the socket is sent before the time of the goodbye begins. */
    @Test
    void whoReadsLateGetsAllThatWaits() {
        byte[] body = new byte[8_000];
        int seconds = 15; // some to become idle and to announce it; what takes 30 is a stall
        try (TestServer server = soonIdle(request -> One.of(Response.bytes("x/y", body)));
                RawHttp2 client = RawHttp2.connect(server.port(), 4 * 1024)) {
            client.window(0, Integer.MAX_VALUE - 65_535);
            int requests = 0;
            while (server.server().heldBytes() == 0) { // as the kernel takes it
                client.get(1 + 2 * requests++, "/");
                server.roundTrip();
            }
            pass(server, seconds);
            for (int i = 0; i < requests; i++) {
                assertEquals(body.length, client.reply(1 + 2 * i).body().length());
            }
        }
    }

    /** While the client sends: a socket that is closed then is reset, and what the kernel still has for it is lost. */
    @Test
    void whoReadsLateGetsAllThatTheKernelHas() {
        byte[] body = new byte[60_000];
        try (TestServer server = soonIdle(request -> One.of(Response.bytes("x/y", body)));
                RawHttp2 client = RawHttp2.connect(server.port(), 4 * 1024)) {
            client.get(1, "/");
            passWhileItSends(client, server, 12); // the goodbye is said after 4 to 7
            assertEquals(body.length, client.reply(1).body().length());
            assertEquals(Integer.MAX_VALUE, client.await(RawHttp2.GOAWAY).error(0));
            assertEquals(1, client.await(RawHttp2.GOAWAY).error(0));
            client.awaitClose();
        }
    }

    /** An upload that is answered early goes on until the client reads that its stream was reset. */
    @Test
    void whoGoesOnSendingABodyGetsAllThatTheKernelHas() {
        byte[] body = new byte[60_000];
        try (TestServer server = soonIdle(request -> One.of(Response.bytes("x/y", body)));
                RawHttp2 client = uploading(server)) {
            passWhileItSends(client, server, 7); // the goodbye is said after 4 to 7
            for (int i = 0; i < 5; i++) {
                client.offer(BODY_GOES_ON);
                server.roundTrip();
                pass(server, 1);
            }
            assertEquals(body.length, client.reply(1).body().length());
        }
    }

    /** In one piece with the answer that the goodbye waits for. */
    @Test
    void whoSendsMoreWithItsLastAnswerIsWaitedFor() {
        try (TestServer server = soonIdle(request -> One.of(Response.text("early")));
                RawHttp2 client = uploading(server)) {
            client.reply(1);
            do {
                pass(server, 1);
                client.frame(RawHttp2.PING, 0, 0, new byte[8]);
            } while (client.await(Http2ShutdownTest::isNews).type() != RawHttp2.GOAWAY);
            Frame ping = client.await(frame -> frame.type() == RawHttp2.PING && frame.flags() == 0);
            byte[] answer = RawHttp2.bytes(RawHttp2.PING, RawHttp2.ACK, 0, ping.payload());
            client.offer(ByteBuffer.allocate(answer.length + BODY_GOES_ON.length)
                    .put(answer)
                    .put(BODY_GOES_ON)
                    .array());
            while (client.read() != null) {
                // the server says its last
            }
            server.roundTrip();
            assertEquals(2, server.server().connections(), "with that of the round trips");
        }
    }

    private static boolean isNews(Frame frame) {
        return frame.type() == RawHttp2.GOAWAY || (frame.type() == RawHttp2.PING && frame.flags() == RawHttp2.ACK);
    }

    /** Its request is answered before its body has come, and its stream reset. */
    private static RawHttp2 uploading(TestServer server) {
        RawHttp2 client = RawHttp2.connect(server.port(), 4 * 1024);
        client.request(1, "POST", "/", false);
        server.roundTrip();
        return client;
    }

    @Test
    void whoDoesNotCloseIsNotWaitedForAnyLongerWhateverItSends() {
        try (TestServer server = soonIdle(request -> One.of(Response.text("ok")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/").reply(1);
            passWhileItSends(client, server, 20);
            for (int i = 0; i < 1_000 && server.server().connections() > 1; i++) {
                server.roundTrip();
            }
            assertEquals(1, server.server().connections(), "only that of the round trips");
        }
    }

    private void passWhileItSends(RawHttp2 client, TestServer server, int seconds) {
        for (int i = 0; i < seconds; i++) {
            client.offer(RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 0, RawHttp2.number(1)));
            server.roundTrip();
            pass(server, 1);
        }
    }

    @Test
    void anEventStreamGetsAHeartbeat() {
        try (TestServer server = timed(request -> One.of(Response.sse(Many.never())));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            assertEquals(
                    "text/event-stream",
                    client.get(1, "/").await(RawHttp2.HEADERS, 1).fields().get("content-type"));
            pass(server, 120);
            for (int i = 0; i < 6; i++) {
                assertEquals(":\n\n", client.await(RawHttp2.DATA, 1).text());
            }
        }
    }

    @Test
    void streamsLeftAtTheDeadlineAreCut() throws InterruptedException {
        CountDownLatch cancelled = new CountDownLatch(1);
        try (TestServer server =
                        TestServer.start(request -> One.<Response>never().doFinally(end -> cancelled.countDown()));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/").roundTrip();
            server.server().shutdown(Duration.ofMillis(1)).await(TestServer.GENEROUS);
            cancelled.await();
        }
    }
}
