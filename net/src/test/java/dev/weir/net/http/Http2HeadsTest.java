package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Heads that come in pieces: no other frame may come between them, so they must not take long. */
@ExtendWith(NoLeaks.class)
class Http2HeadsTest {
    private static final int ENHANCE_YOUR_CALM = 11;

    private final VirtualTime time = new VirtualTime();

    private TestServer start() {
        Handler handler =
                request -> request.path().equals("/never") ? One.never() : One.of(Response.text(request.path()));
        return TestServer.start(handler, builder -> builder.clock(time));
    }

    private void pass(TestServer server, int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
            server.roundTrip();
        }
    }

    private static byte[] head() {
        return RawHttp2.block(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "a");
    }

    @Test
    void aHeadMayTakeItsTime() {
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            for (int stream = 1; stream < 10; stream += 2) {
                client.frame(RawHttp2.HEADERS, RawHttp2.END_STREAM, stream, head());
                server.roundTrip();
                pass(server, 5);
                client.frame(RawHttp2.CONTINUATION, RawHttp2.END_HEADERS, stream, RawHttp2.block("a", "b"));
                assertEquals("/", client.reply(stream).body());
                pass(server, 8);
            }
        }
    }

    @Test
    void aHeadThatBeginsWithTheEndOfAnotherHasItsOwnTime() {
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip().frame(RawHttp2.HEADERS, RawHttp2.END_STREAM, 1, head());
            for (int stream = 1; stream < 10; stream += 2) {
                pass(server, 5);
                byte[] rest =
                        RawHttp2.bytes(RawHttp2.CONTINUATION, RawHttp2.END_HEADERS, stream, RawHttp2.block("a", "b"));
                byte[] next = RawHttp2.bytes(RawHttp2.HEADERS, RawHttp2.END_STREAM, stream + 2, head());
                client.offer(ByteBuffer.allocate(rest.length + next.length)
                        .put(rest)
                        .put(next)
                        .array());
                client.await(RawHttp2.HEADERS, stream);
            }
        }
    }

    @Test
    void aHeadThatDoesNotComeToItsEndIsCutAlthoughAnotherStreamRuns() {
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/never").roundTrip();
            pass(server, 20);
            client.roundTrip().frame(RawHttp2.HEADERS, 0, 3, head());
            server.roundTrip();
            pass(server, 8);
            client.frame(RawHttp2.CONTINUATION, 0, 3, RawHttp2.block("a", "b"));
            server.roundTrip();
            pass(server, 4);
            assertEquals(ENHANCE_YOUR_CALM, client.goAway());
        }
    }

    @Test
    void aFrameOfAHeadThatDoesNotComeToItsEndIsCut() {
        byte[] head = RawHttp2.bytes(
                RawHttp2.HEADERS, RawHttp2.END_HEADERS | RawHttp2.END_STREAM, 3, RawHttp2.block(":method", "GET"));
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/never").roundTrip();
            client.offer(Arrays.copyOf(head, head.length - 1));
            server.roundTrip();
            pass(server, 12);
            assertEquals(ENHANCE_YOUR_CALM, client.goAway());
        }
    }
}
