package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.One;
import dev.weir.Outcome;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SettledTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of(one -> One.allSettled(List.of(one, One.of(2))).map(List::size))
                    .recovers()
                    .check();
            OneLaws.of(one -> One.any(List.of(one))).check();
            OneLaws.of(one -> One.any(List.of(One.fail(IllegalArgumentException::new), one)))
                    .recovers()
                    .check();
            OneLaws.check(one -> One.race(List.of(One.never(), one)));
        }
    }

    @Test
    void tellsWhatEachEndedWith() {
        IllegalStateException broken = new IllegalStateException("broken");
        List<Outcome<Integer>> outcomes = One.allSettled(List.of(One.of(1), One.<Integer>fail(() -> broken), One.of(3)))
                .await();
        assertEquals(new Outcome<>(1, null), outcomes.get(0));
        assertSame(broken, outcomes.get(1).failure());
        assertEquals(3, outcomes.get(2).value());
    }

    @Test
    void anyGivesTheFirstValueAndCancelsTheOthers() {
        List<Ending> endings = new ArrayList<>();
        One<Integer> slow = One.of(2).delay(Duration.ofSeconds(2)).doFinally(endings::add);
        One<Integer> fast = One.of(1).delay(Duration.ofSeconds(1));
        List<Integer> values = new ArrayList<>();
        One.any(List.of(One.<Integer>fail(IllegalStateException::new), slow, fast))
                .withContext(context -> context.withClock(time))
                .subscribe(values::add);
        time.advance(Duration.ofSeconds(1));
        assertEquals(List.of(1), values);
        assertEquals(List.of(Ending.CANCELLED), endings);
        time.assertNoTimers();
    }

    @Test
    void anyFailsWhenAllHave() {
        One<Integer> none = One.any(List.of(One.fail(IllegalStateException::new), One.fail(ArithmeticException::new)));
        IllegalStateException failure = assertThrows(IllegalStateException.class, none::await);
        assertTrue(Stream.of(failure.getSuppressed()).anyMatch(ArithmeticException.class::isInstance));
        assertThrows(NoSuchElementException.class, One.any(List.of())::await);
    }

    @Test
    void nullIsAValue() {
        assertNull(One.any(List.of(One.ofNull(), One.never())).await());
        assertNull(One.race(List.of(One.never(), One.ofNull())).await());
    }

    @Test
    void raceTakesTheFirstOutcomeWhateverItIs() {
        One<Integer> lost =
                One.race(List.of(One.of(1).delay(Duration.ofSeconds(1)), One.fail(IllegalStateException::new)));
        assertThrows(IllegalStateException.class, lost.withContext(context -> context.withClock(time))::await);
        time.assertNoTimers();
        assertThrows(NoSuchElementException.class, One.race(List.of())::await);
    }
}
