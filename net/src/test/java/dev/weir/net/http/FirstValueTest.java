package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.RawSocket.Reply;
import dev.weir.net.http.filter.Compression;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The head of a response with values waits for the first of them. */
@ExtendWith(NoLeaks.class)
class FirstValueTest {
    private static final String ARRAY = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String LINES = "GET / HTTP/1.1\r\nHost: a\r\nAccept: application/x-ndjson\r\n\r\n";

    private final VirtualTime time = new VirtualTime();
    private final BlockingQueue<Emitter<Object>> emitters = new ArrayBlockingQueue<>(1);
    private final Handler emitted = request ->
            One.of(Response.values(Many.<Object>emitter(Overflow.buffer(4), emitter -> emitters.add(emitter))));

    private static Handler giving(Many<?> values) {
        return request -> One.of(Response.values(values));
    }

    private Emitter<Object> emitter() throws InterruptedException {
        Emitter<Object> emitter = emitters.poll(120, TimeUnit.SECONDS);
        return assertNotNull(emitter);
    }

    private static <T> T assertNotNull(T value) {
        assertTrue(value != null, "nobody subscribed");
        return value;
    }

    @ParameterizedTest
    @ValueSource(strings = {ARRAY, LINES})
    void aFirstOneThatCanNotBeEncodedIsAProblemAndTheConnectionGoesOn(String request) {
        try (TestServer server = TestServer.start(giving(Many.of(new Object(), "b")));
                RawSocket socket = server.connect()) {
            for (int i = 0; i < 2; i++) {
                Reply reply = socket.send(request).reply();
                assertEquals(500, reply.status());
                assertEquals("application/problem+json", reply.header("content-type"));
            }
            server.roundTrip();
            assertEquals(0, server.server().streams());
            assertEquals(0, server.server().inFlight());
        }
    }

    @Test
    void overHttp2Too() {
        try (TestServer server = TestServer.start(giving(Many.of(new Object())));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            assertEquals(500, client.get(1, "/").reply(1).status());
            assertEquals(500, client.get(3, "/").reply(3).status());
        }
    }

    @Test
    void aSourceThatFailsFirstHasItsStatus() {
        try (TestServer server = TestServer.start(giving(Many.fail(() -> new HttpException(404, "no such list"))))) {
            Reply reply = server.ask(ARRAY);
            assertEquals(404, reply.status());
            assertTrue(reply.body().contains("no such list"), reply.body());
        }
    }

    @Test
    void aCompressedOneIsAProblemToo() {
        Handler compressed = giving(Many.of(new Object())).with(Compression.create());
        try (TestServer server = TestServer.start(compressed)) {
            Reply reply = server.ask("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
            assertEquals(500, reply.status());
            assertEquals(null, reply.header("content-encoding"));
        }
    }

    @Test
    void aLaterOneBreaksTheResponseOff() throws InterruptedException {
        try (TestServer server = TestServer.start(emitted);
                RawSocket socket = server.connect().send(LINES)) {
            Emitter<Object> values = emitter();
            values.next("a");
            assertEquals(200, socket.head().status());
            assertEquals("\"a\"\n", socket.chunk());
            values.next(new Object());
            assertThrows(AssertionError.class, socket::chunk);
        }
    }

    @Test
    void noneAtAllIsAnEmptyArray() throws InterruptedException {
        try (TestServer server = TestServer.start(emitted);
                RawSocket socket = server.connect().send(ARRAY)) {
            emitter().complete();
            assertEquals("[]\n", socket.reply().body());
        }
    }

    @Test
    void theHeadWaitsForTheFirstButNotForLong() throws InterruptedException {
        try (TestServer server = TestServer.start(emitted, builder -> builder.clock(time));
                RawSocket socket = server.connect().send(LINES)) {
            Emitter<Object> values = emitter();
            server.roundTrip();
            assertEquals(1, server.server().inFlight());
            for (int second = 0; second < 17; second++) {
                time.advance(Duration.ofSeconds(1));
                server.roundTrip();
            }
            assertEquals(200, socket.head().status());
            assertEquals(0, server.server().inFlight());
            values.next("late");
            values.complete();
            assertEquals("\"late\"\n", socket.chunk());
            assertEquals("", socket.chunk());
        }
    }

    @Test
    void aClientThatGoesBeforeTheFirstCancelsTheSource() throws InterruptedException {
        try (TestServer server = TestServer.start(emitted)) {
            RawSocket socket = server.connect().send(ARRAY);
            Emitter<Object> values = emitter();
            BlockingQueue<String> ended = new ArrayBlockingQueue<>(1);
            values.onEnd(() -> ended.add("ended"));
            socket.leave(true);
            assertEquals("ended", ended.poll(120, TimeUnit.SECONDS));
            server.roundTrip();
            assertEquals(0, server.server().streams());
        }
    }
}
