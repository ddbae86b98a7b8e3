package dev.weir.op.kernel.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
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
        handover.cancel();
        handover.handTo(second);
        assertTrue(first.cancelled);
        assertTrue(second.cancelled);
        assertTrue(handover.isCancelled());
        assertEquals(1, handover.othersCancelled);
    }

    @Test
    void whatIsWaitedForIsCancelledInsteadOfASource() {
        Feed timer = new Feed();
        handover.handTo(first);
        assertTrue(handover.isFedBy(timer));
        handover.cancel();
        assertTrue(timer.cancelled);
        assertFalse(first.cancelled);
        assertFalse(handover.isFedBy(second));
        assertTrue(second.cancelled);
    }

    @Test
    void hasRoomForWhatIsAskedForAndNotEmitted() {
        handover.handTo(first);
        handover.request(3);
        handover.onNext(1);
        assertTrue(handover.hasRoom(2));
        assertFalse(handover.hasRoom(3));
    }

    private final class Feeding extends Handover<Integer, Integer> {
        private int othersCancelled;

        Feeding() {
            super(recorder, recorder);
        }

        @Override
        public boolean onNext(Integer item) {
            return produced(recorder.onNext(item));
        }

        @Override
        protected void cancelOthers() {
            othersCancelled++;
        }
    }
}
