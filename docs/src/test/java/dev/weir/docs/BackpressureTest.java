package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.OverflowException;
import dev.weir.testkit.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackpressureTest {
    @Test
    void onlyWhatIsAsked() {
        // tag::asked
        AtomicInteger made = new AtomicInteger();
        Many<Integer> source = Many.unfold(0, n -> new Many.Unfolded<>(made.incrementAndGet(), n + 1)); // endless

        List<Integer> five = source.take(5).toList().await();
        // end::asked
        assertEquals(List.of(1, 2, 3, 4, 5), five);
        assertEquals(5, made.get());
    }

    @Test
    void bounded() {
        List<Integer> jobs = List.of(1, 2, 3);
        // tag::bounds
        Many<String> results = Many.from(jobs)
                .mapAsync(8, job -> One.blocking(() -> work(job))) // at most 8 run or wait to be emitted
                .publishOn(Thread::startVirtualThread, 64); // at most 64 items between the two threads
        // end::bounds
        assertEquals(List.of("1 done", "2 done", "3 done"), results.toList().await());
    }

    private static String work(int job) {
        return job + " done";
    }

    @Test
    void overflow() {
        // tag::emitter
        Many<Integer> readings = Many.emitter(
                Overflow.dropOldest(2), // keep the two newest readings that nobody has asked for
                emitter -> {
                    for (int reading = 1; reading <= 5; reading++) {
                        emitter.next(reading); // a callback that can't be slowed down
                    }
                    emitter.complete();
                });
        // end::emitter
        Probe<Integer> slow = Probe.demanding(0);
        readings.subscribe(slow);
        slow.request(10);
        slow.assertItems(4, 5).assertCompleted();
    }

    @Test
    void fails() {
        // tag::fail
        Many<Integer> strict = Many.emitter(Overflow.buffer(2), emitter -> {
            emitter.next(1);
            emitter.next(2);
            emitter.next(3); // one too many: the stream fails with an OverflowException
            // after 1 and 2
        });
        // end::fail
        Probe<Integer> slow = Probe.demanding(0);
        strict.subscribe(slow);
        slow.request(10);
        slow.assertItems(1, 2).assertFailed(OverflowException.class);
    }

    @Test
    void broadcast() {
        List<String> seen = new ArrayList<>();
        // tag::broadcast
        Broadcast<String> news = Broadcast.create();
        Many<String> latest = news.listen(Overflow.latest()); // each listener has its own bound

        latest.subscribe(seen::add);
        news.emit("hello"); // any thread; never waits for a slow listener
        // end::broadcast
        assertEquals(List.of("hello"), seen);
    }

    @Test
    void time() {
        // tag::batches
        One<List<List<Integer>>> batches =
                Many.range(0, 10).buffer(4, Duration.ofMillis(100)).toList();
        // end::batches
        assertEquals(List.of(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7), List.of(8, 9)), batches.await());
    }
}
