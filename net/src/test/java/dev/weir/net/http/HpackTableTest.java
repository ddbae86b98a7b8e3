package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawServer;
import dev.weir.net.http.client.HttpClient;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How large the table is that the blocks of one direction share (RFC 7541 section 4.2, RFC 9113 section 4.3.1). */
@ExtendWith(NoLeaks.class)
class HpackTableTest {
    private static final byte[] REQUEST =
            RawHttp2.block(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "a");
    private static final byte[] RESPONSE = RawHttp2.block(":status", "204");

    private static TestServer start() {
        return TestServer.start(request -> One.of(Response.text("ok").withHeader("X-Own", "of " + request.path())));
    }

    private static byte[] hex(String bytes) {
        return HexFormat.of().parseHex(bytes);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** Says how large the table of what comes next may be, once for each. */
    private static void allow(RawHttp2 peer, String sizes) {
        for (String size : sizes.split(" ")) {
            byte[] setting = ByteBuffer.allocate(6)
                    .putShort((short) 1)
                    .putInt(Integer.parseUnsignedInt(size))
                    .array();
            peer.frame(RawHttp2.SETTINGS, 0, 0, setting);
        }
    }

    private static String begin(RawHttp2.Frame head, int length) {
        return HexFormat.of().formatHex(head.payload(), 0, length);
    }

    /** The sizes that a peer allows, and the updates with which the next block begins. */
    @ParameterizedTest
    @CsvSource({
        "0, 20", // none
        "100, 3f45",
        "0 4096, 203fe11f", // the smallest of those between, and the last
        "200 100 300, 3fa9013f453f8d02"
    })
    void aServerKeepsToWhatItsClientAllows(String sizes, String updates) {
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.get(1, "/long-enough-to-be-remembered");
            RawHttp2.Frame first = client.await(RawHttp2.HEADERS, 1);
            allow(client, sizes);
            client.get(3, "/other");
            RawHttp2.Frame second = client.await(RawHttp2.HEADERS, 3); // which is read with the same table
            assertEquals(updates, begin(second, updates.length() / 2));
            assertEquals("of /other", second.fields().get("x-own"));
            client.get(5, "/other");
            RawHttp2.Frame third = client.await(RawHttp2.HEADERS, 5);
            assertTrue(begin(third, 1).compareTo("40") > 0, "an update is said once: " + begin(third, 1));
            assertEquals("of /other", third.fields().get("x-own"));
            assertEquals(first.fields().keySet(), third.fields().keySet());
        }
    }

    /** What a client allows beyond the usual would be held for it. */
    @ParameterizedTest
    @ValueSource(strings = {"4096", "4097", "1000000000", "4294967295"})
    void aServerHasNoMoreThanTheUsualTable(String size) {
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            allow(client, size);
            for (int stream = 1; stream < 400; stream += 2) {
                client.get(stream, "/" + "x".repeat(100) + stream);
                RawHttp2.Frame head = client.await(RawHttp2.HEADERS, stream); // read with a table of the usual size
                assertTrue(begin(head, 1).compareTo("40") > 0, "no update: " + begin(head, 1));
                client.await(RawHttp2.DATA, stream);
            }
        }
    }

    private static void client(Consumer<RawHttp2> test) {
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            test.accept(client);
        }
    }

    private static RawHttp2 ask(RawHttp2 client, int stream, byte[] block) {
        return client.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS | RawHttp2.END_STREAM, stream, block);
    }

    @Test
    void aClientMayUseLess() {
        byte[] remembering = joined(REQUEST, hex("4001610162")); // a: b, which is 62 then
        client(peer -> {
            assertEquals(
                    "ok", ask(peer, 1, joined(hex("20"), remembering)).reply(1).body());
            assertEquals(
                    "ok",
                    ask(peer, 3, joined(hex("203fe11f"), remembering)).reply(3).body());
            assertEquals("ok", ask(peer, 5, joined(REQUEST, hex("be"))).reply(5).body());
            assertEquals(
                    Http2Error.COMPRESSION_ERROR.code(),
                    ask(peer, 7, joined(hex("20"), joined(REQUEST, hex("be")))).goAway());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"3fe21f", "3fffffffff0f", "3fffffffffffffffff7f"})
    void aClientThatUsesMoreIsRefused(String update) {
        client(peer -> assertEquals(
                Http2Error.COMPRESSION_ERROR.code(),
                ask(peer, 1, joined(hex(update), REQUEST)).goAway()));
    }

    @Test
    void anUpdateBehindFieldsIsRefused() {
        client(peer -> assertEquals(
                Http2Error.COMPRESSION_ERROR.code(),
                ask(peer, 1, joined(REQUEST, hex("20"))).goAway()));
    }

    // ------------------------------------------------------------ as a client

    private static CompletableFuture<String> begin(HttpClient client, RawServer server) {
        return client.get(server.url("/"))
                .withHeader("X-Own", "remembered")
                .text()
                .toCompletionStage()
                .toCompletableFuture();
    }

    @ParameterizedTest
    @CsvSource({"0, 20", "100, 3f45", "0 4096, 203fe11f"})
    void aClientKeepsToWhatItsServerAllows(String sizes, String updates) {
        try (RawServer server = RawServer.start();
                HttpClient client =
                        HttpClient.builder().threads(1).http2PriorKnowledge().build()) {
            CompletableFuture<String> first = begin(client, server);
            try (RawHttp2 peer = server.acceptHttp2()) {
                int stream = peer.await(RawHttp2.HEADERS).stream();
                peer.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS | RawHttp2.END_STREAM, stream, RESPONSE);
                assertEquals("", first.join());
                allow(peer, sizes);
                peer.roundTrip();
                for (String expected : new String[] {updates, ""}) {
                    CompletableFuture<String> next = begin(client, server);
                    RawHttp2.Frame head = peer.await(RawHttp2.HEADERS);
                    assertEquals(expected, begin(head, expected.length() / 2));
                    String field = begin(head, expected.length() / 2 + 1).substring(expected.length());
                    assertTrue(field.compareTo("40") > 0, "no other update: " + field);
                    assertEquals("remembered", head.fields().get("x-own"));
                    peer.frame(RawHttp2.HEADERS, RawHttp2.END_HEADERS | RawHttp2.END_STREAM, head.stream(), RESPONSE);
                    assertEquals("", next.join());
                }
            }
        }
    }

    @Test
    void aServerThatUsesMoreIsRefused() {
        try (RawServer server = RawServer.start();
                HttpClient client =
                        HttpClient.builder().threads(1).http2PriorKnowledge().build()) {
            CompletableFuture<String> asked = begin(client, server);
            try (RawHttp2 peer = server.acceptHttp2()) {
                int stream = peer.await(RawHttp2.HEADERS).stream();
                peer.frame(
                        RawHttp2.HEADERS,
                        RawHttp2.END_HEADERS | RawHttp2.END_STREAM,
                        stream,
                        joined(hex("3fe21f"), RESPONSE));
                assertEquals(Http2Error.COMPRESSION_ERROR.code(), peer.goAway());
            }
            assertTrue(asked.handle((_, failure) -> failure != null).join());
        }
    }
}
