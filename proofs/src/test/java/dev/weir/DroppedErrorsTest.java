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
            drop("drops", "one");
            drop("drops", "two");
            assertEquals(List.of("drops: one", "drops: two"), seen);
            assertEquals(1, warnings.lines().size(), "the second is like the first, and counted");
        }
    }

    @Test
    void theLastListenerCountsAndNullRemovesIt() {
        try (LogLines warnings = LogLines.of("dev.weir")) {
            DroppedErrors.listener((pipeline, failure) -> seen.add("replaced"));
            DroppedErrors.listener((pipeline, failure) -> seen.add(failure.getMessage()));
            drop("bills", "one");
            DroppedErrors.listener(null);
            drop("offers", "two");
            assertEquals(List.of("one"), seen);
            assertEquals(2, warnings.lines().size());
        }
    }

    private static void drop(String pipeline, String message) {
        Many.fail(() -> new IllegalStateException(message)).named(pipeline).subscribe();
    }
}
