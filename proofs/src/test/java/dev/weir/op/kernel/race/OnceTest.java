package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnceTest {
    @Test
    void letsOneThrough() {
        Once once = new Once();
        assertFalse(once.isTaken());
        assertTrue(once.first());
        assertFalse(once.first());
        assertTrue(once.isTaken());
    }

    @Test
    void letsOneOfSeveralThreadsThrough() throws Exception {
        for (int round = 0; round < 1_000; round++) {
            Once once = new Once();
            AtomicInteger through = new AtomicInteger();
            CyclicBarrier barrier = new CyclicBarrier(3);
            List<Threads.Task> tasks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                tasks.add(Threads.start(() -> {
                    barrier.await();
                    if (once.first()) {
                        through.incrementAndGet();
                    }
                }));
            }
            for (Threads.Task task : tasks) {
                Threads.join(task);
            }
            assertEquals(1, through.get());
        }
    }
}
