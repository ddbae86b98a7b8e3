package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What follows a stream begins when that has been left, with all that it had open. */
class ClosedBeforeTheNextTest {
    private final List<String> log = new ArrayList<>();
    private int opened;

    private Many<Integer> using(Many<Integer> use) {
        return Many.using(
                () -> {
                    log.add("open " + ++opened);
                    return opened;
                },
                resource -> use,
                resource -> log.add("close " + resource));
    }

    /** The item that ends it has been handled, so nobody needs the resource any more. */
    @Test
    void takeClosesBeforeTheEndGoesOn() {
        TestPublisher<Integer> source = TestPublisher.create();
        using(source.many()).take(1).doOnComplete(() -> log.add("end")).subscribe();
        source.next(1);
        assertEquals(List.of("open 1", "close 1", "end"), log);
    }

    /** A pool with one connection, or a lock, would wait for ever. */
    @Test
    void whatFollowsATakeDoesNotOpenBefore() {
        TestPublisher<Integer> source = TestPublisher.create();
        using(source.many()).take(1).concatWith(using(Many.of(2))).subscribe();
        source.next(1);
        assertEquals(List.of("open 1", "close 1", "open 2", "close 2"), log);
    }

    @Test
    void alsoThroughWhatLooksOn() {
        TestPublisher<Integer> source = TestPublisher.create();
        using(source.many())
                .doFinally(ending -> log.add("finally"))
                .take(1)
                .doOnComplete(() -> log.add("end"))
                .subscribe();
        source.next(1);
        assertEquals(List.of("open 1", "close 1", "finally", "end"), log);
    }

    @Test
    void alsoWithOneInTheOther() {
        TestPublisher<Integer> source = TestPublisher.create();
        using(using(source.many())).take(1).doOnComplete(() -> log.add("end")).subscribe();
        source.next(1);
        assertEquals(List.of("open 1", "open 2", "close 2", "close 1", "end"), log);
    }

    @Test
    void aMatchClosesBeforeItsOutcomeGoesOn() {
        TestPublisher<Integer> source = TestPublisher.create();
        using(source.many()).anyMatch(item -> true).subscribe(found -> log.add("end"));
        source.next(1);
        assertEquals(List.of("open 1", "close 1", "end"), log);
    }
}
