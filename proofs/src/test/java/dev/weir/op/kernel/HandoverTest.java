package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class HandoverTest {
    private final Recorder<Integer> recorder = new Recorder<>();
    private final Feeding handover = new Feeding();
    private final Feed first = new Feed();
    private final Feed second = new Feed();

    @Test
    void theNextSourceIsAskedForWhatIsLeft() {
        handover.handTo(first);
        handover.request(5);
        handover.onNext(1);
        handover.onNext(2);
        handover.handTo(second);
        assertEquals(5, first.requested);
        assertEquals(3, second.requested);
        handover.request(1);
        assertEquals(5, first.requested);
        assertEquals(4, second.requested);
    }

    @Test
    void whatWasNotAcceptedIsStillDue() {
        recorder.accepts = item -> item % 2 == 1;
        handover.handTo(first);
        handover.request(2);
        handover.onNext(1);
        handover.onNext(2);
        handover.handTo(second);
        assertEquals(1, second.requested);
    }

    @Test
    void unboundedStaysUnbounded() {
        handover.handTo(first);
        handover.request(Long.MAX_VALUE);
        handover.onNext(1);
        handover.handTo(second);
        assertEquals(Long.MAX_VALUE, second.requested);
    }

    @Test
    void askedBeforeThereIsASource() {
        handover.request(3);
        handover.handTo(first);
        assertEquals(3, first.requested);
    }

    @Test
    void nothingIsAskedForIfNothingIsLeft() {
        handover.handTo(first);
        handover.request(1);
        handover.onNext(1);
        handover.handTo(second);
        assertEquals(0, second.requested);
    }

    @Test
    void aCancellationReachesTheSourceAndWhatComesAfter() {
        handover.handTo(first);
        handover.others().put(() -> recorder.signals.add("others cancelled"));
        handover.cancel();
        handover.handTo(second);
        assertTrue(first.cancelled);
        assertTrue(second.cancelled);
        assertEquals(List.of("others cancelled"), recorder.signals);
    }

    @Test
    void aFailureCancelsEverything() {
        IllegalStateException broken = new IllegalStateException("broken");
        handover.handTo(first);
        assertTrue(handover.failAll(broken));
        assertTrue(first.cancelled);
        assertEquals(List.of(broken), recorder.signals);
    }

    @Test
    void startsOneSourceAfterTheOtherInALoop() {
        for (int i = 0; i < 100_000; i++) {
            handover.starts.add(handover::startSerially);
        }
        handover.starts.add(() -> {});
        handover.startSerially();
        assertEquals(0, handover.starts.size());
        assertFalse(handover.isCancelled());
    }

    @Test
    void startsNothingAfterACancellation() {
        handover.starts.add(() -> {
            handover.startSerially();
            handover.cancel();
        });
        handover.starts.add(() -> recorder.signals.add("started"));
        handover.startSerially();
        assertEquals(List.of(), recorder.signals);
    }

    private final class Feeding extends Handover<Integer, Integer> {
        private final Queue<Runnable> starts = new ArrayDeque<>();

        Feeding() {
            super(recorder);
        }

        @Override
        public boolean onNext(Integer item) {
            return count(recorder.onNext(item));
        }

        @Override
        protected void startNext() {
            starts.remove().run();
        }
    }
}
