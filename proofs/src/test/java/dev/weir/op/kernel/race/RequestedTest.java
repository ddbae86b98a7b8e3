package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.proofs.Threads;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestedTest {
    private static final long UNBOUNDED = Long.MAX_VALUE;
    private static final int EACH = 50_000;

    private final Requested requested = new Requested();

    @Test
    void countsUpAndDown() {
        assertEquals(0, requested.add(3));
        assertEquals(3, requested.add(2));
        assertEquals(1, requested.subtract(4));
        assertEquals(1, requested.get());
    }

    @Test
    void saturatesAndStaysUnbounded() {
        requested.add(UNBOUNDED - 1);
        requested.add(UNBOUNDED - 1);
        assertEquals(UNBOUNDED, requested.get());
        assertEquals(UNBOUNDED, requested.add(1));
        assertEquals(UNBOUNDED, requested.subtract(5));
        assertEquals(UNBOUNDED, requested.get());
    }

    @Test
    void losesNothingBetweenThreads() throws Exception {
        Threads.Task adding = Threads.start(() -> {
            for (int i = 0; i < EACH; i++) {
                requested.add(2);
            }
        });
        AtomicLong taken = new AtomicLong();
        Threads.Task taking = Threads.start(() -> {
            while (taken.get() < EACH) {
                long there = requested.get();
                requested.subtract(there);
                taken.addAndGet(there);
                Thread.onSpinWait();
            }
        });
        for (int i = 0; i < EACH; i++) {
            requested.add(1);
        }
        Threads.join(adding);
        Threads.join(taking);
        assertEquals(3 * EACH, taken.get() + requested.get());
    }

    @Test
    void sumsAndProductsSaturate() {
        assertEquals(7, Requested.sum(3, 4));
        assertEquals(UNBOUNDED, Requested.sum(UNBOUNDED, 1));
        assertEquals(UNBOUNDED, Requested.sum(UNBOUNDED, UNBOUNDED));
        assertEquals(12, Requested.product(3, 4));
        assertEquals(UNBOUNDED, Requested.product(UNBOUNDED, 2));
        assertEquals(UNBOUNDED, Requested.product(1L << 32, 1L << 31));
        assertEquals(1L << 62, Requested.product(1L << 32, 1L << 30));
    }
}
