package dev.weir.op.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.Marbles;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class IntervalTest {
    private final Many<Long> ticks = Many.interval(Duration.ofMillis(30));

    @Test
    void laws() {
        OperatorLaws.ofSource(() -> ticks.take(3)).itemsDependOnDemand().check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(100, n -> Many.interval(Duration.ofMillis(1)).take(n));
    }

    @Test
    void oneTickAPeriod() {
        expect("---0--1--2!");
    }

    @Test
    void aTickThatIsNotDemandedIsSkipped() {
        expect("<1>---0---<2>--2--3---<*>--5--6!");
    }

    @Test
    void aDroppedTickUsesNoDemand() {
        new Marbles().expect(ticks.filter(tick -> tick % 2 == 1), "<2>------1-----3------!");
    }

    @Test
    void stopsInsideATick() {
        new Marbles().expect(ticks.take(2), "---0--(1|)");
    }

    private void expect(String marble) {
        new Marbles().expect(ticks, marble);
    }

    @Test
    void aPeriodMayBeLongerThanTheClockCounts() {
        VirtualTime time = new VirtualTime();
        Probe<Long> probe = Probe.subscribeTo(Many.interval(ChronoUnit.FOREVER.getDuration()), time);
        time.advance(Duration.ofDays(1_000));
        probe.assertNothing().cancel();
        time.assertNoTimers();
    }

    @Test
    void refusesWhatIsNoPeriod() {
        assertEquals(
                "interval: the period must be positive, was PT0S",
                assertThrows(IllegalArgumentException.class, () -> Many.interval(Duration.ZERO))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> Many.interval(Duration.ofMillis(-1)));
        assertEquals(
                "interval: the period is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.interval(null))
                        .getMessage());
    }

    @Test
    void ticksThatPassWhileAnItemIsHandledAreSkipped() {
        VirtualTime time = new VirtualTime();
        AtomicLong late = new AtomicLong();
        Probe<Long> probe = Probe.<Long>unbounded().whenItem((same, tick) -> late.compareAndSet(0, 105_000_000));
        ticks.withContext(context -> context.withClock(new Late(time, late))).subscribe(probe);
        time.advance(Duration.ofMillis(30));
        probe.assertItems(0L);
        time.advance(Duration.ofMillis(14));
        probe.assertItems(0L);
        time.advance(Duration.ofMillis(1)); // 150 ms, as that clock has it
        probe.assertItems(0L, 4L);
        time.advance(Duration.ofMillis(30));
        probe.assertItems(0L, 4L, 5L);
    }

    /** A clock that others see go on while a task runs. */
    private record Late(VirtualTime time, AtomicLong nanos) implements Clock {
        @Override
        public long nanoTime() {
            return time.nanoTime() + nanos.get();
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            return time.schedule(task, delay);
        }
    }
}
