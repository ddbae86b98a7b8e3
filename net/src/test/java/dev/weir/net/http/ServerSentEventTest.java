package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class ServerSentEventTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\nLast-Event-ID: 7\r\n\r\n";

    @Test
    void writesItsFields() {
        assertEquals("data: x\n\n", ServerSentEvent.of("x").format());
        assertEquals("data: \n\n", ServerSentEvent.of("").format());
        ServerSentEvent full =
                ServerSentEvent.of("d").withId("1").withEvent("tick").withRetry(Duration.ofSeconds(2));
        assertEquals("id: 1\nevent: tick\nretry: 2000\ndata: d\n\n", full.format());
    }

    /** However data is cut into lines, nothing of it can begin another field or another event. */
    @Test
    void keepsEveryLineOfDataInItsPlace() {
        assertEquals(
                "data: a\ndata: b\ndata: c\ndata: d\ndata: \ndata: e\ndata: \n\n",
                ServerSentEvent.of("a\nb\rc\r\nd\n\re\n").format());
        assertEquals("data: \ndata: id: 9\n\n", ServerSentEvent.of("\nid: 9").format());
    }

    @Test
    void refusesLineBreaksInIdAndType() {
        ServerSentEvent event = ServerSentEvent.of("x");
        for (String bad : new String[] {"a\nb", "a\rb", "a\u0000b"}) {
            assertThrows(IllegalArgumentException.class, () -> event.withId(bad));
            assertThrows(IllegalArgumentException.class, () -> event.withEvent(bad));
        }
    }

    @Test
    void streamsEvents() {
        Many<ServerSentEvent> events = Many.range(1, 3).map(i -> ServerSentEvent.of("\u20ac" + i));
        try (TestServer server = TestServer.start(request -> One.of(Response.sse(events)))) {
            Reply reply = server.ask(GET);
            assertEquals("text/event-stream", reply.header("content-type"));
            assertEquals("no-cache", reply.header("cache-control"));
            assertNull(reply.header("content-length"));
            assertEquals("data: \u20ac1\n\ndata: \u20ac2\n\ndata: \u20ac3\n\n", reply.body());
        }
    }

    @Test
    void sendsTheHeadAtOnceAndEachEventAsItComes() {
        Broadcast<ServerSentEvent> ticks = Broadcast.create();
        Handler handler = request -> One.of(Response.sse(ticks.listen(Overflow.buffer(16))));
        try (TestServer server = TestServer.start(handler);
                RawSocket socket = server.connect()) {
            assertEquals(200, socket.send(GET).head().status());
            server.roundTrip();
            assertEquals(1, ticks.listenerCount());
            for (int i = 0; i < 10; i++) {
                ticks.emit(ServerSentEvent.of("" + i)); // from a thread that is not the loop's
                assertEquals("data: " + i + "\n\n", socket.chunk());
            }
            ticks.complete();
            assertEquals("", socket.chunk());
        }
    }

    @Test
    void comesWithAHeartbeatWhenItIsQuiet() {
        VirtualTime time = new VirtualTime();
        Broadcast<ServerSentEvent> ticks = Broadcast.create();
        Handler handler = request -> One.of(Response.sse(ticks.listen(Overflow.buffer(16))));
        try (TestServer server = TestServer.start(handler, builder -> builder.clock(time));
                RawSocket socket = server.connect()) {
            assertEquals(200, socket.send(GET).head().status());
            pass(server, time, 14);
            ticks.emit(ServerSentEvent.of("first"));
            assertEquals("data: first\n\n", socket.chunk());
            pass(server, time, 14);
            ticks.emit(ServerSentEvent.of("second"));
            assertEquals("data: second\n\n", socket.chunk(), "no heartbeat before 15 quiet seconds");
            pass(server, time, 17);
            assertEquals(":\n\n", socket.chunk());
            pass(server, time, 17);
            assertEquals(":\n\n", socket.chunk());
            ticks.emit(ServerSentEvent.of("third"));
            assertEquals("data: third\n\n", socket.chunk());
        }
    }

    private static void pass(TestServer server, VirtualTime time, int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
        }
    }

    @Test
    void showsAHandlerTheLastEventItsClientGot() {
        Handler handler = request -> One.of(Response.text(request.header("Last-Event-ID")));
        try (TestServer server = TestServer.start(handler)) {
            assertEquals("7", server.ask(GET).body());
        }
    }
}
