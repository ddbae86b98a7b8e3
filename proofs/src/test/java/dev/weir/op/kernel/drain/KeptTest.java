package dev.weir.op.kernel.drain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.Context;
import dev.weir.op.kernel.root.Undelivered;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptTest {
    private final List<Object> told = new ArrayList<>();
    private final Context context = Undelivered.with(Integer.class, told::add).apply(Context.empty());

    @Test
    void theLastItemsAreToldWhenNobodyTakesThemAndSoAreThoseThatComeThen() {
        Held<Integer> held = new Held<>(2, context);
        held.add(1);
        held.add(2);
        assertEquals(1, held.add(3));
        held.close();
        assertNull(held.add(4));
        assertEquals(List.of(2, 3, 4), told);
    }

    @Test
    void ofAListTheItemsAreToldThatWereInNoneBefore() {
        Gathered<Integer> list = new Gathered<>(context, 2, 1);
        list.add(1);
        assertEquals(List.of(1, 2), list.add(2));
        list.close();
        assertEquals(List.of(), told);
        list.add(3);
        assertEquals(List.of(3), told);
        assertEquals(List.of(), list.take());
    }
}
