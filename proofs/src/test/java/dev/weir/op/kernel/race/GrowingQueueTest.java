package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.proofs.Threads;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrowingQueueTest {
    private static final int ALL = 10_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 100, 1_000})
    void hasRoomForItsCapacityAndKeepsTheOrder(int capacity) {
        GrowingQueue<Integer> queue = new GrowingQueue<>(capacity);
        for (int round = 0; round < 3; round++) {
            assertTrue(queue.isEmpty());
            assertNull(queue.poll());
            for (int i = 0; i < capacity; i++) {
                queue.offer(i);
            }
            for (int i = 0; i < capacity; i++) {
                assertFalse(queue.isEmpty());
                assertEquals(i, queue.poll());
            }
        }
        assertNull(queue.poll());
        assertTrue(queue.isEmpty());
    }

    @Test
    void keepsTheOrderBetweenTwoThreads() throws Exception {
        GrowingQueue<Integer> queue = new GrowingQueue<>(64);
        Semaphore room = new Semaphore(64);
        Threads.Task offering = Threads.start(() -> {
            for (int i = 0; i < ALL; i++) {
                room.acquireUninterruptibly();
                queue.offer(i);
            }
        });
        for (int i = 0; i < ALL; ) {
            Integer item = queue.poll();
            if (item != null) {
                assertEquals(i++, item);
                room.release();
            }
        }
        Threads.join(offering);
        assertTrue(queue.isEmpty());
    }
}
