package dev.weir.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OrderTest {
    private static final int TURNS = 200;

    @Test
    void hasAllInEachTurnAndNoneTwiceInARow() {
        List<String> all = List.of("a", "b", "c", "d");
        Order<String> order = new Order<>();
        Set<List<String>> seen = new HashSet<>();
        String last = "";
        for (int turn = 0; turn < TURNS; turn++) {
            List<String> now = order.of(all);
            assertEquals(Set.copyOf(all), Set.copyOf(now));
            assertNotEquals(last, now.getFirst());
            last = now.getLast();
            seen.add(now);
        }
        assertEquals(24, seen.size()); // each order there is
    }

    @Test
    void goesOnWithFewerThatAreLeft() {
        Order<String> order = new Order<>();
        String last = order.of(List.of("a", "b")).getLast();
        assertEquals(List.of(last), order.of(List.of(last)));
        assertEquals(List.of(), order.of(List.of()));
        assertEquals(List.of("c"), order.of(List.of("c")));
    }
}
