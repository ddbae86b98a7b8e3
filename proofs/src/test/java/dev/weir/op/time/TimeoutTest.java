package dev.weir.op.time;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.TimeoutOptions;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.EarlyClock;
import dev.weir.proofs.Tck;
import dev.weir.testkit.Misbehaviour;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TimeoutTest {
    private static final Duration LIMIT = Duration.ofMillis(30);
    private static final TimeoutOptions TOTAL = TimeoutOptions.total(Duration.ofMillis(35));

    private final VirtualTime time = new VirtualTime();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.timeout(LIMIT));
        OperatorLaws.check(many -> many.timeout(TOTAL).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.range(0, (int) n).timeout(Duration.ofMinutes(1)));
    }

    @Test
    void failsWhenTheFirstItemTakesLonger() {
        assertMarble("----a", many -> many.timeout(LIMIT), "---#");
        assertMarble("---!a", many -> many.timeout(LIMIT), "---#");
        assertMarble("--a-----|", many -> many.timeout(TimeoutOptions.first(LIMIT)), "--a-----|");
    }

    @Test
    void failsWhenANextItemOrTheEndTakesLonger() {
        assertMarble("a-b--c---|", many -> many.timeout(LIMIT), "a-b--c--#");
        assertMarble("a--|", many -> many.timeout(LIMIT), "a--#");
        assertMarble("a-b|", many -> many.timeout(LIMIT), "a-b|");
    }

    @Test
    void theGapCountsFromTheFirstItemOn() {
        TimeoutOptions options =
                new TimeoutOptions(Duration.ofMillis(100), Duration.ofMillis(20), TimeoutOptions.FOREVER);
        assertMarble("-----a-b---|", many -> many.timeout(options), "-----a-b-#");
    }

    @Test
    void wakesUpForTheFirstItemOnlyWhenThatIsDue() {
        TimeoutOptions options =
                new TimeoutOptions(Duration.ofMillis(100), Duration.ofMillis(20), TimeoutOptions.FOREVER);
        Probe<Integer> probe =
                Probe.subscribeTo(onVirtualTime(Many.<Integer>never().timeout(options)));
        assertTrue(time.advanceToNext());
        assertEquals(Duration.ofMillis(100), time.now());
        probe.assertFailed(TimeoutException.class);
    }

    @Test
    void failsWhenTheStreamTakesLonger() {
        assertMarble("a-b-c|", many -> many.timeout(TOTAL), "a-b 5ms #");
        assertMarble("a|", many -> many.timeout(TOTAL), "a|");
        assertMarble("---#", many -> many.timeout(TOTAL), "---#");
    }

    @Test
    void saysWhatTookTooLongAndWhere() {
        assertEquals("timeout: no first item within 30 ms", message(Many.never().timeout(LIMIT)));
        assertEquals(
                "timeout: no next item within 30 ms",
                message(Many.concat(Many.of(1), Many.never()).timeout(LIMIT)));
        assertEquals(
                "timeout: the stream did not end within 35 ms in pipeline \"orders\"",
                message(Many.never().timeout(TOTAL).named("orders")));
    }

    @Test
    void waitsForAnItemThatIsBeingHandledWhenALimitPasses() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> {
            time.advance(LIMIT.multipliedBy(2));
            same.assertNotEnded();
        });
        onVirtualTime(source.many().timeout(TOTAL)).subscribe(probe);
        source.next(1);
        probe.assertItems(1).assertFailed(TimeoutException.class);
        source.assertCancelled();
        time.assertNoTimers();
    }

    @Test
    void theTimeThatAnItemIsHandledIsNotPartOfTheGap() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> time.advance(LIMIT.multipliedBy(2)));
        onVirtualTime(source.many().timeout(LIMIT)).subscribe(probe);
        source.next(1).next(2);
        probe.assertItems(1, 2).assertNotEnded();
        time.advance(LIMIT);
        probe.assertFailed(TimeoutException.class);
    }

    @Test
    void aLimitThatPassesDuringTheSubscriptionFailsAfterIt() {
        Probe<Object> probe = Probe.unbounded();
        Many.never()
                .timeout(LIMIT)
                .withContext(context -> context.withClock(new Hasty()))
                .subscribe(probe);
        probe.assertFailed(TimeoutException.class);
    }

    @Test
    void aTimerThatFiresEarlyIsSetAgain() {
        Probe<Object> probe = Probe.subscribeTo(Many.never().timeout(LIMIT), new EarlyClock(time).context());
        time.advance(LIMIT.minusNanos(1));
        probe.assertNothing();
        time.advance(Duration.ofNanos(1));
        probe.assertFailed(TimeoutException.class);
    }

    @Test
    void aFailureThatComesTooLateIsDropped() {
        TestPublisher<Integer> source = TestPublisher.misbehaving(Misbehaviour.IGNORE_CANCEL);
        Probe<Integer> probe = Probe.subscribeTo(source.many().timeout(LIMIT), time);
        time.advance(LIMIT);
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            IllegalStateException late = new IllegalStateException("late");
            source.next(1).error(late);
            probe.assertItems().assertFailed(TimeoutException.class);
            assertEquals(List.of(late), dropped.failures());
        }
    }

    private String message(Many<?> many) {
        Probe<?> probe = Probe.subscribeTo(many, Context.empty().withClock(time));
        time.advance(LIMIT.multipliedBy(2));
        return probe.assertFailed(TimeoutException.class).failure().getMessage();
    }

    private <T> Many<T> onVirtualTime(Many<T> many) {
        return many.withContext(context -> context.withClock(time));
    }

    @Test
    void aReaderThatAsksOneByOneSetsNoTimerForEachItem() {
        AtomicInteger timers = new AtomicInteger();
        Clock counting = new Clock() {
            @Override
            public long nanoTime() {
                return time.nanoTime();
            }

            @Override
            public Cancellable schedule(Runnable task, Duration delay) {
                timers.incrementAndGet();
                return time.schedule(task, delay);
            }
        };
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe =
                Probe.subscribeTo(source.many().timeout(LIMIT), Context.empty().withClock(counting), 1);
        for (int i = 0; i < 9; i++) {
            time.advance(Duration.ofNanos(1));
            source.next(i);
            probe.request(1);
        }
        assertEquals(1, timers.get());
    }

    /** Every timer is due by the time it is set. */
    private static final class Hasty implements Clock {
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            now += delay.toNanos();
            task.run();
            return () -> {};
        }
    }

    @Test
    void doesNotRunWhileNobodyAsks() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().timeout(LIMIT), time.context(), 0);
        time.advance(LIMIT.multipliedBy(9));
        probe.assertNotEnded().request(1);
        time.advance(LIMIT.minusNanos(1));
        source.next(1);
        time.advance(LIMIT.multipliedBy(9));
        probe.assertItems(1).assertNotEnded().request(1);
        time.advance(LIMIT.minusNanos(1));
        probe.assertNotEnded();
        time.advance(Duration.ofNanos(1));
        probe.assertFailed(TimeoutException.class);
    }

    @Test
    void theTotalRunsWhetherAnybodyAsksOrNot() {
        Probe<Integer> probe =
                Probe.subscribeTo(TestPublisher.<Integer>create().many().timeout(TOTAL), time.context(), 0);
        time.advance(Duration.ofMillis(35));
        probe.assertFailed(TimeoutException.class);
    }
}
