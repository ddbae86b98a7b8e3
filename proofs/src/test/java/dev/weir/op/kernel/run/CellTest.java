package dev.weir.op.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.One;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.proofs.DroppedFailures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellTest {
    private final List<Object> undelivered = new ArrayList<>();
    private final Waiting waiting = new Waiting();
    private final List<Part> arrived = new ArrayList<>();
    private final Cell cell = new Cell(
            new Recorder<>(Undelivered.with(Integer.class, undelivered::add).apply(Context.empty())),
            (part, _) -> arrived.add(part));

    @Test
    void keepsTheOutcomeUntilItIsTaken() {
        cell.goOn(waiting);
        assertFalse(cell.isReady(true));
        waiting.accept(1);
        assertTrue(cell.isReady(true));
        assertFalse(cell.isReady(false), "an item needs room");
        assertEquals(1, cell.outcome());
        assertEquals(List.of(cell), arrived);
        assertTrue(cell.taken());
        cell.drop();
        assertEquals(List.of(), undelivered);
    }

    @Test
    void nullIsAnOutcome() {
        cell.goOn(null);
        assertTrue(cell.isReady(false), "which is no item");
        assertNull(cell.outcome());
    }

    @Test
    void anOutcomeThatNobodyTakesIsTold() {
        cell.goOn(waiting);
        waiting.accept(1);
        cell.drop();
        cell.drop();
        assertEquals(List.of(1), undelivered);
    }

    @Test
    void soIsOneThatWasThereAtOnce() {
        cell.goOn(1);
        cell.drop();
        assertEquals(List.of(1), undelivered);
    }

    @Test
    void soIsOneOfARunThatOthersKnew() {
        cell.makeKnown();
        cell.start(One.of(1));
        cell.drop();
        assertEquals(List.of(1), undelivered);
    }

    @Test
    void aFailureThatNobodyTakesIsReported() {
        IllegalStateException broken = new IllegalStateException("broken");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            cell.goOn(new Failure(broken, null));
            cell.drop();
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void droppingStopsWhatIsWaitedForAndTellsWhatComesLate() {
        cell.goOn(waiting);
        cell.drop();
        assertEquals(1, waiting.cancels);
        waiting.accept(1);
        assertEquals(List.of(), arrived);
        assertEquals(List.of(1), undelivered);
    }

    private static final class Waiting extends Pending {
        private int cancels;

        @Override
        protected void start(Run starting) {
            onCancel(() -> cancels++);
        }
    }

    @Test
    void whatWasDroppedCannotBeTaken() {
        cell.goOn(1);
        cell.drop();
        assertFalse(cell.taken());
        assertEquals(List.of(1), undelivered);
    }
}
