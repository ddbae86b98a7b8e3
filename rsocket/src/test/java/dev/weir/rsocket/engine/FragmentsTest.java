package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.Setup;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is cut at one end is whole at the other, whatever the lengths, and no frame is longer than a fragment. */
class FragmentsTest {
    private static final Setup SETUP = new Setup(
            Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", false, null, ByteBuffer.allocate(0));

    private static Limits limits(int fragment) {
        return new Limits(100, 1 << 20, 1 << 20, 1 << 20, 1000, fragment, Duration.ofSeconds(10));
    }

    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(most);
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 100, 1000})
    void whatIsCutIsWholeAgain(int fragment) throws Exception {
        FakeLink there = new FakeLink();
        Diary server = new Diary() {
            @Override
            public void next(LoopConnection of, int stream, View payload) {
                of.next(
                        stream,
                        payload.metadata() == null ? null : payload.metadata().share(),
                        payload.data().share());
            }
        };
        there.speaks(Numbered.server(there, limits(fragment), server));
        there.comes(FakeLink.setup());
        FakeLink here = new FakeLink();
        Diary client = new Diary();
        Session session = Numbered.client(here, limits(fragment), SETUP, client);
        here.speaks(session);
        here.take();
        int stream = session.handle()
                .requestChannel(
                        Diary.bytes("x".repeat(3 * fragment)), Diary.bytes("first"), false, Long.MAX_VALUE, client);
        carry(here, there, fragment);
        assertTrue(server.take().startsWith("1 CHANNEL [" + "x".repeat(3 * fragment) + "] first"));
        server.connection.request(stream, Long.MAX_VALUE);
        carry(there, here, fragment);
        assertEquals("1 demanded", client.take());
        Random random = new Random(fragment);
        for (int i = 0; i < 300; i++) {
            String metadata = random.nextBoolean() ? null : text(random, 5 * fragment);
            String data = text(random, 5 * fragment);
            session.handle().next(stream, metadata == null ? null : Diary.bytes(metadata), Diary.bytes(data));
            carry(here, there, fragment);
            carry(there, here, fragment);
            assertEquals("1 next " + (metadata == null ? "" : "[" + metadata + "] ") + data, client.take());
        }
        session.handle().last(stream, Diary.bytes("m".repeat(500)), Diary.bytes("d".repeat(5000)));
        carry(here, there, fragment);
        assertTrue(server.take().endsWith("1 complete"));
    }

    private static void carry(FakeLink from, FakeLink to, int fragment) throws Exception {
        byte[][] frames = from.bytes.toArray(new byte[0][]);
        from.take();
        for (byte[] frame : frames) {
            assertTrue(frame.length <= fragment, () -> "a frame has " + frame.length + " bytes");
            to.comes(frame);
        }
    }
}
