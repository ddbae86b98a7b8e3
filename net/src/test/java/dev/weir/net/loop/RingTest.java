package dev.weir.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RingTest {
    @Test
    void holdsNoMoreThanItsCapacity() {
        Ring<Integer> ring = new Ring<>(4);
        for (int i = 0; i < 4; i++) {
            assertTrue(ring.offer(i));
        }
        assertFalse(ring.offer(4));
        assertEquals(0, ring.poll());
        assertTrue(ring.offer(5));
        for (int expected : new int[] {1, 2, 3, 5}) {
            assertEquals(expected, ring.poll());
        }
        assertNull(ring.poll());
    }

    @Test
    void keepsOrderBetweenTwoThreads() throws InterruptedException {
        Ring<Integer> ring = new Ring<>(8);
        int count = 20_000;
        Thread adder = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < count; i++) {
                while (!ring.offer(i)) {
                    Thread.onSpinWait();
                }
            }
        });
        for (int i = 0; i < count; i++) {
            Integer next = ring.poll();
            while (next == null) {
                Thread.onSpinWait();
                next = ring.poll();
            }
            assertEquals(i, next);
        }
        adder.join();
    }
}
