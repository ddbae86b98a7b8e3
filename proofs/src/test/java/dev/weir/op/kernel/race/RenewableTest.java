package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class RenewableTest {
    private final Renewable<String> renewable = new Renewable<>();

    @Test
    void hasNothingAtFirst() {
        assertNull(renewable.get());
        assertEquals("a", renewable.renew(null, () -> "a"));
        assertEquals("a", renewable.get());
    }

    @Test
    void whoSawAnOlderOneIsTooLate() {
        renewable.renew(null, () -> "a");
        assertNull(renewable.renew(null, () -> "b"));
        assertEquals("c", renewable.renew("a", () -> "c"));
        assertNull(renewable.renew("a", () -> "d"));
        assertEquals("c", renewable.get());
    }

    @Test
    void letsGoOfTheOneThatIsInUseAlone() {
        renewable.renew(null, () -> "a");
        renewable.drop("b");
        assertEquals("a", renewable.get());
        renewable.drop("a");
        renewable.drop("a");
        assertNull(renewable.get());
    }

    @Test
    void whatIsRenewedMeanwhileByTheMakerComesFirst() {
        assertNull(renewable.renew(null, () -> {
            renewable.renew(null, () -> "inner");
            return "outer";
        }));
        assertEquals("inner", renewable.get());
    }
}
