package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.testkit.Leaks;
import dev.weir.testkit.Probe;
import dev.weir.testkit.Steps;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestingTest {
    @Test
    void stepByStep() {
        // tag::steps
        Many<Long> ticks = Many.interval(Duration.ofHours(1)).take(3);

        Steps.of(ticks)
                .nothingFor(Duration.ofMinutes(59))
                .after(Duration.ofMinutes(1))
                .next(0L)
                .after(Duration.ofHours(2))
                .assertNext(tick -> assertEquals(1, tick))
                .next(2L)
                .completed();
        // end::steps
    }

    @Test
    void demand() {
        // tag::demand
        Steps.of(Many.range(0, 100), 0)
                .nothing()
                .request(2)
                .next(0, 1)
                .nothing()
                .cancel()
                .nothingFor(Duration.ofDays(1));
        // end::demand
    }

    @Test
    void failure() {
        Many<Integer> parsed = Many.of("1", "x").map(Integer::parseInt);
        // tag::failure
        Steps.of(parsed).next(1).failed(NumberFormatException.class);

        Steps.of(parsed)
                .nextCount(1)
                .assertFailed(failure -> assertTrue(failure.getMessage().contains("\"x\"")));
        // end::failure
    }

    @Test
    void leaks() {
        Many<Long> prices = Many.interval(Duration.ofSeconds(1));
        List<Long> seen = new ArrayList<>();
        // tag::leaks
        try (Leaks leaks = Leaks.watch()) {
            Cancellable listening = leaks.watched(prices).subscribe(seen::add);
            // …
            listening.cancel(); // without it the block fails, and tells where it was subscribed to
        }
        // end::leaks
        assertThrows(AssertionError.class, () -> {
            try (Leaks leaks = Leaks.watch(Duration.ZERO)) {
                Cancellable forgotten = leaks.watched(prices).subscribe(seen::add);
                leaks.assertNone();
                forgotten.cancel();
            }
        });
    }

    @Test
    void byHand() {
        // tag::hand
        VirtualTime time = new VirtualTime();
        TestPublisher<String> typed = TestPublisher.create();
        Probe<String> probe = Probe.subscribeTo(typed.many().debounce(Duration.ofMillis(300)), time);

        typed.next("w").next("we");
        time.advance(Duration.ofMillis(299));
        probe.assertNothing();
        time.advance(Duration.ofMillis(1));
        probe.assertItems("we");
        probe.cancel();
        typed.assertCancelled();
        // end::hand
        time.assertNoTimers();
    }
}
