package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawHttp2.Frame;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong frames for streams that have not begun (RFC 9113 sections 5.1 and 6.4): a stream that was reset can't begin. */
@ExtendWith(NoLeaks.class)
class Http2IdleStreamTest {
    private static final int PRIORITY = 2;
    private static final byte[] GET = RawHttp2.bytes(
            RawHttp2.HEADERS,
            RawHttp2.END_HEADERS | RawHttp2.END_STREAM,
            1,
            RawHttp2.block(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "test"));

    static Stream<byte[]> wrong() {
        return Stream.of(
                RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 1, RawHttp2.number(0)),
                RawHttp2.bytes(RawHttp2.WINDOW_UPDATE, 0, 1, RawHttp2.number(1)),
                RawHttp2.bytes(RawHttp2.RST_STREAM, 0, 1, RawHttp2.number(8)),
                RawHttp2.bytes(RawHttp2.DATA, 0, 1, new byte[1]),
                RawHttp2.bytes(PRIORITY, 0, 1, new byte[4]));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void endsTheConnectionAndResetsNothing(byte[] frame) {
        try (TestServer server = TestServer.start(request -> One.of(Response.text("ok")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.offer(frame);
            client.offer(GET);
            Frame said;
            do {
                said = client.read();
                assertNotEquals(1, said.stream(), said::toString);
            } while (said.type() != RawHttp2.GOAWAY);
        }
    }

    /** RFC 9113 section 5.3.2. */
    @Test
    void prioritiesMeanNothing() {
        byte[] onItself = RawHttp2.bytes(PRIORITY, 0, 1, new byte[] {0, 0, 0, 1, 0});
        try (TestServer server = TestServer.start(request -> One.of(Response.text("ok")));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.offer(onItself);
            client.offer(GET);
            client.offer(onItself);
            assertEquals(200, client.reply(1).status());
        }
    }
}
