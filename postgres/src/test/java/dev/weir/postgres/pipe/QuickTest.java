package dev.weir.postgres.pipe;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class QuickTest {
    private final Quick quick = new Quick(10);

    @Test
    void isWhatWasQuickTheLastTime() {
        assertFalse(quick.has("a"));
        quick.took("a", 9);
        assertTrue(quick.has("a"));
        quick.took("a", 10);
        assertFalse(quick.has("a"));
    }

    @Test
    void keepsThoseThatRanLast() {
        for (int i = 0; i < Quick.MOST; i++) {
            quick.took("select " + i, 1);
        }
        quick.took("select 0", 1);
        quick.took("another", 1);
        assertTrue(quick.has("select 0"));
        assertFalse(quick.has("select 1"));
        assertTrue(quick.has("select 2"));
    }

    @Test
    void keepsNoMoreTextThanThereIsRoomFor() {
        String large = "x".repeat(Quick.MOST_CHARS / 4);
        for (int i = 0; i < 4; i++) {
            quick.took(large.substring(1) + i, 1);
        }
        quick.took("small", 1);
        assertFalse(quick.has(large.substring(1) + 0));
        assertTrue(quick.has(large.substring(1) + 1));
        quick.took(large.substring(1) + 1, 10);
        quick.took(large.substring(1) + 4, 1); // there is room again
        assertTrue(quick.has(large.substring(1) + 2));
        quick.took(large.repeat(5), 1);
        assertFalse(quick.has(large.repeat(5)));
        assertTrue(quick.has("small"));
    }
}
