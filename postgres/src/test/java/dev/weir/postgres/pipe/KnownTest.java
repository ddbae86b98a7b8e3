package dev.weir.postgres.pipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownTest {
    private final Known known = new Known();
    private final List<String> dropped = new ArrayList<>();

    private boolean add(String text) {
        return known.add(new Prepared(text, null, List.of()), one -> dropped.add(one.text()));
    }

    @Test
    void whatIsLongerThanAllMayBeThrowsNoneOut() {
        String longer = "x".repeat(Known.MOST_TEXT + 1);
        assertTrue(add("a"));
        assertFalse(add(longer));
        assertTrue(add("b"));
        assertNotNull(known.get("a"));
        assertNull(known.get(longer));
        assertEquals(List.of(), dropped);
    }

    @Test
    void theLeastUsedGoesForOneThatIsLong() {
        assertTrue(add("a"));
        assertTrue(add("b"));
        assertNotNull(known.get("a"));
        assertTrue(add("x".repeat(Known.MOST_TEXT - 1)));
        assertEquals(List.of("b"), dropped);
        assertTrue(add("c"));
        assertEquals(List.of("b", "a"), dropped);
    }
}
