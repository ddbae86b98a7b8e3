package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.proofs.UndeliveredTest.Run;
import dev.weir.proofs.UndeliveredTest.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * No failure is lost: what a source has failed with goes to the subscriber, or is dropped where everybody sees it, and never
 * both. At every moment of a cancellation, whatever the demand, for each operator that keeps items.
 */
class FailuresToldTest {
    /** Which leave their source before it fails, never come to its end, or have none. */
    private static final Set<String> UNFAILING =
            Set.of("single", "single of one", "a bound that fails", "pausable", "unfoldAsync");

    private static final Set<String> RECOVERING = Set.of("onErrorResume", "onErrorReturn", "onErrorReturn, later");

    @TestFactory
    Stream<DynamicTest> eachFailureIsTold() {
        return UndeliveredTest.OPERATORS.entrySet().stream()
                .filter(row -> !RECOVERING.contains(row.getKey()))
                .map(row -> dynamicTest(row.getKey(), () -> check(row)));
    }

    private static void check(Map.Entry<String, UndeliveredTest.Operator> row) {
        int planned = 0;
        for (long demand : UndeliveredTest.DEMANDS) {
            for (int moment = 0; moment < UndeliveredTest.MOMENTS; moment++) {
                List<Throwable> made = new ArrayList<>();
                Many<Token> failing = Many.fail(() -> {
                    made.add(new IllegalStateException("planned"));
                    return made.getLast();
                });
                try (DroppedFailures dropped = DroppedFailures.collect()) {
                    Run run = new Run(row.getValue(), failing);
                    run.check(demand, moment);
                    List<Throwable> told = new ArrayList<>(dropped.failures());
                    if (run.probe.failure() != null) {
                        told.add(run.probe.failure());
                    }
                    told.removeIf(failure -> !"planned".equals(failure.getMessage())); // but the operator's own
                    assertEquals(made, told, "demand " + demand + ", cancelled at moment " + moment);
                    planned += made.size();
                }
            }
        }
        assertEquals(UNFAILING.contains(row.getKey()), planned == 0, "whether no source has failed");
    }
}
