package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoOnValueTest {
    private final List<Object> seen = new ArrayList<>();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.doOnValue(value -> {}));
            OneLaws.checkFunction((one, fault) -> one.doOnValue(value -> fault.at(value, value)));
        }
    }

    @Test
    void seesTheValueAndPassesItOn() {
        assertEquals(1, One.of(1).doOnValue(seen::add).await());
        One.ofNull().doOnValue(seen::add).await();
        assertThrows(
                IllegalStateException.class,
                One.fail(IllegalStateException::new).doOnValue(seen::add)::await);
        assertEquals(Arrays.asList(1, null), seen);
    }

    @Test
    void anActionThatThrowsFailsTheOne() {
        RuntimeException thrown = new RuntimeException("thrown");
        One<Integer> one = One.of(1).doOnValue(value -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(RuntimeException.class, one::await));
    }
}
