package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Suppressed;
import dev.weir.testkit.OneLaws;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DoOnErrorTest {
    private final List<Object> seen = new ArrayList<>();
    private final List<Object> outcomes = new ArrayList<>();
    private final IllegalStateException failure = new IllegalStateException("broken");

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.doOnError(error -> {}));
        }
    }

    @Test
    void seesTheFailureAndPassesItOn() {
        One.fail(() -> failure).doOnError(seen::add).subscribe(outcomes::add, outcomes::add);
        One.of(1).doOnError(seen::add).subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(failure), seen);
        assertEquals(List.of(failure, 1), outcomes);
    }

    @Test
    void whatTheActionThrowsIsSuppressed() {
        RuntimeException thrown = new RuntimeException("thrown");
        One.fail(() -> failure)
                .doOnError(error -> {
                    throw thrown;
                })
                .subscribe(outcomes::add, outcomes::add);
        assertSame(failure, outcomes.getFirst());
        assertArrayEquals(new Throwable[] {thrown}, Suppressed.of(failure));
    }

    @Test
    void theActionMayThrowTheFailureItself() {
        One.fail(() -> failure)
                .doOnError(error -> {
                    throw failure;
                })
                .subscribe(outcomes::add, outcomes::add);
        assertSame(failure, outcomes.getFirst());
        assertEquals(0, Suppressed.of(failure).length);
    }

    /** Nothing is attached to a failure of several. */
    @Test
    void whatIsThrownForASharedFailureIsReported() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            IllegalStateException thrown = new IllegalStateException("thrown");
            One<Integer> failing = One.from(
                            CompletableFuture.<Integer>failedFuture(new IllegalStateException("planned")))
                    .doOnError(failure -> {
                        throw thrown;
                    });
            assertThrows(IllegalStateException.class, failing::await);
            assertEquals(List.of(thrown), dropped.failures());
        }
    }
}
