package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopTurnTest {
    private final FullHeap heap = new FullHeap();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final EventLoop loop = heap.loop(channel.eventLoop());
    private final LoopTurn turn = LoopTurn.of(loop);
    private final List<String> ran = new ArrayList<>();

    private void runAll() {
        channel.runPendingTasks();
        channel.runScheduledPendingTasks();
    }

    @Test
    void whoComesAfterOthersHasItsTurnWhenThereIsMemoryAgain() {
        assertThrows(FullHeap.Full.class, () -> turn.afterOthers(() -> ran.add("first")));
        heap.hasRoom();
        turn.afterOthers(() -> ran.add("second"));
        runAll();
        assertEquals(List.of("second"), ran); // the first was told
    }

    @Test
    void whatWaitsStillHasItsTurnWhenThereIsMemoryAgain() {
        heap.hasRoom();
        turn.afterOthers(() -> {
            heap.isFull();
            throw new IllegalStateException("test");
        });
        turn.afterOthers(() -> ran.add("first"));
        runAll();
        heap.hasRoom();
        turn.afterOthers(() -> ran.add("second"));
        runAll();
        assertEquals(List.of("first", "second"), ran);
    }

    @Test
    void whatIsToBeFlushedIsFlushedWhenThereIsMemoryAgain() {
        heap.hasRoom();
        turn.flushSoon(() -> {
            heap.isFull();
            throw new IllegalStateException("test");
        });
        turn.flushSoon(() -> ran.add("first"));
        assertThrows(FullHeap.Full.class, channel::runPendingTasks);
        heap.hasRoom();
        turn.flushSoon(() -> ran.add("second"));
        runAll();
        assertEquals(List.of("first", "second"), ran);
    }

    @Test
    void aConnectionThatCannotRestDoesNot() {
        Turn work = new Turn(loop) {
            @Override
            protected void goOn() {
                ran.add("went on");
            }
        };
        heap.hasRoom();
        work.worked(Turn.MOST);
        heap.isFull();
        assertThrows(FullHeap.Full.class, work::rests);
        assertFalse(work.isResting());
        heap.hasRoom();
        assertTrue(work.rests());
        runAll();
        assertEquals(List.of("went on"), ran);
    }
}
