package dev.weir.op.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Retry;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration TEN = Duration.ofNanos(10);
    private final Exception broken = new IllegalStateException("broken");

    private final VirtualTime time = new VirtualTime();
    private final Context context = Context.empty().withClock(time).withName("orders");

    @Test
    void doublesUpToTheLongest() {
        Retry retry = Retry.backoff(6, TEN).withJitter(0).withMaxBackoff(Duration.ofNanos(100));
        assertEquals("[10, 20, 40, 80, 100, 100, -1]", waits(retry, 7));
        assertEquals("[0, 0, -1]", waits(Retry.atMost(2), 3));
    }

    @Test
    void neverOverflows() {
        Backoff backoff = new Backoff(Retry.backoff(Long.MAX_VALUE, TEN).withJitter(0), context);
        long before = 0;
        for (int i = 0; i < 200; i++) {
            long wait = backoff.next(broken);
            assertTrue(wait >= before, "wait " + i + " is " + wait + " after " + before);
            before = wait;
        }
        assertEquals(Long.MAX_VALUE, before);
    }

    @Test
    void jitterLengthensAndShortensWithinItsBounds() {
        Retry retry = Retry.backoff(1, Duration.ofNanos(1_000)).withJitter(0.3);
        long[] waits = LongStream.range(0, 1_000)
                .map(i -> new Backoff(retry, context).next(broken))
                .toArray();
        assertTrue(Arrays.stream(waits).allMatch(wait -> wait >= 700 && wait <= 1_300), Arrays.toString(waits));
        assertTrue(Arrays.stream(waits).anyMatch(wait -> wait < 900), Arrays.toString(waits));
        assertTrue(Arrays.stream(waits).anyMatch(wait -> wait > 1_100), Arrays.toString(waits));
    }

    @Test
    void jitterDoesNotExceedTheLongest() {
        Retry retry = Retry.backoff(9, TEN).withJitter(1).withMaxBackoff(TEN);
        assertTrue(LongStream.range(0, 1_000).allMatch(i -> new Backoff(retry, context).next(broken) <= 10));
    }

    @Test
    void theDeadlineCountsFromTheBegin() {
        Retry retry = Retry.backoff(9, TEN).withJitter(0).withMaxBackoff(TEN).withDeadline(Duration.ofNanos(25));
        Backoff backoff = new Backoff(retry, context);
        assertEquals(10, backoff.next(broken));
        time.advance(Duration.ofNanos(15));
        assertEquals(10, backoff.next(broken));
        time.advance(Duration.ofNanos(1));
        assertEquals(-1, backoff.next(broken));
        Backoff late = new Backoff(retry, context);
        time.advance(Duration.ofNanos(16));
        assertEquals(-1, late.next(broken));
    }

    @Test
    void asksTheFilterForEachFailure() {
        Backoff backoff = new Backoff(Retry.atMost(9).onlyIf(failure -> failure != broken), context);
        assertEquals(0, backoff.next(new IllegalStateException()));
        assertEquals(-1, backoff.next(broken));
    }

    @Test
    void tellsHowOftenItWasTriedAndWhyNoMore() {
        assertEquals("retry gave up after 3 tries in pipeline \"orders\"", told(Retry.atMost(2)));
        assertEquals(
                "retry gave up after 3 tries in pipeline \"orders\", as the next would begin after its deadline of"
                        + " 2 s",
                told(Retry.backoff(9, Duration.ofSeconds(1))
                        .withJitter(0)
                        .withMaxBackoff(Duration.ofSeconds(1))
                        .withDeadline(Duration.ofSeconds(2))));
        assertEquals(
                "retry gave up after 1 try in pipeline \"orders\", as the next would begin after its deadline of"
                        + " 500 ms",
                told(Retry.backoff(9, Duration.ofSeconds(1)).withJitter(0).withDeadline(Duration.ofMillis(500))));
        long[] left = {1};
        assertEquals(
                "retry gave up after 2 tries in pipeline \"orders\", as it is none to retry",
                told(Retry.atMost(9).onlyIf(failure -> left[0]-- > 0)));
    }

    @Test
    void tellsNothingOfWhatWasNotToBeTriedAgain() {
        for (Retry retry : List.of(Retry.atMost(0), Retry.atMost(9).onlyIf(failure -> false))) {
            assertEquals(-1, new Backoff(retry, context).next(broken));
        }
        assertEquals(0, broken.getSuppressed().length);
    }

    @Test
    void aFailureThatIsKeptDoesNotGrowForEver() {
        for (int i = 0; i < 100; i++) {
            told(Retry.atMost(1));
        }
        assertTrue(broken.getSuppressed().length < 20);
    }

    /** What the failure tells that is given up. */
    private String told(Retry retry) {
        Backoff backoff = new Backoff(retry, context);
        for (long wait = backoff.next(broken); wait >= 0; wait = backoff.next(broken)) {
            time.advance(Duration.ofNanos(wait));
        }
        Throwable[] told = broken.getSuppressed();
        return told[told.length - 1].getMessage();
    }

    private String waits(Retry retry, int failures) {
        Backoff backoff = new Backoff(retry, context);
        return LongStream.range(0, failures)
                .map(i -> backoff.next(broken))
                .boxed()
                .toList()
                .toString();
    }
}
