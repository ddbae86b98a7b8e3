package dev.weir.op.kernel.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import org.junit.jupiter.api.Test;

class SourceTest {
    @Test
    void refusesAManyOfSomebodyElse() {
        class Own extends Many<Integer> {}

        assertEquals(
                Own.class.getName()
                        + " is no stream of Weir: make one with Many.from(publisher), generate(..) or emitter(..)",
                assertThrows(IllegalArgumentException.class, () -> new Own().map(i -> i))
                        .getMessage());
    }

    @Test
    void refusesNull() {
        Many<Integer> none = null;
        assertEquals(
                "a stream is null",
                assertThrows(NullPointerException.class, () -> Source.of(none)).getMessage());
    }
}
