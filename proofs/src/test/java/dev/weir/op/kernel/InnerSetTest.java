package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InnerSetTest {
    private final InnerSet set = new InnerSet();
    private final List<Inner<?>> inners = IntStream.range(0, 20)
            .<Inner<?>>mapToObj(i -> new Inner<>(null, Context.empty(), 1))
            .toList();

    @Test
    void cancelsThoseThatAreIn() {
        inners.forEach(inner -> assertTrue(set.add(inner)));
        List<Integer> gone = List.of(0, 19, 7, 8, 18);
        gone.forEach(i -> set.remove(inners.get(i)));
        set.remove(inners.get(7));
        set.cancelAll();
        set.cancelAll();
        for (int i = 0; i < inners.size(); i++) {
            assertEquals(!gone.contains(i), inners.get(i).isCancelled(), "inner " + i);
        }
    }

    @Test
    void mayBeEmptiedAndFilledAgain() {
        inners.forEach(set::add);
        inners.forEach(set::remove);
        assertTrue(set.add(inners.get(3)));
        set.cancelAll();
        assertEquals(1, inners.stream().filter(Inner::isCancelled).count());
    }

    @Test
    void cancelsWhatComesLater() {
        set.cancelAll();
        assertFalse(set.add(inners.get(0)));
        assertTrue(inners.get(0).isCancelled());
        set.remove(inners.get(0));
    }
}
