package dev.weir.net.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.loop.Bytes;
import dev.weir.net.loop.Received;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkDecoderTest {
    private static final String GOOD =
            "5\r\nhello\r\n1;a=\"b\"\r\n \r\nB ;x\r\n".replace(" ;x", ";x") + "wide world!\r\n000\r\nX: y\r\n\r\n";

    private static String decode(ChunkDecoder decoder, Received in) throws BadRequest {
        StringBuilder text = new StringBuilder();
        for (ByteBuffer piece = decoder.next(in); piece != null; piece = decoder.next(in)) {
            text.append(StandardCharsets.ISO_8859_1.decode(piece));
        }
        return text.toString();
    }

    @Test
    void joinsChunks() throws BadRequest {
        ChunkDecoder decoder = new ChunkDecoder(100, 10, false);
        Received in = Bytes.received(GOOD + "GET");
        assertEquals("hello wide world!", decode(decoder, in));
        assertTrue(decoder.isDone());
        assertEquals(3, in.available());
    }

    @ParameterizedTest
    @ValueSource(strings = {";a", ";a=b;c", "; a", " ;a", "\t;\ta =\t\"b;\\\"\" ; c"})
    void dropsExtensions(String extension) throws BadRequest {
        assertEquals(
                "x", decode(new ChunkDecoder(100, 10, false), Bytes.received("1" + extension + "\r\nx\r\n0\r\n\r\n")));
    }

    @Test
    void readsByteByByte() throws BadRequest {
        ChunkDecoder decoder = new ChunkDecoder(100, 10, false);
        Received in = Bytes.received("");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GOOD.length(); i++) {
            assertFalse(decoder.isDone());
            Bytes.append(in, GOOD.substring(i, i + 1));
            text.append(decode(decoder, in));
        }
        assertEquals("hello wide world!", text.toString());
        assertTrue(decoder.isDone());
    }

    @Test
    void knowsTheEndTogetherWithTheLastPiece() throws BadRequest {
        ChunkDecoder decoder = new ChunkDecoder(100, 10, false);
        Received in = Bytes.received("1\r\na\r\n0\r\n\r\n");
        assertEquals(1, decoder.next(in).remaining());
        assertTrue(decoder.isDone());
        assertNull(decoder.next(in));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n",
                "x\r\n",
                "0x1\r\na\r\n",
                "-1\r\n",
                "1 \r\na\r\n",
                " 1\r\na\r\n",
                "1\na\r\n",
                "1;a \r\na\r\n",
                "1; \r\na\r\n",
                "1;a=\r\na\r\n",
                "1;a b\r\na\r\n",
                "1;\n\r\na\r\n",
                "1;a=\"\n\"\r\na\r\n",
                "1;a\u0000\r\na\r\n",
                "1\r\nab\r\n",
                "1\r\na\n",
                "1\r\na\rb",
                "1000000000000000\r\n",
                "ffffffffffffffffffff\r\n",
                "0\r\nbad\r\n\r\n",
                "0\r\n folded: x\r\n\r\n",
                "0\r\nContent-Length: 3\r\n\r\n",
                "0\r\nTransfer-Encoding: chunked\r\n\r\n",
                "0\r\nHost: b\r\n\r\n"
            })
    void refusesWhatCouldBeReadInTwoWays(String text) {
        assertThrows(BadRequest.class, () -> decode(new ChunkDecoder(100, 10, false), Bytes.received(text)));
    }

    @Test
    void extensionsMayBeAsLongAsTheDataAndTheTrailers() throws BadRequest {
        ChunkDecoder decoder = new ChunkDecoder(100, 10, false);
        Received in = Bytes.received("");
        String signed = "40;chunk-signature=" + "a".repeat(40) + "\r\n" + "x".repeat(64) + "\r\n";
        for (int i = 0; i < 100; i++) {
            Bytes.append(in, signed);
            assertEquals(64, decode(decoder, in).length());
        }
        assertRefusedSoon(";" + "a".repeat(30));
        assertRefusedSoon(" ; a=\"b\"");
        assertRefusedSoon("");
    }

    private static void assertRefusedSoon(String extension) {
        ChunkDecoder decoder = new ChunkDecoder(100, 10, false);
        Received in = Bytes.received("");
        assertThrows(BadRequest.class, () -> {
            for (int i = 0; i < 100; i++) {
                Bytes.append(in, "00000001" + extension + "\r\nx\r\n");
                decode(decoder, in);
            }
        });
    }

    @Test
    void aResponsesTrailersMayBeFolded() throws BadRequest {
        ChunkDecoder decoder = new ChunkDecoder(100, 10, true);
        assertEquals("x", decode(decoder, Bytes.received("1\r\nx\r\n0\r\nA: b\r\n\tc\r\n d\r\n\r\n")));
        assertTrue(decoder.isDone());
        assertThrows(
                BadRequest.class, () -> decode(new ChunkDecoder(100, 10, true), Bytes.received("0\r\n a: b\r\n\r\n")));
    }

    @Test
    void refusesEndlessExtensionsAndTrailers() {
        assertThrows(
                BadRequest.class,
                () -> decode(new ChunkDecoder(100, 10, false), Bytes.received("1;" + "a".repeat(300))));
        assertThrows(
                BadRequest.class,
                () -> decode(new ChunkDecoder(100, 10, false), Bytes.received("0\r\n" + "A: b\r\n".repeat(20))));
        assertThrows(
                BadRequest.class,
                () -> decode(new ChunkDecoder(100, 10, false), Bytes.received("0\r\nA: " + "b".repeat(200))));
    }

    @Test
    void aTrailerThatComesByTheByteTakesNoLonger() {
        String trailer = "0\r\nA: " + "b".repeat(1 << 20) + "\r\n\r\n";
        ChunkDecoder decoder = new ChunkDecoder(2 << 20, 10, false);
        Received in = Bytes.received("");
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            for (int i = 0; i < trailer.length(); i++) {
                assertFalse(decoder.isDone());
                Bytes.append(in, trailer.substring(i, i + 1));
                assertEquals("", decode(decoder, in));
            }
        });
        assertTrue(decoder.isDone());
    }
}
