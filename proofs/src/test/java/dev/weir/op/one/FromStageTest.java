package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class FromStageTest {
    @Test
    void laws() {
        OneLaws.checkSource(() -> One.from(() -> CompletableFuture.completedFuture(1)));
        OneLaws.checkSource(() -> One.from(() -> CompletableFuture.completedStage(1)));
        OneLaws.checkSource(() -> One.from(CompletableFuture.failedStage(new IOException("broken"))));
        OneLaws.checkFunctionToOne((one, fault) ->
                one.flatMap(i -> One.from(() -> fault.at(i, CompletableFuture.completedStage(i)))));
    }

    @Test
    void asksForANewStageForEachSubscription() {
        List<CompletableFuture<Integer>> stages = new ArrayList<>();
        List<Integer> values = new ArrayList<>();
        One<Integer> one = One.from(() -> {
            CompletableFuture<Integer> stage = new CompletableFuture<>();
            stages.add(stage);
            return stage;
        });
        assertEquals(0, stages.size());
        one.subscribe(values::add);
        one.subscribe(values::add);
        assertNotSame(stages.get(0), stages.get(1));
        stages.get(1).complete(2);
        stages.get(0).complete(1);
        assertEquals(List.of(2, 1), values);
    }

    /** Such as a commit, which is to run to its end: no cancellation comes between. */
    @Test
    void whatIsMadeOfAStageBeginsWithTheSubscription() {
        List<Cancellable> run = new ArrayList<>();
        CompletableFuture<Integer> before = new CompletableFuture<>();
        List<String> begun = new ArrayList<>();
        run.add(One.from(() -> before)
                .flatMap(one -> One.defer(() -> {
                    run.forEach(Cancellable::cancel);
                    return One.from(() -> {
                        begun.add("commit");
                        return new CompletableFuture<>();
                    });
                }))
                .subscribe());
        before.complete(1);
        assertEquals(List.of("commit"), begun);
    }

    /** As a thread may that comes at this moment. */
    @Test
    void theOutcomeOfAStageThatWasCancelledWhileItBeganIsTold() {
        List<Integer> told = new ArrayList<>();
        CompletableFuture<Integer> value = cancelledWhileItBegins(told);
        value.complete(7);
        assertEquals(List.of(7), told);
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            CompletableFuture<Integer> failure = cancelledWhileItBegins(told);
            IOException late = new IOException("late");
            failure.completeExceptionally(late);
            assertEquals(List.of(late), dropped.failures());
        }
    }

    private static CompletableFuture<Integer> cancelledWhileItBegins(List<Integer> told) {
        CompletableFuture<Integer> before = new CompletableFuture<>();
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        List<Cancellable> run = new ArrayList<>();
        run.add(One.from(() -> before)
                .flatMap(one -> One.from(() -> {
                    run.forEach(Cancellable::cancel);
                    return stage;
                }))
                .onUndelivered(Integer.class, told::add)
                .subscribe());
        before.complete(1);
        return stage;
    }

    @Test
    void aStageThatRunsIsSharedAndNotCancelled() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        List<Integer> values = new ArrayList<>();
        One<Integer> one = One.from(stage);
        one.subscribe(values::add).cancel();
        assertFalse(stage.isDone());
        one.subscribe(values::add);
        one.subscribe(values::add);
        stage.complete(1);
        assertEquals(List.of(1, 1), values);
        assertEquals(1, one.await());
    }

    @Test
    void unwrapsCompletionExceptions() {
        IOException cause = new IOException("broken");
        CompletionStage<Integer> stage = CompletableFuture.<Integer>failedFuture(cause)
                .thenApply(i -> i + 1)
                .thenApply(i -> i + 1);
        List<Throwable> failures = new ArrayList<>();
        One.from(stage).subscribe(i -> {}, failures::add);
        assertEquals(List.of(cause), failures);
    }

    @Test
    void keepsACompletionExceptionWithoutCause() {
        CompletionException bare = new CompletionException("bare", null);
        One<Integer> one = One.from(CompletableFuture.failedStage(bare));
        assertSame(bare, assertThrows(CompletionException.class, one::await));
    }

    @Test
    void aCancelledFutureIsAFailure() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        stage.cancel(false);
        assertThrows(CancellationException.class, One.from(stage)::await);
    }

    @Test
    void aStageThatFailsAfterTheCancellationIsReported() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            CompletableFuture<Integer> stage = new CompletableFuture<>();
            One.from(stage).named("orders").subscribe().cancel();
            IOException late = new IOException("late");
            stage.completeExceptionally(late);
            assertEquals(List.of(late), drops.failures());
            assertEquals(List.of("orders"), drops.pipelines());
        }
    }

    @Test
    void aStageThatLivesOnDoesNotKeepACancelledSubscriber() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        WeakReference<Object> subscriber = cancelled(stage);
        for (int i = 0; i < 50 && subscriber.get() != null; i++) {
            System.gc();
        }
        assertNull(subscriber.get());
        assertFalse(stage.isDone());
    }

    private static WeakReference<Object> cancelled(CompletionStage<Integer> stage) {
        List<Object> subscriber = new ArrayList<>();
        One.from(stage).subscribe(subscriber::add).cancel();
        return new WeakReference<>(subscriber);
    }

    @Test
    void nullIsAValueAndNotAStage() {
        assertNull(One.from(() -> CompletableFuture.completedFuture(null)).await());
        NullPointerException failure = assertThrows(NullPointerException.class, One.from(() -> null)::await);
        assertEquals("from: the supplier returned null where a stage is due", failure.getMessage());
    }

    @Test
    void causesThatGoRoundInACircleAreAFailure() {
        Circular first = new Circular();
        Circular second = new Circular();
        first.other = second;
        second.other = first;
        List<Throwable> failures = new ArrayList<>();
        One.from(() -> CompletableFuture.<Integer>failedFuture(first)).subscribe(value -> {}, failures::add);
        One.from(CompletableFuture.<Integer>failedFuture(first)).subscribe(value -> {}, failures::add);
        assertEquals(2, failures.size());
        assertThrows(
                Circular.class,
                () -> One.from(() -> CompletableFuture.<Integer>failedFuture(second))
                        .onErrorMap(failure -> failure)
                        .await(Duration.ofMinutes(1)));
    }

    @Test
    void aFailureThatWasWrappedTwiceIsWhatItWas() {
        IllegalStateException broken = new IllegalStateException("broken");
        CompletionStage<Integer> stage =
                CompletableFuture.failedStage(new CompletionException(new CompletionException(broken)));
        assertSame(broken, assertThrows(IllegalStateException.class, One.from(stage)::await));
    }

    private static final class Circular extends CompletionException {
        private static final long serialVersionUID = 1;

        private transient Throwable other;

        @Override
        public synchronized Throwable getCause() {
            return other;
        }
    }
}
