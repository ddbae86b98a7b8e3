package dev.weir.op.kernel.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class InnerBufferTest {
    private final InnerBuffer<Integer> buffer = new InnerBuffer<>();

    @Test
    void keepsItemsInTheOrderTheyCame() {
        assertTrue(buffer.isEmpty());
        assertTrue(buffer.offer(1));
        assertTrue(buffer.offer(2));
        assertFalse(buffer.isEmpty());
        assertEquals(1, buffer.poll());
        assertEquals(2, buffer.poll());
        assertNull(buffer.poll());
    }

    @Test
    void givesWhatIsLeftOnceAndKeepsNothingMore() {
        buffer.offer(1);
        buffer.offer(2);
        assertEquals(List.of(1, 2), buffer.close());
        assertFalse(buffer.offer(3));
        assertNull(buffer.poll());
        assertEquals(List.of(), buffer.close());
    }
}
