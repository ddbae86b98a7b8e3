package dev.weir.docs;

import static dev.weir.Operators.bufferUntilChanged;
import static dev.weir.Operators.pausable;
import static dev.weir.Operators.rateLimit;
import static dev.weir.Operators.sample;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Sharing;
import dev.weir.Valve;
import dev.weir.resilience4j.Guard;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OperatorsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static One<Page> page(String cursor) {
        return One.of(cursor.equals("first") ? new Page(List.of("a", "b"), "second") : new Page(List.of("c"), null));
    }

    private static One<List<String>> found(String text) {
        return One.of(List.of(text + "!")).delay(SECOND);
    }

    @Test
    void search() {
        VirtualTime time = new VirtualTime();
        Broadcast<String> keys = Broadcast.create();
        Many<String> typed = keys.listen(Overflow.latest());
        // tag::search
        Many<List<String>> results = typed.debounce(Duration.ofMillis(300)) // when nothing was typed for so long
                .distinctUntilChanged()
                .switchMap(text -> found(text).toMany()); // a new search ends the one before
        // end::search
        Probe<List<String>> probe = Probe.subscribeTo(results, time);
        for (String text : List.of("w", "we", "weir")) {
            keys.emit(text);
            time.advance(Duration.ofMillis(100));
        }
        time.advance(SECOND.multipliedBy(2));
        probe.assertItems(List.of("weir!"));
    }

    @Test
    void groups() {
        Many<Order> orders = Many.of(new Order("a", 2), new Order("b", 1), new Order("a", 3));
        // tag::groups
        Many<String> totals = orders.groupBy(
                100,
                Order::customer,
                group -> group.items()
                        .reduce(() -> 0, (sum, order) -> sum + order.amount())
                        .map(sum -> group.key() + ": " + sum)
                        .toMany());
        // end::groups
        assertEquals(List.of("a: 5", "b: 1"), totals.toList().await());
    }

    private record Order(String customer, int amount) {}

    // tag::page
    record Page(List<String> orders, @Nullable String next) {} // next is null in the last page

    // end::page

    @Test
    void pages() {
        // tag::pages
        Many<String> orders = Many.unfoldAsync(
                        "first", cursor -> page(cursor).map(page -> new Many.Unfolded<>(page, page.next())))
                .flatMapIterable(Page::orders); // a page is fetched when its items are asked for
        // end::pages
        assertEquals(List.of("a", "b", "c"), orders.toList().await());
    }

    @Test
    void poll() {
        VirtualTime time = new VirtualTime();
        AtomicInteger asked = new AtomicInteger();
        One<String> status = One.supply(() -> asked.incrementAndGet() < 3 ? "running" : "done");
        // tag::poll
        Many<String> states = status.repeat(Repeat.forever().withPause(Duration.ofSeconds(5)))
                .distinctUntilChanged()
                .takeUntil("done"::equals);
        // end::poll
        Probe<String> probe = Probe.subscribeTo(states, time);
        time.advance(Duration.ofMinutes(1));
        probe.assertItems("running", "done").assertCompleted();
    }

    @Test
    void state() {
        // tag::state
        Broadcast<Double> rate = Broadcast.replaying(1); // who comes late hears the last one first
        rate.emit(1.08);
        Many<Double> rates = rate.listen(Overflow.latest()); // who is slow gets the newest
        Double now = rate.newest(); // 1.08
        // end::state
        assertEquals(1.08, now);
        Probe.subscribeTo(rates).assertItems(1.08);
    }

    @Test
    void kept() {
        AtomicInteger runs = new AtomicInteger();
        Many<String> load = Many.defer(() -> {
            runs.incrementAndGet();
            return Many.of("chile", "chad");
        });
        TestPublisher<Integer> source = TestPublisher.create();
        Many<Integer> ticker = source.many();
        // tag::kept
        One<List<String>> countries = load.toList().cache(); // all of them, from one run
        Many<String> again = countries.flatMapMany(Many::from);

        Many<Integer> prices = ticker.share(Sharing.replaying(1)); // the last one first, then what comes
        // end::kept
        Probe.subscribeTo(again).assertItems("chile", "chad").assertCompleted();
        Probe.subscribeTo(again).assertItems("chile", "chad").assertCompleted();
        assertEquals(1, runs.get());
        Probe<Integer> early = Probe.subscribeTo(prices);
        source.next(1, 2);
        Probe<Integer> late = Probe.subscribeTo(prices);
        source.next(3);
        early.assertItems(1, 2, 3);
        late.assertItems(2, 3);
        Many<String> shared = load.share(Sharing.replaying(1));
        Probe.subscribeTo(shared).assertItems("chile", "chad").assertCompleted();
        Probe.subscribeTo(shared).assertItems("chile", "chad").assertCompleted(); // anew, after the end
        assertEquals(3, runs.get());
        Broadcast<Integer> over = Broadcast.replaying(1);
        over.emit(1);
        over.complete();
        Probe.subscribeTo(over.listen(Overflow.latest())).assertItems(1).assertCompleted();
    }

    @Test
    void expiry() {
        AtomicInteger asked = new AtomicInteger();
        // tag::expiry
        One<Integer> rate = One.blocking(asked::incrementAndGet).cache(Duration.ofMinutes(5));
        // end::expiry
        assertEquals(1, rate.await());
        assertEquals(1, rate.await());
    }

    @Test
    void gather() {
        // tag::gather
        List<List<Integer>> windows =
                Many.range(1, 4).gather(Gatherers.windowSliding(3)).toList().await();
        // end::gather
        assertEquals(List.of(List.of(1, 2, 3), List.of(2, 3, 4)), windows);
    }

    @Test
    void runs() {
        record Reading(String sensor, double value) {}
        Reading[] all = {new Reading("a", 1), new Reading("a", 2), new Reading("b", 3), new Reading("a", 4)};
        Many<Reading> readings = Many.of(all);
        // tag::runs
        Many<List<Reading>> lists =
                readings.through(bufferUntilChanged(1_000, Reading::sensor)); // at most so many in one
        // end::runs
        Probe.subscribeTo(lists.map(List::size)).assertItems(2, 1, 1).assertCompleted();
    }

    @Test
    void valve() {
        Many<Integer> items = Many.of(1, 2, 3);
        // tag::valve
        Valve valve = new Valve();
        Many<Integer> paused = items.through(pausable(valve));

        valve.close();
        // end::valve
        Probe<Integer> probe = Probe.subscribeTo(paused);
        probe.assertNothing();
        valve.open();
        probe.assertItems(1, 2, 3).assertCompleted();
    }

    @Test
    void guard() {
        One<Integer> call = One.fail(() -> new IllegalStateException("down"));
        // tag::guard
        CircuitBreaker breaker = CircuitBreaker.ofDefaults("rates");
        Guard rates = Guard.of(breaker); // one for all calls to that service
        One<Integer> guarded = call.through(rates::one);
        // end::guard
        assertThrows(IllegalStateException.class, guarded::await);
        breaker.transitionToOpenState();
        assertThrows(CallNotPermittedException.class, guarded::await);
    }

    @Test
    void through() {
        VirtualTime time = new VirtualTime();
        List<Long> calls = new ArrayList<>();
        // tag::through
        Many<Long> readings = Many.interval(Duration.ofMillis(10)).through(sample(Duration.ofSeconds(1)));
        Many<Long> paced = readings.through(rateLimit(10, Duration.ofSeconds(1)));
        // end::through
        Probe<Long> probe = Probe.subscribeTo(paced.doOnNext(calls::add), time);
        time.advance(Duration.ofMillis(2_500));
        assertEquals(2, calls.size());
        probe.cancel();
    }
}
