package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.frame.FrameType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What peers have sent and a session holds is counted as held, whatever becomes of it, and refused where there is no room. */
class RoomTest {
    private static final Limits LIMITS = new Limits(10, 1 << 20, 1 << 20, 1000, 1000, 1000, Duration.ofSeconds(10));
    private static final Resumption MINUTE = new Resumption(Duration.ofMinutes(1), 1000, Duration.ofSeconds(10));
    private static final String SMALL = "s".repeat(10_000);
    private static final String LARGE = "l".repeat(20_000);
    private static final String NO_ROOM = " all connections hold as much in memory as they may (maxHeldBytes)";

    private final FakeLink link = new FakeLink();
    private final Diary diary = new Diary();

    private static byte[] setup(int flags, Object... rest) {
        Object[] parts = {(short) 1, (short) 0, 20_000, 90_000, (byte) 3, "a/b", (byte) 3, "c/d"};
        return append(FakeLink.frame(0, FrameType.SETUP, flags, parts), rest);
    }

    private static byte[] resumable(Object... rest) {
        Object[] parts = {(short) 1, (short) 0, 20_000, 90_000, (short) 1, "t", (byte) 3, "a/b", (byte) 3, "c/d"};
        return append(FakeLink.frame(0, FrameType.SETUP, FrameType.RESUMABLE, parts), rest);
    }

    private static byte[] append(byte[] frame, Object... rest) {
        byte[] more = FakeLink.frame(0, 0, 0, rest);
        return ByteBuffer.allocate(frame.length + more.length - 6)
                .put(frame)
                .put(more, 6, more.length - 6)
                .array();
    }

    private void serve() {
        link.speaks(Numbered.server(link, LIMITS, diary));
    }

    @Test
    void aSetupIsCountedUntilTheEnd() throws Exception {
        serve();
        link.comes(setup(FrameType.HAS_METADATA, List.of("metadata"), LARGE));
        assertEquals(20_008, link.counted);
        link.gone();
        assertEquals(0, link.counted);
    }

    @Test
    void aSecondSetupIsRefusedAlsoWhileTheFirstIsAccepted() throws Exception {
        link.speaks(Numbered.server(link, LIMITS, (connection, setup) -> {
            link.resume(); // as a link may that had read it already
            return One.never();
        }));
        link.comes(setup(0, LARGE));
        link.comes(setup(0, LARGE));
        assertEquals(List.of("0 ERROR 0x1 the first frame is no setup, or there is a second"), link.sent);
        assertEquals(0, link.counted);
    }

    @Test
    void aLargeSetupIsRefusedWhereThereIsNoRoom() throws Exception {
        link.full = true;
        serve();
        link.comes(setup(0, LARGE));
        assertEquals(List.of("0 ERROR 0x3" + NO_ROOM), link.sent);
        assertTrue(link.closed);
        assertEquals(0, link.counted);
    }

    @Test
    void aSmallOneIsNot() throws Exception {
        link.full = true;
        serve();
        link.comes(setup(0, SMALL));
        assertFalse(link.closed);
        assertEquals(10_000, link.counted);
        diary.connection.close("bye");
        assertEquals(0, link.counted);
    }

    /** The count is the server's, whatever connection a session is spoken over. */
    @Test
    void theSetupOfASessionThatGoesOnIsCountedOnce() throws Exception {
        Sessions sessions = new Sessions(MINUTE, 2);
        link.speaks(sessions.receive(link, over -> new Session(over, LIMITS, null, diary)));
        link.comes(resumable(LARGE));
        assertEquals(20_000, link.counted);
        link.gone();
        assertEquals(20_000, link.counted);
        FakeLink next = new FakeLink();
        next.speaks(sessions.receive(next, over -> new Session(over, LIMITS, null, diary)));
        next.comes(FakeLink.frame(0, FrameType.RESUME, 0, (short) 1, (short) 0, (short) 1, "t", 0L, 0L));
        assertEquals(20_000, link.counted + next.counted);
        diary.connection.close("bye");
        assertTrue(next.closed);
        assertEquals(0, link.counted + next.counted);
    }

    @Test
    void fragmentsAreCountedUntilTheirPayloadIsWhole() throws Exception {
        serve();
        link.comes(FakeLink.setup());
        link.comes(1, FrameType.REQUEST_RESPONSE, FrameType.FOLLOWS, LARGE);
        link.comes(3, FrameType.REQUEST_RESPONSE, FrameType.FOLLOWS, SMALL);
        link.comes(5, FrameType.REQUEST_RESPONSE, FrameType.FOLLOWS, "");
        assertEquals(30_000, link.counted);
        link.comes(1, FrameType.PAYLOAD, FrameType.NEXT, "!");
        assertEquals("1 RESPONSE " + LARGE + "!; 1 demanded", diary.take());
        assertEquals(10_000, link.counted);
        link.comes(5, FrameType.PAYLOAD, FrameType.NEXT, "");
        assertEquals("5 RESPONSE ; 5 demanded", diary.take());
        link.comes(3, FrameType.CANCEL, 0);
        assertEquals(0, link.counted);
        link.comes(7, FrameType.REQUEST_RESPONSE, FrameType.FOLLOWS, LARGE);
        link.gone();
        assertEquals(0, link.counted);
    }

    @Test
    void fragmentsForWhichThereIsNoRoomFailTheirStream() throws Exception {
        serve();
        link.comes(FakeLink.setup());
        link.full = true;
        link.comes(1, FrameType.REQUEST_RESPONSE, FrameType.FOLLOWS, SMALL);
        assertEquals(List.of(), link.sent);
        link.comes(3, FrameType.REQUEST_RESPONSE, FrameType.FOLLOWS, SMALL);
        assertEquals(List.of("3 ERROR 0x204" + NO_ROOM), link.sent);
        assertEquals(10_000, link.counted);
        link.comes(1, FrameType.PAYLOAD, FrameType.NEXT, "!");
        assertEquals("1 RESPONSE " + SMALL + "!; 1 demanded", diary.take());
        assertEquals(0, link.counted);
    }

    @Test
    void norDoesAClientHoldMoreOfAnswers() throws Exception {
        Setup setup = new Setup(
                Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", false, null, Diary.bytes(LARGE));
        Session session = Numbered.client(link, LIMITS, setup, diary);
        link.speaks(session);
        int stream = session.handle().requestResponse(null, Diary.bytes("x"), diary);
        link.take();
        link.full = true;
        link.comes(stream, FrameType.PAYLOAD, FrameType.NEXT | FrameType.FOLLOWS, SMALL);
        assertEquals(10_000, link.counted);
        link.comes(stream, FrameType.PAYLOAD, FrameType.NEXT | FrameType.FOLLOWS, SMALL);
        assertEquals("1 CANCEL", link.take());
        assertEquals("1 failed Invalid" + NO_ROOM, diary.take());
        assertEquals(0, link.counted);
        session.handle().close("bye");
        assertEquals(0, link.counted, "what we have said ourselves is not counted");
    }
}
