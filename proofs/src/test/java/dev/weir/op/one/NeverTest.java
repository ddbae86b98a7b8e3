package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.One;
import dev.weir.testkit.OneLaws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeverTest {
    @Test
    void laws() {
        OneLaws.checkSource(() -> One.never().timeout(Duration.ofSeconds(1)));
    }

    @Test
    void canOnlyBeCancelled() {
        List<Ending> endings = new ArrayList<>();
        var subscription = One.never().doFinally(endings::add).subscribe();
        assertTrue(endings.isEmpty());
        subscription.cancel();
        assertEquals(List.of(Ending.CANCELLED), endings);
    }
}
