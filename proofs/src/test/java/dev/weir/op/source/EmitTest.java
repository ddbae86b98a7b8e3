package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.Overflow;
import dev.weir.OverflowException;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

class EmitTest {
    private Emitter<Integer> emitter;

    @Test
    void laws() {
        OperatorLaws.checkSource(() -> eager(5));
        OperatorLaws.checkSource(() -> eager(5).filter(i -> i % 2 == 1));
        OperatorLaws.checkSource(() -> lazy(5));
        OperatorLaws.checkSource(() -> lazy(5).filter(i -> i % 2 == 1));
        OperatorLaws.checkSource(() -> remote(5));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(EmitTest::lazy);
    }

    private static Many<Integer> eager(int n) {
        return Many.emitter(Overflow.buffer(n), emitter -> {
            for (int i = 0; i < n; i++) {
                emitter.next(i);
            }
            emitter.complete();
        });
    }

    /** Emits what is asked for, and waits with the rest. */
    private static Many<Integer> lazy(long n) {
        return Many.emitter(Overflow.fail(), emitter -> {
            AtomicInteger next = new AtomicInteger();
            emitter.onRequest(() -> {
                while (emitter.requested() > 0 && next.get() < n) {
                    emitter.next(next.getAndIncrement());
                }
                if (next.get() == n) {
                    emitter.complete();
                }
            });
        });
    }

    /** Is told what is asked for, as a peer elsewhere is, and emits that: no more before it is told again. */
    private static Many<Integer> remote(int n) {
        return Many.emitter(Overflow.fail(), emitter -> {
            AtomicInteger next = new AtomicInteger();
            emitter.onRequest(() -> {
                for (long asked = emitter.requested(); asked > 0 && next.get() < n; asked--) {
                    emitter.next(next.getAndIncrement());
                }
                if (next.get() == n) {
                    emitter.complete();
                }
            });
        });
    }

    private Probe<Integer> subscribe(Overflow overflow, long demand) {
        return Probe.subscribeTo(Many.<Integer>emitter(overflow, made -> emitter = made), demand);
    }

    private void emit(int... items) {
        for (int item : items) {
            emitter.next(item);
        }
    }

    /** Who is told that there is room for some, as others are on their way, and would wait for ever for room for the rest. */
    @Test
    void whoFollowsTheDemandIsToldWhenThereIsRoomAgain() {
        AtomicInteger next = new AtomicInteger();
        Probe<Integer> probe = Probe.<Integer>demanding(1).whenItem((same, item) -> {
            if (item == 0) {
                same.request(Long.MAX_VALUE);
            }
        });
        Many.<Integer>emitter(Overflow.buffer(1), made -> {
                    emitter = made;
                    made.onRequest(() -> {
                        while (next.get() > 0 && made.requested() > 0 && next.get() <= 1_000) {
                            made.next(next.getAndIncrement());
                        }
                    });
                })
                .subscribe(probe);
        emitter.next(next.getAndIncrement());
        assertEquals(1_001, probe.items().size());
    }

    @Test
    void whatIsAskedForBesidesTakesNoRoomAway() {
        Probe<Integer> probe = Probe.<Integer>demanding(1_000).whenItem((same, item) -> {
            if (item == 0) {
                same.request(Long.MAX_VALUE);
                emit(IntStream.range(1, 1_000).toArray());
            }
        });
        Many.<Integer>emitter(Overflow.fail(), made -> emitter = made).subscribe(probe);
        assertEquals(1_000, emitter.requested());
        emitter.next(0);
        probe.assertNotEnded();
        assertEquals(1_000, probe.items().size());
    }

    @Test
    void anOverflowIsToldAtOnceAlsoWhereItemsWait() {
        AtomicInteger ended = new AtomicInteger();
        Probe<Integer> probe = subscribe(Overflow.buffer(2), 0);
        emitter.onEnd(ended::incrementAndGet);
        emit(1, 2, 3);
        assertEquals(1, ended.get());
        probe.assertNotEnded().request(2);
        probe.assertItems(1, 2).assertFailed(OverflowException.class);
        assertEquals(1, ended.get());
    }

    @Test
    void failsWhenTheBufferIsFullAfterTheItemsThatWait() {
        Probe<Integer> probe = subscribe(Overflow.buffer(2), 1);
        emit(1, 2, 3, 4, 5);
        probe.assertItems(1).assertNotEnded().request(9);
        probe.assertItems(1, 2, 3).assertFailed(OverflowException.class);
        assertTrue(emitter.isCancelled());
    }

    @Test
    void dropsTheLatestOrTheOldest() {
        Probe<Integer> latest = subscribe(Overflow.dropLatest(2), 1);
        emit(1, 2, 3, 4);
        emitter.complete();
        latest.request(9);
        latest.assertItems(1, 2, 3).assertCompleted();
        Probe<Integer> oldest = subscribe(Overflow.dropOldest(2), 1);
        emit(1, 2, 3, 4);
        emitter.complete();
        oldest.request(9);
        oldest.assertItems(1, 3, 4).assertCompleted();
    }

    @Test
    void keepsNothingWhereNothingIsKept() {
        Probe<Integer> dropping = subscribe(Overflow.drop(), 1);
        emit(1, 2);
        dropping.request(1);
        emit(3);
        dropping.assertItems(1, 3).assertNotEnded();
        Probe<Integer> failing = subscribe(Overflow.fail(), 1);
        emit(1, 2);
        failing.assertItems(1).assertFailed(OverflowException.class);
    }

    @Test
    void keepsTheBoundWithSeveralProducers() throws InterruptedException {
        Probe<Integer> probe = subscribe(Overflow.dropLatest(10), 1_000);
        fromThreads(4, () -> emit(IntStream.range(0, 5_000).toArray()));
        emitter.complete();
        probe.assertItemCount(1_000).request(Long.MAX_VALUE);
        probe.assertItemCount(1_010).assertCompleted();
    }

    @Test
    void losesNothingOfSeveralProducers() throws InterruptedException {
        Probe<Integer> probe = subscribe(Overflow.buffer(20_000), 0);
        fromThreads(4, () -> {
            emit(IntStream.range(0, 5_000).toArray());
            probe.request(5_000);
        });
        probe.assertItemCount(20_000).assertNotEnded();
        assertEquals(
                4L * 4_999 * 5_000 / 2, probe.items().stream().mapToLong(i -> i).sum());
    }

    private static void fromThreads(int n, Runnable task) throws InterruptedException {
        List<Thread> threads =
                Stream.generate(() -> Thread.ofPlatform().start(task)).limit(n).toList();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void whatSetupThrowsIsTheFailure() {
        Many<Integer> many = Many.emitter(Overflow.fail(), made -> {
            throw new IllegalStateException("setup");
        });
        Probe.subscribeTo(many, 0).assertFailed(failure -> "setup".equals(failure.getMessage()));
    }

    @Test
    void refusesNull() {
        assertRefused(
                "emitter: the overflow policy is missing: it must not be null", () -> Many.emitter(null, made -> {}));
        assertRefused("emitter: the setup is missing: it must not be null", () -> Many.emitter(Overflow.fail(), null));
    }

    private static void assertRefused(String message, Executable call) {
        assertEquals(message, assertThrows(NullPointerException.class, call).getMessage());
    }
}
