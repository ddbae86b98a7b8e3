package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.http.client.ClientException.Reason;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a server sends of a response before it knows that we have reset the stream. */
@ExtendWith(NoLeaks.class)
class Http2LateTest {
    private static final byte[] WITH_A_FIELD_TO_KEEP = {(byte) 0x88, 0x40, 1, 'a', 1, 'b'
    }; // in the table, as the first
    private static final byte[] THE_FIELD_KEPT = {(byte) 0x88, (byte) 0xbe};

    private final TestClient test = TestClient.start(HttpClientBuilder::http2PriorKnowledge);

    @AfterEach
    void close() {
        test.close();
    }

    private static byte[] head(int stream, byte[] block) {
        return RawHttp2.bytes(RawHttp2.HEADERS, RawHttp2.END_HEADERS, stream, block);
    }

    private static int asked(RawHttp2 server) {
        return server.await(RawHttp2.HEADERS).stream();
    }

    private void assertNothingMoreIsReset(RawHttp2 server) {
        var field = begin(test.get("/").send(response -> One.of(response.header("a"))));
        int next = asked(server);
        server.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS | RawHttp2.END_STREAM, next, THE_FIELD_KEPT);
        assertEquals("b", value(field));
        test.client.close();
        assertThrows(AssertionError.class, () -> server.await(RawHttp2.RST_STREAM), "one more");
    }

    @Test
    void aHeadThatComesAfterTheResetIsReadAndForgotten() {
        try (Logged logged = Logged.by("io.netty", Level.INFO)) {
            Cancellable request = test.get("/").text().subscribe();
            try (RawHttp2 server = test.server.acceptHttp2()) {
                int stream = asked(server);
                request.cancel();
                server.resetOf(stream);
                server.offer(head(stream, WITH_A_FIELD_TO_KEEP));
                server.data(stream, "late", false).headers(stream, true, "x-trailer", "1");
                assertNothingMoreIsReset(server);
            }
            assertEquals(List.of(), logged.messages());
        }
    }

    @Test
    void soIsATrailerThatComesWithWhatMadeUsResetTheStream() {
        try (Logged logged = Logged.by("io.netty", Level.INFO)) {
            var status = begin(test.get("/").send(response -> One.of(response.status())));
            try (RawHttp2 server = test.server.acceptHttp2()) {
                int stream = asked(server);
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                all.writeBytes(head(stream, WITH_A_FIELD_TO_KEEP));
                for (int i = 0; i < 4; i++) {
                    all.writeBytes(RawHttp2.bytes(RawHttp2.DATA, 0, stream, new byte[16_000]));
                }
                all.writeBytes(head(stream, RawHttp2.block("x-trailer", "1")));
                server.offer(all.toByteArray());
                assertEquals(200, value(status));
                server.resetOf(stream);
                assertNothingMoreIsReset(server);
            }
            assertEquals(List.of(), logged.messages());
        }
    }

    /** However the server broke the connection by what it sent after the reset, in the same read. */
    @Test
    void aResponseThatWasResetSaysSo() {
        for (int error : new int[] {0, 2}) {
            try (TestClient other = TestClient.start(HttpClientBuilder::http2PriorKnowledge)) {
                var text = begin(other.get("/").text());
                try (RawHttp2 server = other.server.acceptHttp2()) {
                    int stream = asked(server);
                    server.roundTrip();
                    ByteArrayOutputStream all = new ByteArrayOutputStream();
                    all.writeBytes(head(stream, RawHttp2.block(":status", "200")));
                    all.writeBytes(RawHttp2.bytes(RawHttp2.DATA, 0, stream, new byte[10]));
                    all.writeBytes(RawHttp2.bytes(RawHttp2.RST_STREAM, 0, stream, RawHttp2.number(error)));
                    all.writeBytes(RawHttp2.bytes(RawHttp2.DATA, 0, 0, new byte[1]));
                    server.offer(all.toByteArray());
                    String told = failure(text, Reason.CLOSED).getMessage();
                    assertTrue(error == 0 || told.contains("reset the stream (INTERNAL_ERROR)"), told);
                }
            }
        }
    }

    /** What comes in the same read as a response's end breaks its stream, or its connection, and not the response. */
    @Test
    void aResponseThatHasEndedOutlivesItsStreamAndConnection() {
        byte[] goAway = RawHttp2.bytes(RawHttp2.GOAWAY, 0, 0, new byte[] {0, 0, 0, 0, 0, 0, 0, 1});
        for (byte[] after : List.of(
                RawHttp2.bytes(RawHttp2.DATA, 0, 0, new byte[1]), // of no stream
                RawHttp2.bytes(
                        RawHttp2.HEADERS, RawHttp2.END_HEADERS, 2, new byte[1]), // of a stream that nobody opened
                RawHttp2.bytes(RawHttp2.DATA, 0, 1, new byte[1]), // after the end
                RawHttp2.bytes(RawHttp2.RST_STREAM, 0, 1, RawHttp2.number(8)),
                goAway)) {
            try (TestClient other = TestClient.start(HttpClientBuilder::http2PriorKnowledge)) {
                var text = begin(other.get("/").text());
                try (RawHttp2 server = other.server.acceptHttp2()) {
                    int stream = asked(server);
                    server.roundTrip();
                    ByteArrayOutputStream all = new ByteArrayOutputStream();
                    all.writeBytes(head(stream, RawHttp2.block(":status", "200")));
                    all.writeBytes(RawHttp2.bytes(RawHttp2.DATA, RawHttp2.END_STREAM, stream, new byte[] {'o', 'k'}));
                    all.writeBytes(after);
                    server.offer(all.toByteArray());
                    assertEquals("ok", value(text));
                }
            }
        }
    }
}
