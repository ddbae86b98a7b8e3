package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.StoppedClock;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class TimeoutTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final VirtualTime time = new VirtualTime();
    private final List<Ending> endings = new ArrayList<>();
    private final List<Object> outcomes = new ArrayList<>();

    private Cancellable subscribe(One<Integer> one) {
        return one.withContext(context -> context.withClock(time)).subscribe(outcomes::add, outcomes::add);
    }

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.timeout(LIMIT));
        }
    }

    @Test
    void failsAndCancelsWhenItTakesLonger() {
        subscribe(One.<Integer>never().doFinally(endings::add).timeout(LIMIT));
        time.advance(LIMIT.minusNanos(1));
        assertEquals(List.of(), outcomes);
        time.advance(Duration.ofNanos(1));
        assertInstanceOf(TimeoutException.class, outcomes.getFirst());
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void theFailureNamesTheLimitAndThePipeline() {
        subscribe(One.<Integer>never().timeout(LIMIT));
        subscribe(One.<Integer>never().named("above").timeout(LIMIT));
        subscribe(One.<Integer>never().named("above").timeout(LIMIT).named("below"));
        time.advance(LIMIT);
        String plain = "timeout: the One did not end within 2 s";
        assertEquals(
                List.of(plain, plain + " in pipeline \"above\"", plain + " in pipeline \"above\""),
                outcomes.stream()
                        .map(failure -> ((Throwable) failure).getMessage())
                        .toList());
    }

    @Test
    void anOutcomeInTimeTakesTheTimerBack() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        subscribe(One.from(stage).timeout(LIMIT));
        assertEquals(1, time.pending());
        stage.complete(1);
        assertEquals(List.of(1), outcomes);
        time.assertNoTimers();
    }

    @Test
    void cancellingEndsBoth() {
        subscribe(One.<Integer>never().doFinally(endings::add).timeout(LIMIT)).cancel();
        time.assertNoTimers();
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void anOutcomeAfterTheLimitIsDropped() {
        try (DroppedFailures drops = DroppedFailures.collect()) {
            CompletableFuture<Integer> stage = new CompletableFuture<>();
            subscribe(One.from(stage).timeout(LIMIT));
            time.advance(LIMIT);
            IllegalStateException late = new IllegalStateException("late");
            stage.completeExceptionally(late);
            assertEquals(1, outcomes.size());
            assertEquals(List.of(late), drops.failures());
        }
    }

    @Test
    void theOutcomeAndTheLimitAtOnceLoseNoFailure() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            try (DroppedFailures drops = DroppedFailures.collect()) {
                VirtualTime clock = new VirtualTime();
                CompletableFuture<Integer> stage = new CompletableFuture<>();
                IllegalStateException failure = new IllegalStateException("broken");
                List<Throwable> got = new CopyOnWriteArrayList<>();
                One.from(stage)
                        .timeout(LIMIT)
                        .withContext(context -> context.withClock(clock))
                        .subscribe(value -> {}, got::add);
                CyclicBarrier barrier = new CyclicBarrier(2);
                Threads.Task failing = Threads.start(() -> {
                    barrier.await();
                    stage.completeExceptionally(failure);
                });
                barrier.await();
                clock.advance(LIMIT);
                Threads.join(failing);
                assertEquals(1, got.size());
                assertEquals(got.getFirst() == failure ? List.of() : List.of(failure), drops.failures());
            }
        }
    }

    @Test
    void endsALoopThatNeverWaits() throws Exception {
        Threads.onFreshThread(() -> {
            CompletionException failure =
                    assertThrows(CompletionException.class, spinning(0).timeout(Duration.ofMillis(20))::await);
            assertInstanceOf(TimeoutException.class, failure.getCause());
        });
    }

    private static One<Integer> spinning(int n) {
        return One.of(n).flatMap(i -> spinning(i + 1));
    }

    @Test
    void aClockThatFailsFailsTheOne() {
        IllegalStateException broken = new IllegalStateException("no clock");
        One.of(1)
                .timeout(LIMIT)
                .withContext(context -> context.withClock(new StoppedClock(broken)))
                .subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(broken), outcomes);
    }

    @Test
    void refusesALimitThatIsNotPositive() {
        assertThrows(IllegalArgumentException.class, () -> One.of(1).timeout(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> One.of(1).timeout(Duration.ofSeconds(-1)));
    }
}
