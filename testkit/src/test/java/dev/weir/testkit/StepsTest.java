package dev.weir.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StepsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static Many<Long> ticks() {
        return Many.interval(SECOND).take(3);
    }

    private static Many<Integer> broken() {
        return Many.of(1).concatWith(Many.fail(() -> new IllegalStateException("broken")));
    }

    private static String failureOf(Runnable step) {
        String message = assertThrows(AssertionError.class, step::run).getMessage();
        assertTrue(message.contains("history:"), message);
        return message.lines().findFirst().orElseThrow();
    }

    // ---------------------------------------------------------------- what holds

    @Test
    void timePassesWhereAStepSaysSo() {
        Steps<Long> steps = Steps.of(ticks())
                .nothingFor(Duration.ofMillis(999))
                .after(Duration.ofMillis(1))
                .next(0L)
                .after(SECOND.multipliedBy(2));
        steps.assertNext(tick -> assertEquals(1, tick))
                .nextMatching(tick -> tick == 2)
                .completed();
        assertEquals(SECOND.multipliedBy(3), steps.time().now());
    }

    @Test
    void itemsAreAskedForWhenAStepSaysSo() {
        Steps<Integer> steps =
                Steps.of(Many.range(0, 10), 0).nothing().request(2).next(0, 1).nothing();
        steps.request(5).nextCount(1).skipWhile(i -> i < 5).nextInAnyOrder(6, 5).nothing();
        steps.request(Long.MAX_VALUE).assertRest(rest -> assertEquals(List.of(7, 8, 9), rest));
    }

    @Test
    void nothingComesAfterACancellation() {
        List<Ending> endings = new ArrayList<>();
        Steps<Long> steps =
                Steps.of(ticks().doFinally(endings::add)).after(SECOND).next(0L);
        steps.then(() -> assertEquals(List.of(), endings)).cancel().nothingFor(SECOND.multipliedBy(10));
        assertEquals(List.of(Ending.CANCELLED), endings);
        steps.time().assertNoTimers();
    }

    @Test
    void failuresAreLookedAt() {
        Steps.of(broken()).next(1).failed(IllegalStateException.class);
        Steps.of(broken()).next(1).failed(failure -> "broken".equals(failure.getMessage()));
        Steps.of(broken()).next(1).assertFailed(failure -> assertEquals("broken", failure.getMessage()));
    }

    @Test
    void onesAreStreams() {
        Steps.of(One.of(5).delay(SECOND)).nothing().after(SECOND).next(5).completed();
        Steps.of(One.<Integer>ofNull()).completed();
    }

    @Test
    void severalStreamsShareAClock() {
        VirtualTime time = new VirtualTime();
        Steps<Long> some = Steps.of(ticks(), time, 1);
        Steps<Long> others = Steps.of(ticks(), time, Long.MAX_VALUE);
        some.after(SECOND).next(0L);
        others.next(0L);
    }

    @Test
    void stepsWaitForOtherThreads() {
        Steps.of(Many.of(1, 2).mapBlocking(2, i -> 10 * i)).next(10, 20).completed();
        Steps.of(Many.of(1, 2).publishOn(Thread::startVirtualThread)).assertRest(rest -> assertEquals(2, rest.size()));
    }

    @Test
    void skippingWaitsForOtherThreads() {
        CountDownLatch more = new CountDownLatch(1);
        Steps<Integer> steps = Steps.of(Many.range(0, 10).mapBlocking(2, i -> {
            if (i > 0) {
                more.await();
            }
            return i;
        }));
        steps.probe().awaitItems(1);
        steps.skipWhile(i -> {
                    more.countDown();
                    return i < 8;
                })
                .next(8, 9)
                .completed();
    }

    @Test
    void skippingEndsWhenNothingCanComeAnyMore() {
        Steps.of(Many.of(1, 2).publishOn(Thread::startVirtualThread))
                .skipWhile(i -> true)
                .completed();
        Steps.of(broken()).skipWhile(i -> true).failed(IllegalStateException.class);
        Steps.of(Many.range(0, 5), 2)
                .skipWhile(i -> true)
                .request(2)
                .next(2, 3)
                .cancel()
                .skipWhile(i -> true)
                .nothing();
    }

    @Test
    void tasksOfTheClocksExecutorRunWhenAStepLooks() {
        VirtualTime time = new VirtualTime();
        Steps.of(Many.of(1, 2).publishOn(time.executor()), time, Long.MAX_VALUE)
                .next(1, 2)
                .completed();
    }

    @Test
    void soDoTasksThatComeWhileAStepWaits() {
        VirtualTime time = new VirtualTime();
        Thread test = Thread.currentThread();
        Many<Integer> late = Many.of(1, 2)
                .mapBlocking(1, i -> {
                    while (test.getState() != Thread.State.TIMED_WAITING) {
                        Thread.onSpinWait(); // until the step waits
                    }
                    return i;
                })
                .publishOn(time.executor());
        Steps.of(late, time, Long.MAX_VALUE).next(1).skipWhile(i -> true).completed();
        Steps.of(late, time, Long.MAX_VALUE).assertRest(rest -> assertEquals(2, rest.size()));
    }

    // ---------------------------------------------------------------- what does not

    @Test
    void tellsWhichStepFailedAndTheHistory() {
        assertEquals(
                "expected next the items [2] after the first 1, but got the items [1, 3] and completion",
                failureOf(() -> Steps.of(Many.of(1, 3)).next(1).next(2)));
        assertEquals(
                "expected nothing within 1s after the first 0 items, but got the items [0] and no end",
                failureOf(() -> Steps.of(ticks()).nothingFor(SECOND)));
        assertEquals(
                "expected nothing by now after the first 0 items, but got no item and completion",
                failureOf(() -> Steps.of(Many.empty()).nothing()));
        assertEquals(
                "expected completion after the first 1 items, but got the items [1, 2] and completion",
                failureOf(() -> Steps.of(Many.of(1, 2)).next(1).completed()));
        assertEquals(
                "expected a failure after the first 1 items, but got the items [1] and completion",
                failureOf(() -> Steps.of(Many.of(1)).next(1).failed(RuntimeException.class)));
    }

    @Test
    void skippingFailsIfNeitherAnotherItemComesNorAnEnd() {
        Many<Integer> one = Many.of(1).concatWith(Many.never());
        Steps<Integer> steps = Steps.of(one, new VirtualTime(), Long.MAX_VALUE, Duration.ZERO);
        assertEquals(
                "expected an item or an end after the first 1 items, but got the items [1] and no end",
                failureOf(() -> steps.skipWhile(item -> true)));
    }

    @Test
    void itemsThatAreNotMeantFail() {
        failureOf(() -> Steps.of(Many.of(1, 2)).nextInAnyOrder(2, 2));
        failureOf(() -> Steps.of(Many.of(1, 1)).nextInAnyOrder(2, 1));
        failureOf(() -> Steps.of(Many.of(1)).nextMatching(i -> i == 2));
        failureOf(() -> Steps.of(Many.of(1)).nextCount(2));
        failureOf(() -> Steps.of(broken()).next(1).failed(IllegalArgumentException.class));
        failureOf(() -> Steps.of(broken())
                .next(1)
                .failed(failure -> failure.getMessage().isEmpty()));
    }

    @Test
    void anAssertionKeepsItsOwnFailureAndGetsTheHistory() {
        AssertionError own = new AssertionError("own");
        AssertionError thrown = assertThrows(
                AssertionError.class,
                () -> Steps.of(Many.of(1)).assertNext(item -> {
                    throw own;
                }));
        assertEquals(own, thrown);
        assertTrue(thrown.getSuppressed()[0].getMessage().contains("history:"));
    }
}
