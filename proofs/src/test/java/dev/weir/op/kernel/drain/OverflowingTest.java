package dev.weir.op.kernel.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.OverflowException;
import dev.weir.op.kernel.Feed;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverflowingTest {
    private static final int THREADS = 4;
    private static final int EACH = 5_000;

    private final Recorder<Integer> recorder = new Recorder<>();
    private final Feed feed = new Feed();

    @Test
    void losesNothingThatFitsWhoeverOffersIt() throws Exception {
        Overflowing<Integer> stage = subscribed(Overflow.buffer(THREADS * EACH));
        List<Threads.Task> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int first = thread * EACH;
            threads.add(Threads.start(() -> {
                for (int i = first; i < first + EACH; i++) {
                    stage.onNext(i);
                    stage.request(1);
                }
            }));
        }
        for (Threads.Task thread : threads) {
            Threads.join(thread);
        }
        stage.onComplete();
        assertEquals(THREADS * EACH + 1, recorder.signals.size());
        assertEquals(THREADS * EACH + 1, recorder.signals.stream().distinct().count());
    }

    @Test
    void whatIsDemandedNeedsNoRoom() {
        Overflowing<Integer> stage = subscribed(Overflow.fail());
        stage.request(3);
        assertEquals(3, stage.outstanding());
        recorder.whenItem = item -> {
            if (item == 1) {
                stage.onNext(2);
                assertEquals(1, stage.outstanding());
                stage.onNext(3);
                assertEquals(0, stage.outstanding());
            }
        };
        stage.onNext(1);
        assertEquals(List.of(1, 2, 3), recorder.signals);
    }

    @Test
    void unboundedDemandBuffersNoMoreThanAStreamDoesByDefault() {
        Overflowing<Integer> stage = subscribed(Overflow.dropLatest(2));
        stage.request(Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, stage.outstanding());
        recorder.whenItem = item -> {
            if (item == 0) {
                for (int i = 1; i <= 2 * Many.BUFFER_SIZE; i++) {
                    stage.onNext(i);
                }
                assertEquals(0, stage.outstanding());
            }
        };
        stage.onNext(0);
        assertEquals(Many.BUFFER_SIZE + 3, recorder.signals.size());
        assertEquals(Long.MAX_VALUE, stage.outstanding());
    }

    @Test
    void anItemThatIsBeingHandledMakesNoRoom() {
        Overflowing<Integer> stage = subscribed(Overflow.dropLatest(1));
        stage.request(1);
        recorder.whenItem = item -> {
            if (item == 1) {
                stage.onNext(2);
                stage.onNext(3);
            }
        };
        stage.onNext(1);
        stage.request(9);
        assertEquals(List.of(1, 2), recorder.signals);
    }

    @Test
    void whatIsNotAcceptedUsesUpNoDemand() {
        recorder.accepts = item -> item > 2;
        Overflowing<Integer> stage = subscribed(Overflow.buffer(9));
        stage.request(1);
        for (int i = 1; i <= 4; i++) {
            stage.onNext(i);
        }
        assertEquals(List.of(1, 2, 3), recorder.signals);
        assertEquals(0, stage.outstanding());
    }

    @Test
    void nothingComesAfterAnItemThatOverflowed() {
        Overflowing<Integer> stage = subscribed(Overflow.buffer(1));
        stage.onNext(1);
        stage.onNext(2);
        assertTrue(feed.cancelled);
        stage.request(1);
        stage.onNext(3);
        assertEquals(1, recorder.signals.getFirst());
        OverflowException failure = assertInstanceOf(OverflowException.class, recorder.signals.get(1));
        assertTrue(failure.getMessage().contains("the buffer of 1 is full"), failure.getMessage());
        assertEquals(2, recorder.signals.size());
    }

    @Test
    void whatIsNotKeptIsTold() {
        List<Object> undelivered = new ArrayList<>();
        Recorder<Integer> told =
                new Recorder<>(Undelivered.with(Integer.class, undelivered::add).apply(Context.empty()));
        for (Overflow overflow : List.of(Overflow.dropLatest(1), Overflow.dropOldest(1), Overflow.buffer(1))) {
            Overflowing<Integer> stage = new Overflowing<>(told, told, overflow);
            stage.onSubscribe(feed);
            stage.onNext(1);
            stage.onNext(2);
            try (DroppedFailures dropped = DroppedFailures.collect()) {
                stage.cancel();
                assertEquals(
                        overflow.equals(Overflow.buffer(1)) ? 1 : 0,
                        dropped.failures().size());
            }
            stage.onNext(3);
        }
        assertEquals(List.of(2, 1, 3, 1, 2, 3, 2, 1, 3), undelivered);
    }

    @Test
    void nothingIsKeptBehindALostItem() {
        Overflowing<Integer> stage = subscribed(Overflow.buffer(1));
        stage.request(1);
        recorder.whenItem = item -> {
            if (item == 1) {
                stage.onNext(2);
                stage.onNext(3); // is lost
                stage.request(2);
                stage.onNext(4);
            }
        };
        stage.onNext(1);
        assertEquals(List.of(1, 2), recorder.signals.subList(0, 2));
        assertInstanceOf(OverflowException.class, recorder.signals.get(2));
    }

    private Overflowing<Integer> subscribed(Overflow overflow) {
        Overflowing<Integer> stage = new Overflowing<>(recorder, recorder, overflow);
        stage.onSubscribe(feed);
        assertEquals(Long.MAX_VALUE, feed.requested);
        return stage;
    }
}
