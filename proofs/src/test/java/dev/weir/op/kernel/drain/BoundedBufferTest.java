package dev.weir.op.kernel.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Overflow;
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
