package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a client sends of a body before it knows that we have reset the stream. */
@ExtendWith(NoLeaks.class)
class Http2LateDataTest {
    private static final int FRAMES = 1000;
    private static final int SIZE = 100;

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final Handler log = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(entry.getMessage());
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is open
        }
    };

    private static One<Response> answer(Request request) {
        return request.path().equals("/breaks")
                ? One.of(Response.stream("x/y", Many.fail(() -> new HttpException(400, "meant to break"))))
                : request.text().map(text -> Response.text(text.length() + " bytes"));
    }

    private static byte[] frames(int stream, int count) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(RawHttp2.bytes(RawHttp2.DATA, 0, stream, new byte[SIZE]));
        }
        return all.toByteArray();
    }

    @Test
    void isThrownAwayAndNoFault() {
        Logger netty = Logger.getLogger("io.netty.handler.codec.http2");
        netty.addHandler(log);
        try (TestServer server = TestServer.start(Http2LateDataTest::answer, builder -> builder.streamWindow(65_535));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/breaks", false);
            client.resetOf(1);
            client.offer(frames(1, FRAMES)); // more than the window of the connection
            client.data(1, "", true);
            client.request(3, "POST", "/", false).data(3, "four", true);
            assertEquals("4 bytes", client.reply(3).body());
            assertEquals(List.of(), logged);
        } finally {
            netty.removeHandler(log);
        }
    }

    @Test
    void alsoIfItComesTogetherWithWhatMakesUsResetTheStream() {
        try (TestServer server = TestServer.start(Http2LateDataTest::answer);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(RawHttp2.bytes(
                    RawHttp2.HEADERS,
                    RawHttp2.END_HEADERS,
                    1,
                    RawHttp2.block(":method", "POST", ":scheme", "http", ":path", "/breaks", ":authority", "a")));
            all.writeBytes(frames(1, FRAMES));
            client.offer(all.toByteArray());
            client.resetOf(1);
            client.request(3, "POST", "/", false).data(3, "four", true);
            assertEquals("4 bytes", client.reply(3).body());
        }
    }

    @Test
    void whatBelongsToOthersInBetweenIsRead() {
        try (TestServer server = TestServer.start(Http2LateDataTest::answer);
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/breaks", false).request(3, "POST", "/", false);
            client.resetOf(1);
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < FRAMES; i++) {
                all.writeBytes(frames(1, 1));
                all.writeBytes(frames(3, 1));
            }
            all.writeBytes(RawHttp2.bytes(RawHttp2.DATA, RawHttp2.END_STREAM, 3, new byte[0]));
            client.offer(all.toByteArray());
            assertEquals(FRAMES * SIZE + " bytes", client.reply(3).body());
        }
    }
}
