package dev.weir.rsocket.engine;

import static dev.weir.rsocket.frame.FrameType.ERROR;
import static dev.weir.rsocket.frame.FrameType.HAS_METADATA;
import static dev.weir.rsocket.frame.FrameType.METADATA_PUSH;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.rsocket.Setup;
import dev.weir.rsocket.loop.LoopConnection;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What peers write at will, texts of errors and metadata that is pushed, has its bounds, too. */
class PeerErrorTest {
    private static final Limits LIMITS = new Limits(3, 1000, 1500, 500, 5, 64 * 1024, Duration.ofSeconds(10));
    private static final Setup SETUP = new Setup(
            Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", false, null, ByteBuffer.allocate(0));
    private static final int LONG = 4096;

    private final FakeLink link = new FakeLink();
    private final Diary diary = new Diary();

    private LoopConnection client() {
        Session session = Numbered.client(link, LIMITS, SETUP, diary);
        link.speaks(session);
        diary.take();
        return session.handle();
    }

    private String failed(String text) throws Exception {
        LoopConnection client = client();
        int stream = client.requestResponse(null, ByteBuffer.allocate(0), diary);
        link.comes(stream, ERROR, 0, 0x201, text);
        return diary.take();
    }

    @Test
    void theTextOfAnErrorIsOneLine() throws Exception {
        assertEquals(
                "1 failed ApplicationError no  2026 ? ?[31m \u00fc", failed("no\r\n2026\t\0 \u001b[31m\u2028\u00fc"));
    }

    @Test
    void andHasNoMoreCharactersThanWhatIsSent() throws Exception {
        assertEquals("1 failed ApplicationError " + "e".repeat(LONG), failed("e".repeat(100_000)));
    }

    @Test
    void charactersOfManyBytesAreNotCutInTwo() throws Exception {
        assertEquals("1 failed ApplicationError " + "\u20ac".repeat(LONG), failed("\u20ac".repeat(LONG + 1)));
    }

    @Test
    void norThoseOfTwo() throws Exception {
        String text = "x" + "\ud83d\ude00".repeat(LONG);
        assertEquals("1 failed ApplicationError " + text.substring(0, LONG - 1), failed(text));
    }

    @Test
    void soIsWhatIsSaidOfTheConnection() throws Exception {
        client();
        link.comes(0, ERROR, 0, 0x101, "a\nb" + "e".repeat(100_000));
        assertEquals(
                "closed dev.weir.rsocket.RSocketException$ConnectionError: a b" + "e".repeat(LONG - 3), diary.take());
    }

    @Test
    void pushedMetadataHasNoMoreThanAPayload() throws Exception {
        client();
        link.comes(0, METADATA_PUSH, HAS_METADATA, "m".repeat(1001));
        assertEquals("", diary.take());
        link.comes(0, METADATA_PUSH, HAS_METADATA, "m".repeat(1000));
        assertEquals("PUSH " + "m".repeat(1000), diary.take());
    }
}
