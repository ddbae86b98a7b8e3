package dev.weir.op.kernel.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class SerialDrainTest {
    private static final int THREADS = 4;
    private static final int EACH = 5_000;

    private final IllegalStateException broken = new IllegalStateException("broken");
    private final Recorder<Integer> recorder = new Recorder<>();
    private final Feed feed = new Feed();
    private final Queueing drain = new Queueing();

    SerialDrainTest() {
        drain.onSubscribe(feed);
    }

    @Test
    void emitsFromOneThreadAtATimeAndLosesNothing() throws Exception {
        drain.request(Long.MAX_VALUE);
        List<Threads.Task> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            threads.add(Threads.start(() -> {
                for (int i = 0; i < EACH; i++) {
                    drain.onNext(i);
                }
            }));
        }
        for (Threads.Task thread : threads) {
            Threads.join(thread);
        }
        drain.onComplete();
        assertEquals(THREADS * EACH + 1, recorder.signals.size());
        assertEquals(0, drain.overlaps);
    }

    @Test
    void whatComesInsideAnItemIsEmittedAfterIt() {
        drain.request(9);
        recorder.whenItem = item -> {
            if (item == 1) {
                drain.onNext(2);
                recorder.signals.add("left 1");
            }
        };
        drain.onNext(1);
        assertEquals(List.of(1, "left 1", 2), recorder.signals);
    }

    @Test
    void whatComesAfterTheLastLookIsEmittedToo() {
        drain.request(9);
        drain.afterTheLastLook = () -> {
            drain.afterTheLastLook = () -> {};
            drain.onNext(2);
        };
        drain.onNext(1);
        assertEquals(List.of(1, 2), recorder.signals);
    }

    @Test
    void endsOnceWithTheFirstFailureAndReportsTheOthers() {
        IllegalStateException late = new IllegalStateException("late");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            drain.onError(broken);
            drain.onError(late);
            drain.onComplete();
            assertEquals(List.of(broken), recorder.signals);
            assertEquals(List.of(late), dropped.failures());
        }
        assertTrue(drain.isCancelled());
    }

    @Test
    void aCancellationReleasesEverything() {
        drain.onNext(1);
        drain.cancel();
        drain.onNext(2);
        drain.request(9);
        assertTrue(feed.cancelled);
        assertTrue(drain.queue.isEmpty());
        assertEquals(1, drain.othersCancelled);
        assertEquals(List.of(), recorder.signals);
    }

    @Test
    void aCancellationInsideAnItemIsTheLastSignal() {
        recorder.whenItem = item -> drain.cancel();
        drain.onNext(1);
        drain.onNext(2);
        drain.onComplete();
        drain.request(9);
        assertEquals(List.of(1), recorder.signals);
        assertTrue(drain.queue.isEmpty());
    }

    @Test
    void aFailureThatNobodyReceivesIsReported() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            drain.onNext(1);
            drain.onError(broken); // waits for the item
            assertEquals(List.of(), recorder.signals);
            drain.cancel();
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void whoHasEnteredKeepsOthersOutUntilItLeaves() {
        drain.request(9);
        assertTrue(drain.tryEnter());
        assertFalse(drain.tryEnter());
        drain.onNext(1);
        assertEquals(List.of(), recorder.signals);
        drain.leave();
        assertEquals(List.of(1), recorder.signals);
        drain.cancel();
        assertFalse(drain.tryEnter());
    }

    @Test
    void whatIsThrownInsideItCrashesTheSubscriptionAndEverythingIsReleased() {
        recorder.whenItem = item -> {
            throw broken;
        };
        drain.request(9);
        drain.onNext(1);
        drain.onNext(2);
        drain.onComplete();
        assertEquals(List.of(broken), recorder.crashes);
        assertEquals(List.of(1), recorder.signals);
        assertTrue(feed.cancelled);
        assertTrue(drain.queue.isEmpty());
        assertEquals(1, drain.othersCancelled);
    }

    @Test
    void whatTheJvmMayNotSurviveIsForTheThreadTooWhenTheDrainHasBeenLeft() {
        InternalError fatal = new InternalError("fatal");
        recorder.whenItem = item -> {
            throw fatal;
        };
        drain.request(9);
        assertSame(fatal, assertThrows(InternalError.class, () -> drain.onNext(1)));
        drain.onNext(2);
        assertEquals(List.of(fatal), recorder.crashes);
        assertTrue(drain.queue.isEmpty());
    }

    @Test
    void theFailureOfAnItemComesBeforeOneThatWaits() {
        IllegalStateException late = new IllegalStateException("late");
        drain.request(9);
        drain.failing = broken;
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            recorder.whenItem = item -> drain.onError(late);
            drain.onNext(1);
            assertEquals(List.of(1, broken), recorder.signals);
            assertEquals(List.of(late), dropped.failures());
        }
        assertTrue(feed.cancelled);
    }

    @Test
    void failuresThatAreCollectedAreAttachedToTheFirst() {
        IllegalStateException other = new IllegalStateException("other");
        drain.onNext(1);
        drain.offerFailure(broken, true);
        drain.offerFailure(other, true);
        drain.offerFailure(broken, true);
        assertEquals(List.of(other), List.of(broken.getSuppressed()));
    }

    @Test
    void oneThatCanNotBeAttachedIsReported() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            drain.onNext(1);
            drain.offerFailure(new Bare(), true);
            drain.offerFailure(broken, true);
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    /** Takes none. */
    private static final class Bare extends RuntimeException {
        private static final long serialVersionUID = 1;

        Bare() {
            super("bare", null, false, false);
        }
    }

    private final class Queueing extends SerialDrain<Integer, Integer> {
        private final Queue<Integer> queue = new ConcurrentLinkedQueue<>();
        private Runnable afterTheLastLook = () -> {};
        private Throwable failing; // with the next item
        private boolean emitting;
        private int overlaps;
        private int othersCancelled;

        Queueing() {
            super(recorder, recorder);
        }

        @Override
        public boolean onNext(Integer item) {
            queue.add(item);
            drain();
            return true;
        }

        @Override
        protected void emit() {
            overlaps += emitting ? 1 : 0;
            emitting = true;
            while (!isCancelled() && emitted < demand() && !queue.isEmpty()) {
                emitted++;
                recorder.onNext(queue.remove());
                if (failing != null) {
                    endWith(failing);
                }
            }
            emitting = false;
            afterTheLastLook.run();
            if (!isCancelled() && queue.isEmpty() && isDone()) {
                end();
            }
        }

        @Override
        protected void cancelOthers() {
            othersCancelled++;
        }

        @Override
        protected void clear() {
            queue.clear();
        }
    }
}
