package dev.weir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.proofs.LogLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DroppedErrorsTest {
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void forget() {
        DroppedErrors.listener(null);
    }

    @Test
    void aListenerSeesEachDroppedFailure() {
        try (LogLines warnings = LogLines.of("dev.weir")) {
            DroppedErrors.listener((pipeline, failure) -> seen.add(pipeline + ": " + failure.getMessage()));
            drop("one");
            drop("two");
            assertEquals(List.of("orders: one", "orders: two"), seen);
            assertEquals(2, warnings.lines().size());
        }
    }

    @Test
    void theLastListenerCountsAndNullRemovesIt() {
        try (LogLines warnings = LogLines.of("dev.weir")) {
            DroppedErrors.listener((pipeline, failure) -> seen.add("replaced"));
            DroppedErrors.listener((pipeline, failure) -> seen.add(failure.getMessage()));
            drop("one");
            DroppedErrors.listener(null);
            drop("two");
            assertEquals(List.of("one"), seen);
            assertEquals(2, warnings.lines().size());
        }
    }

    private static void drop(String message) {
        Many.fail(() -> new IllegalStateException(message)).named("orders").subscribe();
    }
}
