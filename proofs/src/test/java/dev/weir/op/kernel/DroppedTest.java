package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Context;
import dev.weir.DroppedErrors;
import dev.weir.proofs.DroppedFailures;
import java.util.List;
import org.junit.jupiter.api.Test;

class DroppedTest {
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void warnsWithTheNameOfThePipeline() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Dropped.report(broken, Context.empty().withName("orders"));
            Dropped.report(broken, Context.empty());
            assertEquals(
                    List.of(
                            "WARNING dropped a failure that nobody can receive, of pipeline \"orders\"",
                            "WARNING dropped a failure that nobody can receive, of pipeline (unnamed: give it a name"
                                    + " with named(..))"),
                    dropped.warnings());
            assertEquals(List.of(broken, broken), dropped.failures());
            assertEquals(List.of("orders", ""), dropped.pipelines());
        }
    }

    @Test
    void aListenerThatThrowsIsOnlyLogged() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            DroppedErrors.listener((pipeline, failure) -> {
                throw new IllegalStateException("unexpected");
            });
            Dropped.report(broken, Context.empty());
            assertEquals(2, dropped.warnings().size());
            assertEquals(
                    "WARNING the listener to dropped failures failed itself",
                    dropped.warnings().get(1));
        }
    }
}
