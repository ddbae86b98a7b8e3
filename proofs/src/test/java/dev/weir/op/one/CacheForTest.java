package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CacheForTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger runs = new AtomicInteger();
    private final One<Integer> cached = One.supply(runs::incrementAndGet)
            .cache(Duration.ofMinutes(1))
            .withContext(context -> context.withClock(time));

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.of(one -> one.onErrorReturn(failure -> 1).cache(Duration.ofDays(1)))
                    .shared()
                    .recovers()
                    .check();
        }
    }

    @Test
    void keepsTheValueForSomeTime() {
        assertEquals(1, cached.await());
        time.advance(Duration.ofSeconds(59));
        assertEquals(1, cached.await());
        time.advance(Duration.ofSeconds(1));
        assertEquals(2, cached.await());
        assertEquals(2, cached.await());
    }

    @Test
    void theTimeBeginsWhenTheValueComes() {
        TestPublisher<Integer> source = TestPublisher.create();
        One<Integer> slow =
                source.many().first().cache(Duration.ofMinutes(1)).withContext(context -> context.withClock(time));
        List<Integer> values = new ArrayList<>();
        slow.subscribe(values::add);
        time.advance(Duration.ofHours(1));
        slow.subscribe(values::add);
        source.next(7);
        slow.subscribe(values::add);
        assertEquals(List.of(7, 7, 7), values);
        assertEquals(1, source.subscriptions());
    }

    /** Those who ask may have clocks of their own, which say nothing of each other's time. */
    @Test
    void theTimeIsThatOfTheClockItBeganBy() {
        VirtualTime other = new VirtualTime();
        other.advance(Duration.ofHours(1));
        One<Integer> shared = One.supply(runs::incrementAndGet).cache(Duration.ofMinutes(1));
        One<Integer> first = shared.withContext(context -> context.withClock(other));
        One<Integer> second = shared.withContext(context -> context.withClock(time));
        assertEquals(1, first.await());
        time.advance(Duration.ofMinutes(2));
        assertEquals(1, second.await());
        other.advance(Duration.ofMinutes(1));
        assertEquals(2, second.await());
    }

    @Test
    void doesNotKeepAFailure() {
        One<Integer> failing = One.<Integer>fail(() -> new IllegalStateException("run " + runs.incrementAndGet()))
                .cache(Duration.ofMinutes(1));
        assertThrows(IllegalStateException.class, failing::await);
        assertThrows(IllegalStateException.class, failing::await);
        assertEquals(2, runs.get());
    }

    @Test
    void countsByTheClockThatItsSubscribersSee() {
        VirtualTime other = new VirtualTime();
        other.advance(Duration.ofDays(1));
        TestPublisher<Integer> source = TestPublisher.create();
        One<Integer> kept = source.many()
                .first()
                .withContext(context -> context.withClock(other))
                .cache(Duration.ofMinutes(1))
                .withContext(context -> context.withClock(time));
        List<Integer> values = new ArrayList<>();
        kept.subscribe(values::add);
        source.next(1);
        time.advance(Duration.ofMinutes(2));
        kept.subscribe(values::add);
        assertEquals(2, source.subscriptions());
    }
}
