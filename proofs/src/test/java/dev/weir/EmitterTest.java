package dev.weir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.Probe;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class EmitterTest {
    private Emitter<Integer> emitter;

    private Probe<Integer> subscribe(Overflow overflow, long demand) {
        return Probe.subscribeTo(Many.<Integer>emitter(overflow, made -> emitter = made), demand);
    }

    private void emit(int... items) {
        for (int item : items) {
            emitter.next(item);
        }
    }

    @Test
    void tellsHowMuchIsOutstanding() {
        Probe<Integer> probe = Probe.<Integer>demanding(3).whenItem((same, item) -> {
            if (item == 1) {
                emit(2, 3);
                assertEquals(0, emitter.requested());
            }
        });
        Many.<Integer>emitter(Overflow.fail(), made -> emitter = made).subscribe(probe);
        assertEquals(3, emitter.requested());
        emit(1);
        probe.assertItems(1, 2, 3).request(Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, emitter.requested());
        probe.cancel();
        assertEquals(0, emitter.requested());
    }

    @Test
    void onEndRunsOnceAtTheEndOrTheCancellation() {
        AtomicInteger ended = new AtomicInteger();
        Probe<Integer> probe = subscribe(Overflow.buffer(1), 0);
        emitter.onEnd(ended::incrementAndGet);
        emit(1);
        emitter.complete();
        assertEquals(0, ended.get());
        probe.request(1);
        probe.assertCompleted().cancel();
        assertEquals(1, ended.get());
        emitter.onEnd(ended::incrementAndGet);
        assertEquals(2, ended.get());
        probe = subscribe(Overflow.buffer(1), 0);
        emitter.onEnd(ended::incrementAndGet);
        probe.cancel();
        probe.cancel();
        assertEquals(3, ended.get());
        assertTrue(emitter.isCancelled());
    }

    @Test
    void whatAnActionThrowsEndsNothingOrAll() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = subscribe(Overflow.buffer(1), 0);
            emitter.onEnd(() -> {
                throw new IllegalStateException("no end");
            });
            emitter.complete();
            probe.assertCompleted();
            assertEquals("no end", dropped.failures().getFirst().getMessage());
        }
        Probe<Integer> probe = subscribe(Overflow.buffer(1), 0);
        emitter.onRequest(() -> {
            throw new IllegalStateException("no request");
        });
        probe.assertNotEnded().request(1);
        probe.assertFailed(failure -> "no request".equals(failure.getMessage()));
    }

    @Test
    void nothingComesAfterTheEnd() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = subscribe(Overflow.buffer(4), 0);
            emit(1);
            emitter.complete();
            emit(2);
            emitter.error(new IllegalStateException("late"));
            probe.request(4);
            probe.assertItems(1).assertCompleted();
            assertEquals("late", dropped.failures().getFirst().getMessage());
        }
    }

    @Test
    void aFailureComesAfterTheItemsThatWait() {
        Probe<Integer> probe = subscribe(Overflow.buffer(4), 0);
        emit(1, 2);
        emitter.error(new IllegalStateException("broken"));
        probe.assertNothing().request(1);
        probe.assertItems(1).assertNotEnded().request(1);
        probe.assertItems(1, 2).assertFailed(IllegalStateException.class);
    }

    @Test
    void refusesNull() {
        Probe<Integer> probe = subscribe(Overflow.fail(), 1);
        assertRefused("next: the item is null", () -> emitter.next(null));
        assertRefused("error: the failure is null", () -> emitter.error(null));
        assertRefused("onEnd: the action is null", () -> emitter.onEnd(null));
        assertRefused("onRequest: the action is null", () -> emitter.onRequest(null));
        probe.assertNothing();
    }

    private static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(NullPointerException.class, call).getMessage());
    }

    /** Of a demand without bound nothing is used up, so there is nothing to tell. */
    @Test
    void onRequestRunsForWhatIsDroppedOfABoundedDemand() {
        for (long demand : new long[] {2, Long.MAX_VALUE}) {
            AtomicInteger called = new AtomicInteger();
            Many<Integer> even = Many.<Integer>emitter(Overflow.fail(), made -> emitter = made)
                    .filter(i -> i % 2 == 0);
            Probe<Integer> probe = Probe.subscribeTo(even, demand);
            emitter.onRequest(called::incrementAndGet);
            assertEquals(1, called.get());
            emit(1, 3, 4);
            probe.assertItems(4);
            assertEquals(demand == 2 ? 3 : 1, called.get());
        }
    }

    @Test
    void onRequestIsNotCalledAfterACancellationThatTheRequestLedTo() {
        AtomicInteger called = new AtomicInteger();
        Probe<Integer> probe = Probe.<Integer>demanding(0).whenItem((same, item) -> same.cancel());
        Many.<Integer>emitter(Overflow.buffer(1), made -> emitter = made).subscribe(probe);
        emitter.onRequest(called::incrementAndGet);
        emit(1);
        probe.request(2);
        probe.assertItems(1);
        assertEquals(0, called.get());
    }

    @Test
    void isNotCancelledWhileItemsWaitBeforeTheEnd() {
        CompletableFuture<Emitter<Integer>> made = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(Many.emitter(Overflow.buffer(2), made::complete), 0);
        Emitter<Integer> emitter = made.join();
        Stream.of(1, 2, 3).forEach(emitter::next);
        assertFalse(emitter.isCancelled());
        assertEquals(0, emitter.requested());
        probe.request(2);
        probe.assertItems(1, 2).assertFailed(OverflowException.class);
        assertTrue(emitter.isCancelled());
    }

    @Test
    void whatTheJvmMayNotSurviveGoesOnFromAnAction() {
        Probe<Integer> probe = Probe.subscribeTo(
                Many.emitter(
                        Overflow.buffer(1),
                        emitter -> emitter.onRequest(() -> {
                            throw new InternalError("planned");
                        })),
                0);
        assertThrows(InternalError.class, () -> probe.request(1));
        probe.assertFailed(InternalError.class);
    }
}
