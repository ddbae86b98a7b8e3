package dev.weir.op.kernel.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
import dev.weir.proofs.DroppedFailures;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExclusiveTest {
    private final IllegalStateException late = new IllegalStateException("late");
    private final Recorder<Integer> recorder = new Recorder<>();
    private final Feed feed = new Feed();
    private final Ending ending = new Ending();
    private int stopped;

    ExclusiveTest() {
        ending.begin();
        ending.onSubscribe(feed);
    }

    @Test
    void nothingPassesAfterACancellationAndALateFailureIsReported() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            ending.cancel();
            assertFalse(ending.turn.enter());
            ending.onError(late);
            ending.onComplete();
            assertEquals(List.of(late), dropped.failures());
        }
        assertTrue(feed.cancelled);
        assertEquals(1, stopped);
        assertEquals(List.of(), recorder.signals);
    }

    @Test
    void aFailureThatComesAfterSomebodyElseHasEndedItIsReported() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            assertTrue(ending.turn.endAt(ending.turn.number()));
            ending.onError(late);
            assertEquals(List.of(late), dropped.failures());
        }
        assertEquals(List.of(), recorder.signals);
    }

    @Test
    void anEndStopsWhatRunsBesides() {
        ending.onComplete();
        assertEquals(1, stopped);
        assertEquals(List.of("completion"), recorder.signals);
    }

    private final class Ending extends Exclusive<Integer, Integer> {
        Ending() {
            super(recorder, recorder);
        }

        @Override
        public boolean onNext(Integer item) {
            return downstream.onNext(item);
        }

        @Override
        protected void stop() {
            stopped++;
        }
    }
}
