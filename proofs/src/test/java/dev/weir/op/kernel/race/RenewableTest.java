package dev.weir.op.kernel.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class RenewableTest {
    private final Renewable<String> renewable = new Renewable<>();

    @Test
    void hasNothingAtFirst() {
        assertNull(renewable.get());
        assertEquals("a", renewable.renewed(over -> false, () -> "a"));
        assertEquals("a", renewable.get());
    }

    @Test
    void keepsTheOneInUseUntilItIsOver() {
        renewable.renewed(over -> false, () -> "a");
        assertEquals("a", renewable.renewed(over -> false, () -> "b"));
        assertEquals("c", renewable.renewed("a"::equals, () -> "c"));
        assertEquals("c", renewable.renewed("a"::equals, () -> "d"));
        assertEquals("c", renewable.get());
    }

    @Test
    void whatIsRenewedMeanwhileByTheMakerComesFirst() {
        assertEquals("inner", renewable.renewed(over -> false, () -> {
            renewable.renewed(over -> false, () -> "inner");
            return "outer";
        }));
        assertEquals("inner", renewable.get());
    }
}
