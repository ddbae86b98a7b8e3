package dev.weir.op.source;

import dev.weir.Many;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NeverTest {
    @Test
    void laws() {
        OperatorLaws.checkSource(() -> Many.never().take(Duration.ofSeconds(1)));
    }

    @Test
    void doesNothing() {
        Probe<Object> probe = Probe.subscribeTo(Many.never());
        probe.request(1);
        probe.assertNothing().cancel();
        probe.assertNothing();
    }
}
