package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.Threads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LateQueueTest {
    private static final int EACH = 10_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 1_000})
    void isAQueueAlsoBeforeThereIsOne(int capacity) {
        LateQueue<Integer> queue = new LateQueue<>(capacity);
        assertTrue(queue.isEmpty());
        assertEquals(0, queue.size());
        assertNull(queue.peek());
        assertNull(queue.poll());
        assertTrue(queue.offer(1) && queue.offer(2));
        assertEquals(1, queue.peek());
        assertEquals(2, queue.size());
        assertEquals(1, queue.poll());
        assertEquals(2, queue.poll());
        assertTrue(queue.isEmpty());
    }

    @Test
    void keepsTheOrderOfEachOfSeveralThreads() throws Exception {
        LateQueue<Integer> queue = new LateQueue<>(0);
        List<Threads.Task> threads = new ArrayList<>();
        for (int sign : new int[] {1, -1}) {
            threads.add(Threads.start(() -> {
                for (int i = 1; i <= EACH; i++) {
                    queue.offer(sign * i);
                }
            }));
        }
        int up = 0;
        int down = 0;
        while (up - down < 2 * EACH) {
            Integer item = queue.poll();
            if (item != null) {
                assertEquals(item > 0 ? ++up : --down, item);
            }
        }
        for (Threads.Task thread : threads) {
            Threads.join(thread);
        }
        assertTrue(queue.isEmpty());
    }

    @Test
    void theLargestCapacityIsOneToo() {
        LateQueue<Integer> queue = new LateQueue<>(Integer.MAX_VALUE);
        assertTrue(queue.offer(1));
        assertEquals(1, queue.poll());
    }
}
