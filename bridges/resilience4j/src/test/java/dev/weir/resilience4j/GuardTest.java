package dev.weir.resilience4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final TestPublisher<Integer> items = TestPublisher.create();

    private static boolean broken(Object outcome) {
        throw new UnsupportedOperationException("a rule that throws for " + outcome);
    }

    private static <T> One<T> failing() {
        return One.fail(() -> new IllegalStateException("broken"));
    }

    @Nested
    class ABreaker {
        private final CircuitBreaker breaker = CircuitBreaker.of(
                "rates",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(2)
                        .failureRateThreshold(100)
                        .minimumNumberOfCalls(2)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .recordResult("busy"::equals)
                        .build());
        private final Guard guard = Guard.of(breaker);

        private void assertCalls(int succeeded, int failed) {
            assertEquals(succeeded, breaker.getMetrics().getNumberOfSuccessfulCalls(), "succeeded");
            assertEquals(failed, breaker.getMetrics().getNumberOfFailedCalls(), "failed");
        }

        @Test
        void failsAtOnceWhileItIsOpen() {
            AtomicInteger asked = new AtomicInteger();
            One<Integer> call = One.supply(asked::incrementAndGet).through(guard::one);
            assertEquals(1, call.await());
            breaker.transitionToOpenState();
            assertThrows(CallNotPermittedException.class, call::await);
            Probe.subscribeTo(Many.range(0, 3).through(guard::many)).assertFailed(CallNotPermittedException.class);
            assertEquals(1, asked.get());
        }

        @Test
        void isOpenedByFailures() {
            One<Integer> call = GuardTest.<Integer>failing().through(guard::one);
            assertThrows(IllegalStateException.class, call::await);
            Probe.subscribeTo(Many.<Integer>fail(() -> new IllegalStateException("broken"))
                            .through(guard::many))
                    .assertFailed(IllegalStateException.class);
            assertCalls(0, 2);
            assertEquals(State.OPEN, breaker.getState());
        }

        @Test
        void isAskedByEachRetryBelowIt() {
            One<Integer> call = GuardTest.<Integer>failing().through(guard::one).retry(Retry.atMost(5));
            assertThrows(CallNotPermittedException.class, call::await);
            assertCalls(0, 2);
        }

        @Test
        void seesValues() {
            assertEquals("busy", One.of("busy").through(guard::one).await());
            assertEquals("well", One.of("well").through(guard::one).await());
            assertCalls(1, 1);
            assertNull(One.ofNull().through(guard::one).await());
            assertCalls(2, 0);
        }

        @Test
        void countsNoCallThatWasCancelledBeforeAnythingCame() {
            breaker.transitionToOpenState();
            breaker.transitionToHalfOpenState();
            One.never().through(guard::one).subscribe(value -> {}).cancel();
            Probe.subscribeTo(items.many().through(guard::many)).cancel();
            assertEquals(State.HALF_OPEN, breaker.getState());
            assertEquals(1, One.of(1).through(guard::one).await());
            assertEquals(State.CLOSED, breaker.getState());
        }

        /** Let in while it was closed, or while it was half-open the time before. */
        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void aCallFromBeforeGivesAHalfOpenOneNothing(boolean halfOpen) {
            if (halfOpen) {
                breaker.transitionToOpenState();
                breaker.transitionToHalfOpenState();
            }
            Cancellable before = One.never().through(guard::one).subscribe(value -> {});
            breaker.transitionToOpenState();
            breaker.transitionToHalfOpenState();
            Cancellable trial = One.never().through(guard::one).subscribe(value -> {});
            before.cancel();
            One<Integer> another = One.of(1).through(guard::one);
            assertThrows(CallNotPermittedException.class, another::await);
            trial.cancel();
            assertEquals(1, another.await());
        }

        @Test
        void countsACallWhoseValueItsRuleThrowsForAsFailed() {
            CircuitBreaker strict = CircuitBreaker.of(
                    "strict",
                    CircuitBreakerConfig.custom()
                            .permittedNumberOfCallsInHalfOpenState(1)
                            .recordResult(value -> (Integer) value > 1)
                            .build());
            strict.transitionToOpenState();
            strict.transitionToHalfOpenState();
            One<String> call = One.of("text").through(Guard.of(strict)::one);
            assertThrows(ClassCastException.class, call::await);
            assertEquals(State.OPEN, strict.getState());
        }

        @Test
        void countsNoCallWhoseFailureItsRuleThrowsFor() {
            for (CircuitBreakerConfig.Builder rules : List.of(
                    CircuitBreakerConfig.custom().recordException(GuardTest::broken),
                    CircuitBreakerConfig.custom().ignoreException(GuardTest::broken),
                    CircuitBreakerConfig.custom()
                            .recordException(GuardTest::broken)
                            .recordResult(GuardTest::broken))) {
                CircuitBreaker strict = CircuitBreaker.of(
                        "strict", rules.permittedNumberOfCallsInHalfOpenState(1).build());
                strict.transitionToOpenState();
                strict.transitionToHalfOpenState();
                One<Integer> call = GuardTest.<Integer>failing().through(Guard.of(strict)::one);
                assertThrows(IllegalStateException.class, call::await);
                Probe.subscribeTo(Many.<Integer>fail(() -> new IllegalStateException("broken"))
                                .through(Guard.of(strict)::many))
                        .assertFailed(IllegalStateException.class);
                assertEquals(State.HALF_OPEN, strict.getState());
                assertTrue(strict.tryAcquirePermission());
            }
        }

        @Test
        void countsAStreamAsOneCall() {
            Probe.subscribeTo(Many.range(0, 100).through(guard::many))
                    .assertItemCount(100)
                    .assertCompleted();
            assertCalls(1, 0);
            Probe<Integer> left = Probe.subscribeTo(items.many().through(guard::many));
            items.next(1);
            left.cancel();
            assertCalls(2, 0);
        }
    }

    @Nested
    class ABulkhead {
        private final Bulkhead bulkhead = Bulkhead.of(
                "rates", BulkheadConfig.custom().maxConcurrentCalls(1).build());
        private final Guard guard = Guard.of(bulkhead);

        private void assertIsFree() {
            assertEquals(1, bulkhead.getMetrics().getAvailableConcurrentCalls());
        }

        @Test
        void failsWhatIsTooMuch() {
            Probe<Integer> first = Probe.subscribeTo(items.many().through(guard::many));
            assertThrows(
                    BulkheadFullException.class,
                    () -> One.of(1).through(guard::one).await());
            items.complete();
            first.assertCompleted();
            assertEquals(1, One.of(1).through(guard::one).await());
        }

        @Test
        @SuppressWarnings("NullAway") // as nobody checks them
        void isNotAskedForACallThatIsLeftOut() {
            assertThrows(NullPointerException.class, () -> guard.one(null));
            assertThrows(NullPointerException.class, () -> guard.many(null));
            assertIsFree();
        }

        @Test
        void isFreeAfterEachEnd() {
            assertThrows(
                    IllegalStateException.class,
                    () -> failing().through(guard::one).await());
            assertIsFree();
            One.never().through(guard::one).subscribe(value -> {}).cancel();
            assertIsFree();
            Probe.subscribeTo(items.many().through(guard::many)).cancel();
            assertIsFree();
            Probe<Integer> left = Probe.subscribeTo(
                    TestPublisher.<Integer>create().many().startWith(1).through(guard::many));
            left.assertItems(1).cancel();
            assertIsFree();
        }

        @Test
        void getsAPermitBackOnceWhereACancellationMeetsTheValue() {
            List<Emitter<Integer>> emitters = new ArrayList<>();
            Cancellable call =
                    One.<Integer>emitter(emitters::add).through(guard::one).subscribe(value -> {});
            bulkhead.getEventPublisher().onCallFinished(event -> call.cancel());
            emitters.getFirst().next(1);
            assertIsFree();
        }

        @Test
        void getsAPermitBackWhereACancellationMeetsTheBegin() {
            for (One<Integer> call : List.of(One.of(1), One.<Integer>never())) {
                List<Emitter<Integer>> emitters = new ArrayList<>();
                One<Integer> guarded = call.through(guard::one);
                Cancellable waiting = One.<Integer>emitter(emitters::add)
                        .flatMap(any -> guarded)
                        .subscribe(value -> {});
                bulkhead.getEventPublisher().onCallPermitted(event -> waiting.cancel());
                emitters.getFirst().next(1);
                assertIsFree();
            }
        }

        @Test
        void soItDoesForAStream() {
            for (Many<Integer> call : List.of(Many.of(1, 2), Many.<Integer>never())) {
                List<Emitter<Integer>> emitters = new ArrayList<>();
                Cancellable waiting = One.<Integer>emitter(emitters::add)
                        .flatMapMany(any -> call.through(guard::many))
                        .subscribe();
                bulkhead.getEventPublisher().onCallPermitted(event -> waiting.cancel());
                emitters.getFirst().next(1);
                assertIsFree();
            }
        }

        @Test
        void mustNotHaveThreadsWaitLaterEither() {
            bulkhead.changeConfig(BulkheadConfig.custom()
                    .maxConcurrentCalls(1)
                    .maxWaitDuration(HOUR)
                    .build());
            One.never().through(guard::one).subscribe(value -> {});
            assertThrows(
                    IllegalArgumentException.class,
                    () -> One.of(1).through(guard::one).await());
        }

        @Test
        void mustNotHaveThreadsWait() {
            Bulkhead waiting = Bulkhead.of(
                    "slow", BulkheadConfig.custom().maxWaitDuration(HOUR).build());
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> Guard.of(waiting));
            assertEquals(
                    "the bulkhead \"slow\" has callers wait for PT1H, which blocks their thread: make it with"
                            + " maxWaitDuration(Duration.ZERO), and retry where waiting is worth it",
                    refused.getMessage());
        }
    }

    @Test
    void aLimiterHasCallsWaitOnThePipelinesClock() {
        RateLimiter limiter = RateLimiter.of(
                "rates",
                RateLimiterConfig.custom()
                        .limitForPeriod(1)
                        .limitRefreshPeriod(HOUR)
                        .timeoutDuration(HOUR)
                        .build());
        Guard guard = Guard.of(limiter);
        VirtualTime time = new VirtualTime();
        assertEquals(1, One.of(1).through(guard::one).await());
        Probe<Integer> second = Probe.subscribeTo(Many.range(0, 3).through(guard::many), time);
        second.assertNothing();
        Probe.subscribeTo(One.of(3).through(guard::one).toMany(), time).assertFailed(RequestNotPermitted.class);
        time.advance(HOUR);
        second.assertItems(0, 1, 2).assertCompleted();
    }
}
