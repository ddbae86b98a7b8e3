package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.Many;
import dev.weir.One;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An item that can't be compared is told as undelivered: it was given to nobody. */
class NotComparedTest {
    private record Broken(int number) {
        @Override
        public int hashCode() {
            throw new IllegalStateException("planned");
        }

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("planned");
        }
    }

    @Test
    void whatDistinctCannotCompare() {
        List<Integer> told = new ArrayList<>();
        One<?> one = Many.of(new Broken(1))
                .distinct(3)
                .onUndelivered(Broken.class, broken -> told.add(broken.number))
                .toList()
                .onErrorComplete();
        assertNull(one.await());
        assertEquals(List.of(1), told);
    }

    @Test
    void whatDistinctUntilChangedCannotCompare() {
        List<Integer> told = new ArrayList<>();
        One<?> one = Many.of(new Broken(1), new Broken(2))
                .distinctUntilChanged()
                .onUndelivered(Broken.class, broken -> told.add(broken.number))
                .forEach(item -> {})
                .onErrorComplete();
        assertNull(one.await());
        assertEquals(1, told.size());
    }
}
