package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RetryWithTest {
    private final VirtualTime time = new VirtualTime();
    private final List<Duration> attempts = new ArrayList<>();
    private final List<Object> outcomes = new ArrayList<>();

    private One<Integer> failing(int times) {
        return One.call(() -> {
            attempts.add(time.now());
            if (attempts.size() <= times) {
                throw new IllegalStateException("attempt " + attempts.size());
            }
            return attempts.size();
        });
    }

    private Cancellable subscribe(One<Integer> one) {
        return one.withContext(context -> context.withClock(time)).subscribe(outcomes::add, outcomes::add);
    }

    private List<Long> seconds() {
        while (time.advanceToNext()) {}
        return attempts.stream().map(Duration::toSeconds).toList();
    }

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of(one -> one.retry(Retry.atMost(3))).runsAgain().check();
            OneLaws.of(one -> one.retry(Retry.backoff(3, Duration.ofSeconds(1))))
                    .runsAgain()
                    .check();
            OneLaws.checkFunction((one, fault) -> one.retry(Retry.atMost(3).onlyIf(failure -> fault.at(1, true))));
        }
    }

    @Test
    void runsAgainUntilItSucceeds() {
        subscribe(failing(2).retry(Retry.atMost(5)));
        assertEquals(List.of(3), outcomes);
        assertEquals(3, attempts.size());
    }

    @Test
    void theLastFailureIsTheOutcome() {
        subscribe(failing(9).retry(Retry.atMost(2)));
        assertEquals("attempt 3", ((Throwable) outcomes.getFirst()).getMessage());
        assertEquals(3, attempts.size());
    }

    /** What it would begin with again, a function has had. */
    @Test
    void whoCancelsThePauseHearsOfNoValue() {
        List<Integer> undelivered = new ArrayList<>();
        One<Integer> one = One.of(1)
                .<Integer>map(_ -> {
                    throw new IllegalStateException("planned");
                })
                .retry(Retry.backoff(3, Duration.ofSeconds(1)))
                .onUndelivered(Integer.class, undelivered::add);
        subscribe(one).cancel();
        assertEquals(List.of(), undelivered);
    }

    /** Nor where there is no pause. */
    @Test
    void whoCancelsBetweenAttemptsHearsOfNoValue() {
        CompletableFuture<Integer> start = new CompletableFuture<>();
        List<Cancellable> running = new ArrayList<>();
        List<Integer> undelivered = new ArrayList<>();
        One<Integer> one = One.of(1)
                .<Integer>map(_ -> {
                    running.getFirst().cancel();
                    throw new IllegalStateException("planned");
                })
                .retry(Retry.atMost(3));
        running.add(One.from(start)
                .flatMap(_ -> one)
                .onUndelivered(Integer.class, undelivered::add)
                .subscribe(_ -> {}, _ -> {}));
        start.complete(7);
        assertEquals(List.of(), undelivered);
    }

    @Test
    void eachSubscriptionHasItsOwnAttempts() {
        One<Integer> one = failing(4).retry(Retry.atMost(2));
        subscribe(one);
        subscribe(one);
        assertEquals("attempt 3", ((Throwable) outcomes.getFirst()).getMessage());
        assertEquals(5, outcomes.getLast());
    }

    @Test
    void waitsLongerAndLonger() {
        subscribe(failing(4)
                .retry(Retry.backoff(9, Duration.ofSeconds(1)).withJitter(0).withMaxBackoff(Duration.ofSeconds(3))));
        assertEquals(List.of(0L, 1L, 3L, 6L, 9L), seconds());
        assertEquals(List.of(5), outcomes);
    }

    @Test
    void jitterKeepsToItsPart() {
        subscribe(failing(1).retry(Retry.backoff(9, Duration.ofSeconds(10)).withJitter(0.2)));
        long second = seconds().get(1);
        assertTrue(second >= 8 && second <= 12, () -> "retried after " + second + " s");
    }

    @Test
    void noRetryBeginsAfterTheDeadline() {
        subscribe(failing(9)
                .retry(Retry.backoff(9, Duration.ofSeconds(1)).withJitter(0).withDeadline(Duration.ofSeconds(4))));
        assertEquals(List.of(0L, 1L, 3L), seconds());
        assertEquals("attempt 3", ((Throwable) outcomes.getFirst()).getMessage());
        assertEquals(
                "retry gave up after 3 tries, as the next would begin after its deadline of 4 s",
                ((Throwable) outcomes.getFirst()).getSuppressed()[0].getMessage());
    }

    @Test
    void theDeadlineCountsFromTheSubscription() {
        One<Integer> slow = One.call(() -> {
            time.advance(Duration.ofSeconds(5));
            attempts.add(time.now());
            throw new IllegalStateException("slow");
        });
        subscribe(slow.retry(Retry.atMost(9).withDeadline(Duration.ofSeconds(4))));
        assertEquals(1, attempts.size());
    }

    @Test
    void theFilterDecides() {
        subscribe(failing(9)
                .retry(Retry.atMost(9).onlyIf(failure -> !failure.getMessage().equals("attempt 2"))));
        assertEquals("attempt 2", ((Throwable) outcomes.getFirst()).getMessage());
        assertEquals(2, attempts.size());
    }

    @Test
    void aFilterThatThrowsKeepsTheFailure() {
        RuntimeException thrown = new RuntimeException("thrown");
        subscribe(failing(9).retry(Retry.atMost(9).onlyIf(failure -> {
            throw thrown;
        })));
        assertSame(thrown, outcomes.getFirst());
        assertEquals("attempt 1", thrown.getSuppressed()[0].getMessage());
    }

    @Test
    void cancellingInAPauseTakesTheTimerBack() {
        subscribe(failing(9).retry(Retry.backoff(9, Duration.ofSeconds(1)))).cancel();
        time.assertNoTimers();
        assertEquals(1, attempts.size());
        assertEquals(List.of(), outcomes);
    }

    @Test
    void retriesWhatFailsLater() {
        List<CompletableFuture<Integer>> stages = new ArrayList<>();
        One<Integer> one = One.from(() -> {
            CompletableFuture<Integer> stage = new CompletableFuture<>();
            stages.add(stage);
            return stage;
        });
        subscribe(one.retry(Retry.atMost(1)));
        stages.get(0).completeExceptionally(new IllegalStateException("first"));
        stages.get(1).complete(2);
        assertEquals(List.of(2), outcomes);
    }

    @Test
    void aMillionRetriesDoNotGrowTheStack() throws Exception {
        RuntimeException failure = new RuntimeException("again", null, false, false) {};
        int[] count = {0};
        One<Integer> one = One.call(() -> {
            if (++count[0] <= 1_000_000) {
                throw failure;
            }
            return count[0];
        });
        Threads.onFreshThread(() ->
                assertEquals(1_000_001, one.retry(Retry.atMost(Long.MAX_VALUE)).await()));
    }
}
