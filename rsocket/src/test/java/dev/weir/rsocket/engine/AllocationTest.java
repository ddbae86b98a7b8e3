package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.weir.Clock;
import dev.weir.One;
import dev.weir.net.link.Frame;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nothing is made for a message, whichever way it goes, and little for a connection. */
class AllocationTest {
    private static final int MESSAGES = 50_000;
    private static final int STREAMS = 100;
    private static final int SESSIONS = 10_000;
    private static final int SESSION_BYTES = 400;
    private static final Limits LIMITS =
            new Limits(1000, 1 << 20, 1 << 20, 1 << 20, 1000, 64 * 1024, Duration.ofSeconds(10));
    private static final Setup SETUP = new Setup(
            Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", false, null, ByteBuffer.allocate(0));
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Counts what is sent, without making anything of it. */
    private static final class Counter extends MemoryLink {
        long frames;

        Counter() {
            super(Clock.system());
        }

        @Override
        void sent(byte[] frame) {
            throw new IllegalStateException("nothing is made here");
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void send(byte[] head, int length) {
            frames++;
        }

        @Override
        public void send(byte[] head, int length, ByteBuffer body) {
            frames++;
        }

        @Override
        public void close() {}

        @Override
        public void abort() {}
    }

    /** Adds up what comes. */
    private static final class Sum implements Responder, StreamListener {
        long bytes;

        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            return this;
        }

        @Override
        public void next(LoopConnection connection, int stream, View payload) {
            bytes += payload.data().length();
        }

        @Override
        public void failed(LoopConnection connection, int stream, RSocketException failure) {
            throw failure;
        }
    }

    private interface Step {
        void run(int i);
    }

    /** The bytes that a step makes, when the code is warm. */
    private static double bytesOf(Step step) {
        for (int i = 0; i < MESSAGES; i++) {
            step.run(i);
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < MESSAGES; i++) {
            step.run(i);
        }
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / (double) MESSAGES;
    }

    private static int stream(int i) {
        return 2 * (i % STREAMS) + 1;
    }

    @Test
    void sendingMakesNothing() {
        Counter link = new Counter();
        Sum application = new Sum();
        Session session = Numbered.server(link, LIMITS, (connection, setup) -> One.of(application));
        show(session, FakeLink.setup());
        for (int i = 0; i < STREAMS; i++) {
            show(session, FakeLink.frame(stream(i), FrameType.REQUEST_STREAM, 0, Integer.MAX_VALUE, "x"));
        }
        ByteBuffer data = ByteBuffer.allocate(1024);
        ByteBuffer metadata = ByteBuffer.allocate(16);
        double bytes = bytesOf(i -> session.handle().next(stream(i), i % 2 == 0 ? metadata : null, data));
        assertEquals(2L * MESSAGES, link.frames);
        assertTrue(bytes < 1, () -> bytes + " bytes were made for a message");
    }

    @Test
    void receivingMakesNothing() {
        Counter link = new Counter();
        Sum application = new Sum();
        Session session = Numbered.client(link, LIMITS, SETUP, application);
        for (int i = 0; i < STREAMS; i++) {
            session.handle().requestStream(null, ByteBuffer.allocate(1), 1L << 40, application);
        }
        byte[][] frames = new byte[STREAMS][];
        for (int i = 0; i < STREAMS; i++) {
            frames[i] = FakeLink.frame(stream(i), FrameType.PAYLOAD, FrameType.NEXT, "x".repeat(1024));
        }
        Frame frame = new Frame((from, length) -> ByteBuffer.allocate(0));
        double bytes = bytesOf(i -> {
            frame.show(frames[i % STREAMS], 0, frames[i % STREAMS].length);
            session.frame(frame);
        });
        assertEquals(2L * MESSAGES * 1024, application.bytes);
        assertTrue(bytes < 1, () -> bytes + " bytes were made for a message");
    }

    @Test
    void requestsAndTheirAnswersMakeNothing() {
        Counter link = new Counter();
        Responder echo = (connection, stream, kind, payload) -> {
            connection.last(stream, null, ECHO);
            return NOBODY;
        };
        Session session = Numbered.server(link, LIMITS, (connection, setup) -> One.of(echo));
        show(session, FakeLink.setup());
        byte[] request = FakeLink.frame(1, FrameType.REQUEST_RESPONSE, 0, "x");
        Frame frame = new Frame((from, length) -> ByteBuffer.allocate(0));
        double bytes = bytesOf(i -> {
            frame.show(request, 0, request.length);
            session.frame(frame);
        });
        assertEquals(2L * MESSAGES, link.frames);
        assertTrue(bytes < 1, () -> bytes + " bytes were made for a request");
    }

    private static long held() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Of a session that was set up and does nothing, whatever it may need later, and what it shares with others. */
    @Test
    void anIdleSessionHoldsLittle() {
        Counter link = new Counter();
        Sum application = new Sum();
        byte[] setup = FakeLink.setup();
        Session[] idle = new Session[SESSIONS];
        long before = held();
        for (int i = 0; i < SESSIONS; i++) {
            idle[i] = Numbered.server(link, LIMITS, (connection, asked) -> One.of(application));
            show(idle[i], setup);
        }
        long each = (held() - before) / SESSIONS;
        assertTrue(each <= SESSION_BYTES, () -> "a session holds " + each + " bytes");
        for (Session session : idle) {
            assertTrue(session.handle().isOpen());
        }
    }

    private static final ByteBuffer ECHO = ByteBuffer.allocate(100);
    private static final StreamListener NOBODY = (connection, stream, failure) -> {};

    private static void show(Session session, byte[] bytes) {
        Frame frame =
                new Frame((from, length) -> ByteBuffer.wrap(bytes, from, length).slice());
        frame.show(bytes, 0, bytes.length);
        session.frame(frame);
    }
}
