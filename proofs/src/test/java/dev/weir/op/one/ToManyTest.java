package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Ending;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToManyTest {
    private final List<Object> seen = new ArrayList<>();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OperatorLaws.checkSource(() -> One.of(1).toMany());
            OperatorLaws.checkSource(() -> One.<Integer>ofNull().toMany());
            OperatorLaws.checkSource(
                    () -> One.<Integer>fail(IllegalStateException::new).toMany());
            OneLaws.check(one -> one.toMany().toList());
        }
    }

    @Test
    void emitsTheValueOrNothing() {
        assertEquals(List.of(1), One.of(1).toMany().toList().await());
        assertEquals(List.of(), One.<Integer>ofNull().toMany().toList().await());
    }

    @Test
    void runsAtTheFirstRequestAndOnlyThen() {
        Probe<Boolean> probe = Probe.subscribeTo(One.supply(() -> seen.add(1)).toMany(), 0);
        assertEquals(List.of(), seen);
        probe.request(1);
        probe.request(1);
        assertEquals(List.of(1), seen);
        probe.assertItems(true);
    }

    @Test
    void cancelsTheOne() {
        Probe.subscribeTo(One.never().doFinally(seen::add).toMany()).cancel();
        assertEquals(List.of(Ending.CANCELLED), seen);
    }

    @Test
    void cancelledBeforeARequestItNeverRuns() {
        Probe<Boolean> probe = Probe.subscribeTo(One.supply(() -> seen.add(1)).toMany(), 0);
        probe.cancel();
        probe.request(1);
        assertEquals(List.of(), seen);
    }
}
