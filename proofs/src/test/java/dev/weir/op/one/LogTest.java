package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
                    log.lines().stream().map(LogTest::withoutThread).toList());
        }
    }

    @Test
    void tellsThePipelineAndTheThread() {
        try (LogLines log = LogLines.of("dev.weir.call").from(Level.INFO)) {
            One<Integer> logged = One.blocking(() -> 1).log("call").named("orders");
            assertEquals(1, logged.await());
            One.never().log("call").named("late").subscribe().cancel();
            assertEquals(
                    List.of(
                            "INFO [orders/call] subscribe (on "
                                    + Thread.currentThread().getName() + ")",
                            "INFO [orders/call] value 1 (on orders/blocking)"),
                    log.lines().subList(0, 2));
            assertEquals(
                    List.of("INFO [late/call] subscribe", "INFO [late/call] cancel"),
                    log.lines().stream().skip(2).map(LogTest::withoutThread).toList());
        }
    }

    /** The line without the name of this thread, where it is from. */
    private static String withoutThread(String line) {
        String here = " (on " + Thread.currentThread().getName() + ")";
        assertTrue(line.endsWith(here), line);
        return line.substring(0, line.length() - here.length());
    }
}
