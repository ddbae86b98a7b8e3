package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    private final class Queueing extends SerialDrain<Integer, Integer> {
        private final Queue<Integer> queue = new ConcurrentLinkedQueue<>();
        private Runnable afterTheLastLook = () -> {};
        private boolean emitting;
        private int overlaps;
        private int othersCancelled;
        private long emitted;

        Queueing() {
            super(recorder);
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
            while (!isCancelled() && emitted < requested.get() && !queue.isEmpty()) {
                emitted++;
                recorder.onNext(queue.remove());
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
