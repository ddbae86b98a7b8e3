package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.StoppedClock;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class DelayTest {
    private final VirtualTime time = new VirtualTime();
    private final List<Object> outcomes = new ArrayList<>();

    private <T> One<T> timed(One<T> one) {
        return one.withContext(context -> context.withClock(time));
    }

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.delay(Duration.ofSeconds(1)));
            OneLaws.checkSource(() -> One.timer(Duration.ofSeconds(1)));
        }
    }

    @Test
    void givesTheValueThatMuchLater() {
        timed(One.of(1).delay(Duration.ofSeconds(2))).subscribe(outcomes::add);
        time.advance(Duration.ofMillis(1999));
        assertEquals(List.of(), outcomes);
        time.advance(Duration.ofMillis(1));
        assertEquals(List.of(1), outcomes);
    }

    @Test
    void aFailureComesAtOnce() {
        IllegalStateException failure = new IllegalStateException("broken");
        timed(One.fail(() -> failure).delay(Duration.ofSeconds(2))).subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(failure), outcomes);
        time.assertNoTimers();
    }

    @Test
    void cancellingTakesTheTimerBack() {
        timed(One.of(1).delay(Duration.ofSeconds(2))).subscribe(outcomes::add).cancel();
        time.assertNoTimers();
    }

    @Test
    void aDelayTooLongForNanosecondsIsForEver() {
        timed(One.of(1).delay(Duration.ofSeconds(Long.MAX_VALUE))).subscribe(outcomes::add);
        time.advance(Duration.ofDays(365));
        assertEquals(List.of(), outcomes);
    }

    @Test
    void theSystemClockWorksToo() {
        assertNull(One.timer(Duration.ofNanos(1)).await());
    }

    @Test
    void aClockThatTakesNoTimersIsTheFailureAndTheValueIsUndelivered() {
        RejectedExecutionException ended = new RejectedExecutionException("ended");
        List<Integer> told = new ArrayList<>();
        One.of(1)
                .delay(Duration.ofSeconds(1))
                .onUndelivered(Integer.class, told::add)
                .withContext(context -> context.withClock(new StoppedClock(ended)))
                .subscribe(outcomes::add, outcomes::add);
        assertEquals(List.of(ended), outcomes);
        assertEquals(List.of(1), told);
    }
}
