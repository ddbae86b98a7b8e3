package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.link.Frame;
import dev.weir.net.link.Speaker;
import dev.weir.rsocket.frame.FrameType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two event loops: that of a session is the test's thread, that of the connection does what it does in between. */
class FarLinkTest {
    private static final Limits LIMITS = new Limits(3, 1000, 1500, 500, 5, 64 * 1024, Duration.ofSeconds(10));
    private static final Resumption MINUTE = new Resumption(Duration.ofMinutes(1), 10_000, Duration.ofSeconds(10));

    /** Where nothing is done before its turn. */
    private static final class Home extends FakeLink {
        private final Queue<Runnable> posted = new ArrayDeque<>();

        @Override
        public boolean post(Runnable task) {
            return posted.add(task);
        }

        void turn() {
            Runnable next = posted.poll();
            while (next != null) {
                next.run();
                next = posted.poll();
            }
        }
    }

    private final List<ByteBuffer> kept = new ArrayList<>();
    private final Home home = new Home();
    private final FakeLink far = new FakeLink();
    private int turns;

    private final class Keeping implements Speaker {
        @Override
        public void frame(Frame frame) {
            kept.add(frame.keep(10, 5));
            kept.add(frame.keep(10, frame.length() - 10));
        }

        @Override
        public void writable() {
            turns++;
        }

        @Override
        public void look(long now) {}

        @Override
        public void drain() {}

        @Override
        public void closed(@Nullable Throwable failure) {}
    }

    @Test
    void aFewBytesThatAreKeptDoNotHoldTheirFrame() throws Exception {
        far.speaks(new FarLink(far, new FakeLink(), near -> new Keeping()));
        byte[] frame = new byte[100_000];
        frame[10] = 7;
        far.comes(frame);
        ByteBuffer few = kept.getFirst();
        assertEquals(ByteBuffer.wrap(new byte[] {7, 0, 0, 0, 0}), few);
        assertTrue(few.array().length - few.arrayOffset() <= 10);
        ByteBuffer most = kept.getLast();
        assertEquals(100_000 - 10, most.remaining());
        assertEquals(10, most.arrayOffset(), "which is no copy");
    }

    private static byte[] kilobyte() {
        return FakeLink.frame(1, FrameType.PAYLOAD, FrameType.NEXT, "x".repeat(1024 - FrameType.HEAD));
    }

    @Test
    void itIsWritableUntilAsMuchIsSentAsMayWait() {
        FarLink link = new FarLink(far, home, near -> new Keeping());
        far.speaks(link);
        home.turn();
        byte[] frame = kilobyte();
        far.writable = false;
        for (int i = 0; i < 64; i++) {
            assertTrue(link.isWritable());
            link.send(frame, frame.length);
        }
        assertFalse(link.isWritable());
        assertEquals("", far.take());
        far.writable();
        assertEquals(64, far.sent.size());
        home.turn();
        assertEquals(1, turns);
        far.gone();
        assertTrue(link.isWritable()); // until this loop hears of that
    }

    @Test
    void whatNoLoopTakesWaitsForTheNext() {
        AtomicBoolean rejects = new AtomicBoolean(true);
        FakeLink scarce = new FakeLink() {
            @Override
            public boolean post(Runnable task) {
                if (rejects.getAndSet(false)) {
                    throw new OutOfMemoryError("planned");
                }
                return super.post(task);
            }
        };
        FarLink link = new FarLink(scarce, home, near -> new Keeping());
        byte[] frame = kilobyte();
        assertThrows(OutOfMemoryError.class, () -> link.send(frame, frame.length));
        link.send(frame, frame.length);
        assertEquals(2, scarce.sent.size());
    }

    @Test
    void nothingWaitsForAPeerThatIsGone() {
        FarLink link = new FarLink(far, home, near -> new Keeping());
        far.speaks(link);
        far.writable = false;
        byte[] frame = kilobyte();
        while (link.isWritable()) {
            link.send(frame, frame.length);
        }
        far.gone();
        assertTrue(link.isWritable());
    }

    @Test
    void whatWasSentBeforeItIsClosedGoesOut() {
        FarLink link = new FarLink(far, home, near -> new Keeping());
        far.speaks(link);
        far.writable = false;
        byte[] frame = kilobyte();
        link.send(frame, frame.length);
        link.close();
        assertEquals(1, far.sent.size());
        assertTrue(far.closed);
    }

    /** A connection to a server of sessions, on which that comes first. */
    private static void comes(FakeLink link, Sessions sessions, Diary diary, byte[] first) throws Exception {
        link.speaks(sessions.receive(link, over -> new Session(over, LIMITS, null, diary)));
        link.comes(first);
    }

    private static void comesOnAnotherLoop(FakeLink link, Sessions sessions, Diary diary, byte[] first) {
        CompletableFuture.runAsync(() -> {
                    try {
                        comes(link, sessions, diary, first);
                    } catch (Exception failure) {
                        throw new IllegalStateException(failure);
                    }
                })
                .join();
    }

    @Test
    void aStreamGoesOnIfItsConnectionIsCutBetweenTheQuestionAndThePayload() throws Exception {
        Sessions sessions = new Sessions(MINUTE, 1);
        Diary diary = new Diary();
        byte[] request = FakeLink.frame(1, FrameType.REQUEST_STREAM, 0, 1_000, "x");
        comes(home, sessions, diary, LastingLinkTest.setup("a token"));
        home.turn();
        home.comes(request);
        home.gone();
        byte[] resume = LastingLinkTest.resume("a token", 0, request.length);
        comesOnAnotherLoop(far, sessions, diary, resume);
        home.turn();
        assertTrue(diary.connection.wants(1));
        far.gone();
        assertTrue(diary.connection.next(1, null, Diary.bytes("one")));
        home.turn();
        FakeLink further = new FakeLink();
        comesOnAnotherLoop(further, sessions, diary, resume);
        home.turn();
        assertEquals("0 RESUME_OK\n1 PAYLOAD N one", further.take().replaceAll("RESUME_OK .*", "RESUME_OK"));
    }
}
