package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.One;
import dev.weir.Outcome;
import dev.weir.testkit.OneLaws;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllSettledTest {
    @Test
    void laws() {
        OneLaws.of(one -> One.allSettled(List.of(one, One.of(2))).map(List::size))
                .recovers()
                .check();
    }

    @Test
    void tellsWhatEachEndedWith() {
        IllegalStateException broken = new IllegalStateException("broken");
        List<Outcome<Integer>> outcomes = One.allSettled(List.of(One.of(1), One.<Integer>fail(() -> broken), One.of(3)))
                .await();
        assertEquals(new Outcome<>(1, null), outcomes.get(0));
        assertSame(broken, outcomes.get(1).failure());
        assertEquals(3, outcomes.get(2).value());
    }
}
