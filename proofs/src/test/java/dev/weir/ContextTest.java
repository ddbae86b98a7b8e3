package dev.weir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.testkit.VirtualTime;
import org.junit.jupiter.api.Test;

class ContextTest {
    private static final Context.Key<String> USER = Context.Key.of("user");
    private static final Context.Key<Integer> TRIES = Context.Key.of("tries");

    private final Context empty = Context.empty();

    @Test
    void isEmptyOnTheSystemClockAtFirst() {
        assertSame(Clock.system(), empty.clock());
        assertEquals("", empty.name());
        assertNull(empty.get(USER));
    }

    @Test
    void keepsValuesUnderTypedKeys() {
        Context context = empty.with(USER, "ada").with(TRIES, 3);
        assertEquals("ada", context.get(USER));
        assertEquals(3, context.get(TRIES));
    }

    @Test
    void replacesTheValueOfAKey() {
        Context context = empty.with(USER, "ada").with(TRIES, 3).with(USER, "bob");
        assertEquals("bob", context.get(USER));
        assertEquals(3, context.get(TRIES));
        assertEquals("Context[name=, entries=[user, bob, tries, 3]]", context.toString());
    }

    @Test
    void isNotChangedByWhatIsMadeFromIt() {
        Context ada = empty.with(USER, "ada");
        Context bob = ada.with(USER, "bob");
        assertNull(empty.get(USER));
        assertEquals("ada", ada.get(USER));
        assertEquals("bob", bob.get(USER));
    }

    @Test
    void keysAreEqualOnlyToThemselves() {
        assertNull(empty.with(USER, "ada").get(Context.Key.<String>of("user")));
    }

    @Test
    void changesOfClockAndNameKeepTheRest() {
        VirtualTime time = new VirtualTime();
        Context context = empty.with(USER, "ada").withName("orders").withClock(time);
        assertSame(time, context.clock());
        assertEquals("orders", context.name());
        assertEquals("ada", context.get(USER));
        assertSame(time, context.withName("others").clock());
        assertEquals("orders", context.with(TRIES, 1).name());
    }

    @Test
    void refusesNull() {
        assertThrows(NullPointerException.class, () -> empty.with(USER, null));
        assertThrows(NullPointerException.class, () -> empty.with(null, "ada"));
        assertThrows(NullPointerException.class, () -> empty.withName(null));
        assertThrows(NullPointerException.class, () -> empty.withClock(null));
        assertThrows(NullPointerException.class, () -> Context.Key.of(null));
    }
}
