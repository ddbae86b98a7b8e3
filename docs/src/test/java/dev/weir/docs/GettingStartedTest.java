package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GettingStartedTest {
    @Test
    void firstPipeline() {
        // tag::first
        List<String> lines = Many.range(1, 1_000_000)
                .filter(n -> n % 7 == 0)
                .map(n -> n + " is a multiple of 7")
                .take(3)
                .toList()
                .await();
        // end::first
        assertEquals(List.of("7 is a multiple of 7", "14 is a multiple of 7", "21 is a multiple of 7"), lines);
    }

    @Test
    void subscribing() {
        List<Integer> seen = new ArrayList<>();
        AtomicInteger ended = new AtomicInteger();
        // tag::subscribe
        Many<Integer> numbers = Many.of(1, 2, 3);

        numbers.subscribe(
                number -> seen.add(number),
                failure -> System.err.println("failed: " + failure),
                () -> ended.incrementAndGet());
        // end::subscribe
        assertEquals(List.of(1, 2, 3), seen);
        assertEquals(1, ended.get());
    }

    @Test
    void failing() {
        // tag::failure
        Many<Integer> shares = Many.of(4, 2, 0).map(people -> 12 / people);

        List<Integer> safe = shares.onErrorReturn(failure -> -1).toList().await();
        // end::failure
        assertEquals(List.of(3, 6, -1), safe);
    }

    @Test
    void testing() {
        // tag::testing
        VirtualTime time = new VirtualTime();
        List<Long> ticks = new ArrayList<>();
        Many.interval(Duration.ofHours(1))
                .withContext(context -> context.withClock(time))
                .subscribe(ticks::add);

        time.advance(Duration.ofHours(3)); // takes no time at all
        // end::testing
        assertEquals(List.of(0L, 1L, 2L), ticks);
    }
}
