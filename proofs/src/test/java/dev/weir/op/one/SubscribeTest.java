package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Garbage;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class SubscribeTest {
    private final List<Object> outcomes = new ArrayList<>();
    private final IOException failure = new IOException("broken");
    private final RuntimeException thrown = new RuntimeException("thrown");

    @Test
    void callsOneOfTheTwo() {
        One.of(1).subscribe(outcomes::add, outcomes::add);
        One.fail(() -> failure).subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(1, failure), outcomes);
    }

    @Test
    void aFailureThatNobodyHandlesIsDroppedWithThePipelinesName() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            One.fail(() -> failure).named("orders").map(value -> value).subscribe();
            One.fail(() -> failure).subscribe(outcomes::add);
            assertEquals(List.of(failure, failure), drops.failures());
            assertEquals(List.of("orders", ""), drops.pipelines());
        }
    }

    @Test
    void whatAnActionThrowsIsDropped() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            One.of(1)
                    .subscribe(
                            value -> {
                                throw thrown;
                            },
                            outcomes::add);
            One.fail(() -> failure).subscribe(outcomes::add, error -> {
                throw thrown;
            });
            assertEquals(List.of(thrown, thrown), drops.failures());
            assertSame(failure, thrown.getSuppressed()[0]);
            assertEquals(List.of(), outcomes);
        }
    }

    @Test
    void aFutureRunsAtOnceAndGetsTheOutcome() throws Exception {
        assertEquals(1, One.of(1).toCompletionStage().toCompletableFuture().get());
        assertEquals(
                1,
                One.blocking(() -> 1).toCompletionStage().toCompletableFuture().get());
        CompletableFuture<Object> failed =
                One.fail(() -> failure).toCompletionStage().toCompletableFuture();
        assertSame(failure, assertThrows(ExecutionException.class, failed::get).getCause());
    }

    @Test
    void eachFutureIsARunOfItsOwn() {
        int[] runs = {0};
        One<Integer> one = One.supply(() -> ++runs[0]);
        assertEquals(1, one.toCompletionStage().toCompletableFuture().join());
        assertEquals(2, one.toCompletionStage().toCompletableFuture().join());
    }

    @Test
    void cancellingTheFutureCancelsTheRun() {
        CompletableFuture<Object> future =
                One.never().doFinally(outcomes::add).toCompletionStage().toCompletableFuture();
        assertTrue(future.cancel(false));
        assertEquals(List.of(Ending.CANCELLED), outcomes);
    }

    @Test
    void completingTheFutureFromOutsideCancelsTheRunToo() {
        CompletableFuture<Object> future =
                One.never().doFinally(outcomes::add).toCompletionStage().toCompletableFuture();
        assertTrue(future.complete(1));
        assertEquals(List.of(Ending.CANCELLED), outcomes);
    }

    @Test
    void cancellingTheFutureAfterTheEndDoesNothing() {
        CompletableFuture<Integer> future =
                One.of(1).doFinally(outcomes::add).toCompletionStage().toCompletableFuture();
        assertFalse(future.cancel(false));
        assertEquals(List.of(Ending.COMPLETED), outcomes);
    }

    @Test
    void whoKeepsTheSubscriptionKeepsNothingOfWhatHasRun() {
        List<Cancellable> kept = new ArrayList<>();
        Garbage.assertCollected(run(kept));
        kept.getFirst().cancel();
    }

    private static WeakReference<Object> run(List<Cancellable> kept) {
        Object held = new Object();
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        List<Object> values = new ArrayList<>();
        kept.add(One.from(stage).map(i -> held).map(item -> 1).subscribe(values::add));
        stage.complete(0);
        assertEquals(List.of(1), values);
        return new WeakReference<>(held);
    }
}
