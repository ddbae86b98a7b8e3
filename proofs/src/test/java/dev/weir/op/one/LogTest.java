package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.LogLines;
import dev.weir.testkit.OneLaws;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;

class LogTest {
    @Test
    void laws() {
        try (LogLines _ = LogLines.of("dev.weir.orders");
                DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.log("orders"));
        }
    }

    @Test
    void logsTheOutcome() {
        try (LogLines log = LogLines.of("dev.weir.orders").from(Level.INFO)) {
            One.of("a{0}").log("orders").subscribe();
            One.ofNull().log("orders").subscribe();
            One.fail(() -> new IllegalStateException("broken")).log("orders").subscribe(value -> {}, failure -> {});
            One.never().log("orders").subscribe().cancel();
            assertEquals(
                    List.of(
                            "INFO [orders] subscribe",
                            "INFO [orders] value a{0}",
                            "INFO [orders] subscribe",
                            "INFO [orders] value null",
                            "INFO [orders] subscribe",
                            "INFO [orders] error java.lang.IllegalStateException: broken",
                            "INFO [orders] subscribe",
                            "INFO [orders] cancel"),
                    log.lines());
        }
    }
}
