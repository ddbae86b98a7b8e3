package dev.weir.op.kernel.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Overflow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedBufferTest {
    private final BoundedBuffer<Integer> buffer = new BoundedBuffer<>(Overflow.buffer(2));

    @Test
    void keepsItemsInTheOrderTheyCame() {
        assertTrue(buffer.isEmpty());
        assertNull(buffer.offer(1, 0));
        assertNull(buffer.offer(2, 0));
        assertFalse(buffer.isEmpty());
        assertEquals(1, buffer.poll(Long.MAX_VALUE));
        assertEquals(2, buffer.poll(Long.MAX_VALUE));
        assertNull(buffer.poll(Long.MAX_VALUE));
    }

    /** A race, which is met soon where there is one. */
    @Test
    void isNotEmptyWhileItGrows() {
        for (int run = 0; run < 500; run++) {
            BoundedBuffer<Integer> growing = new BoundedBuffer<>(Overflow.buffer(1_000));
            assertNull(growing.offer(0, 0));
            Thread offering =
                    Thread.ofPlatform().start(() -> IntStream.range(1, 300).forEach(i -> growing.offer(i, 0)));
            while (offering.isAlive()) {
                assertFalse(growing.isEmpty());
            }
        }
    }

    @Test
    void givesWhatIsLeftAndKeepsNothingMoreOnceItIsClosed() {
        assertNull(buffer.offer(1, 0));
        buffer.close();
        assertEquals(2, buffer.offer(2, 0));
        assertEquals(1, buffer.poll(Long.MAX_VALUE));
        assertNull(buffer.poll(Long.MAX_VALUE));
        assertEquals(3, buffer.offer(3, Long.MAX_VALUE), "nor for any demand");
    }
}
