package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.net.NoLeaks;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class OutputTest {
    private static final int CONNECTIONS = 300;

    private final EmbeddedChannel turns = new EmbeddedChannel(); // only for its loop, whose tasks run when told to
    private final LoopShare share = new LoopShare(
            EventLoops.shared(), turns.eventLoop(), Held.ofClient(Long.MAX_VALUE), null, Duration.ofSeconds(1));

    @Test
    void manyThatSendInOneTurnHaveFewArraysAndAreFlushedAtItsEnd() {
        EmbeddedChannel[] channels = IntStream.range(0, CONNECTIONS)
                .mapToObj(i -> new EmbeddedChannel())
                .toArray(EmbeddedChannel[]::new);
        for (int i = 0; i < CONNECTIONS; i++) {
            Output out = new Output(channels[i], share);
            out.number(i, 10);
            out.flushSoon();
            assertNull(channels[i].readOutbound());
        }
        assertEquals(256, gathering(channels));
        turns.runPendingTasks();
        for (int i = 0; i < CONNECTIONS; i++) {
            assertEquals(String.valueOf(i), sent(channels[i]));
        }
    }

    @Test
    void thoseThatSendMuchHaveFewerArrays() {
        EmbeddedChannel[] channels = IntStream.range(0, CONNECTIONS)
                .mapToObj(i -> new EmbeddedChannel())
                .toArray(EmbeddedChannel[]::new);
        String much = "x".repeat(2000);
        for (int i = 0; i < CONNECTIONS; i++) {
            Output out = new Output(channels[i], share);
            out.number(i, 10);
            out.latin1(much);
            out.flushSoon();
        }
        assertEquals(16, gathering(channels));
        turns.runPendingTasks();
        for (int i = 0; i < CONNECTIONS; i++) {
            assertEquals(i + much, sent(channels[i]));
        }
    }

    @Test
    void thoseThatSendInTasksThatAreDueTogetherAreFlushedBeforeTheyAreTooMany() {
        EmbeddedChannel[] channels = IntStream.range(0, CONNECTIONS)
                .mapToObj(i -> new EmbeddedChannel())
                .toArray(EmbeddedChannel[]::new);
        for (EmbeddedChannel channel : channels) {
            due(new Output(channel, share), "one");
        }
        turns.runScheduledPendingTasks();
        assertEquals(256, flushed(channels)); // 128 at a time
        turns.runPendingTasks();
        for (EmbeddedChannel channel : channels) {
            assertEquals("one", sent(channel));
        }
    }

    @Test
    void whoSendsInSeveralTasksThatAreDueIsFlushedOnce() {
        EmbeddedChannel channel = new EmbeddedChannel();
        Output out = new Output(channel, share);
        for (int i = 0; i < CONNECTIONS; i++) {
            due(out, ".");
        }
        turns.runScheduledPendingTasks();
        assertEquals(0, flushed(channel));
        turns.runPendingTasks();
        assertEquals(".".repeat(CONNECTIONS), sent(channel));
    }

    private void due(Output out, String text) {
        share.clock()
                .schedule(
                        () -> {
                            out.latin1(text);
                            out.flushSoon();
                        },
                        Duration.ZERO);
    }

    private static long flushed(EmbeddedChannel... channels) {
        return Arrays.stream(channels)
                .filter(channel -> !channel.outboundMessages().isEmpty())
                .count();
    }

    @Test
    void aFlushThatFailsKeepsNoOtherOneBack() {
        LoopTurn turn = LoopTurn.of(turns.eventLoop());
        List<String> flushed = new ArrayList<>();
        turn.flushSoon(() -> {
            throw new IllegalStateException("expected");
        });
        turn.flushSoon(() -> {
            flushed.add("second");
            turn.flushSoon(() -> flushed.add("third"));
        });
        turns.runPendingTasks();
        assertThrows(IllegalStateException.class, turns::checkException);
        turns.runPendingTasks();
        turns.runPendingTasks();
        assertEquals(List.of("second", "third"), flushed);
    }

    @Test
    void aFlushThatCannotBeAskedForIsAskedForByTheNextOne() {
        FullHeap heap = new FullHeap();
        EmbeddedChannel channel = new EmbeddedChannel();
        LoopShare full = new LoopShare(
                EventLoops.shared(),
                heap.loop(turns.eventLoop()),
                Held.ofClient(Long.MAX_VALUE),
                null,
                Duration.ofSeconds(1));
        Output out = new Output(channel, full);
        out.latin1("a");
        assertThrows(FullHeap.Full.class, out::flushSoon);
        heap.hasRoom();
        out.latin1("b");
        out.flushSoon();
        turns.runPendingTasks();
        assertEquals("ab", sent(channel));
    }

    private static long gathering(EmbeddedChannel[] channels) {
        return Arrays.stream(channels)
                .filter(channel -> channel.unsafe().outboundBuffer().totalPendingWriteBytes() == 0)
                .count();
    }

    /** As a stream of HTTP/2 does, whose channel has no buffer, and says only that it takes no more. */
    @Test
    void aChannelThatKeepsWhatWaitsElsewhereIsSeenToStall() {
        EmbeddedChannel channel = new EmbeddedChannel();
        Output out = new Output(channel, share);
        assertEquals(0, out.stalledFor(1));
        channel.close();
        assertNull(channel.unsafe().outboundBuffer());
        assertEquals(0, out.stalledFor(2));
        assertEquals(5, out.stalledFor(7));
    }

    @Test
    void whatWaitsStallsUntilSomeOfItIsTaken() {
        EmbeddedChannel channel = new EmbeddedChannel();
        Output out = new Output(channel, share);
        var waiting = channel.unsafe().outboundBuffer();
        out.latin1("some");
        out.hand();
        waiting.addFlush();
        assertEquals(0, out.stalledFor(1));
        assertEquals(4, out.stalledFor(5));
        waiting.removeBytes(4);
        assertEquals(0, out.stalledFor(6));
        channel.finishAndReleaseAll();
    }

    /** However many others do so in the same turn. */
    @Test
    void whatOneSendsAtOnceStaysTogether() {
        EmbeddedChannel[] channels = IntStream.range(0, CONNECTIONS)
                .mapToObj(i -> new EmbeddedChannel())
                .toArray(EmbeddedChannel[]::new);
        for (EmbeddedChannel channel : channels) {
            Output out = new Output(channel, share);
            for (int i = 0; i < 5; i++) {
                out.number(i, 10);
                out.flushSoon();
            }
        }
        turns.runPendingTasks();
        for (EmbeddedChannel channel : channels) {
            assertEquals("01234", sent(channel));
        }
    }

    private static String sent(EmbeddedChannel channel) {
        ByteBuf buffer = channel.readOutbound();
        String text = buffer.toString(StandardCharsets.US_ASCII);
        buffer.release();
        assertNull(channel.readOutbound());
        channel.finishAndReleaseAll();
        return text;
    }
}
