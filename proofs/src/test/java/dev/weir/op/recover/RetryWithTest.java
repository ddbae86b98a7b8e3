package dev.weir.op.recover;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.Many;
import dev.weir.Retry;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RetryWithTest {
    private static final Duration FIRST = Duration.ofMillis(10);

    private final IllegalStateException broken = new IllegalStateException("broken");
    private final AtomicInteger subscriptions = new AtomicInteger();

    @Test
    void laws() {
        OperatorLaws.of(many -> many.retry(Retry.atMost(200)).take(500))
                .subscribesAgain()
                .recovers()
                .check();
        OperatorLaws.of(many -> many.retry(Retry.backoff(3, FIRST)).filter(i -> i % 2 == 0))
                .subscribesAgain()
                .check();
        OperatorLaws.checkFunction((many, fault) -> many.concatMap(i -> failing(i)
                .retry(Retry.atMost(1).onlyIf(failure -> fault.at(i, false)))
                .onErrorReturn(IllegalStateException.class, failure -> i)));
    }

    private static Many<Integer> failing(int item) {
        return Many.fail(() -> new IllegalStateException("failed at " + item));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> brokenUntil(3, Many.range(0, (int) n)).retry(Retry.atMost(2)));
    }

    @Test
    void subscribesAgainAsOftenAsAllowed() {
        Probe.subscribeTo(brokenUntil(3, Many.of(1)).retry(Retry.atMost(2)))
                .assertItems(1)
                .assertCompleted();
        Probe.subscribeTo(brokenUntil(9, Many.of(1)).retry(Retry.atMost(2))).assertFailed(broken::equals);
        assertEquals(6, subscriptions.get());
        Probe.subscribeTo(Many.fail(() -> broken).retry(Retry.atMost(0))).assertFailed(broken::equals);
    }

    @Test
    void theLastFailureTellsHowOftenItWasTried() {
        Throwable failure = Probe.subscribeTo(
                        Many.fail(() -> broken).retry(Retry.atMost(2)).named("orders"))
                .assertFailed(broken::equals)
                .failure();
        assertEquals("retry gave up after 3 tries in pipeline \"orders\"", failure.getSuppressed()[0].getMessage());
    }

    @Test
    void waitsTwiceAsLongEachTime() {
        Retry retry = Retry.backoff(3, FIRST).withJitter(0);
        assertMarble("a#", many -> many.retry(retry), "a-a--a----a#");
        assertMarble("a#", many -> many.retry(retry.withMaxBackoff(FIRST)), "a-a-a-a#");
    }

    @Test
    void beginsNoRetryAfterTheDeadline() {
        Retry retry = Retry.backoff(9, FIRST).withJitter(0).withMaxBackoff(FIRST);
        assertMarble("a#", many -> many.retry(retry.withDeadline(Duration.ofMillis(60))), "a-a-a-a#");
        assertMarble("a#", many -> many.retry(retry.withDeadline(Duration.ofMillis(59))), "a-a-a#");
    }

    @Test
    void retriesOnlyWhatIsWorthIt() {
        Retry retry = Retry.atMost(9).onlyIf(failure -> failure != broken || subscriptions.get() < 3);
        Probe.subscribeTo(brokenUntil(9, Many.of(1)).retry(retry)).assertFailed(broken::equals);
        assertEquals(3, subscriptions.get());
    }

    @Test
    void aFilterThatThrowsKeepsTheFailureAsSuppressed() {
        IllegalArgumentException unexpected = new IllegalArgumentException();
        Throwable failure = failureWith(Retry.atMost(1).onlyIf(ignored -> {
            throw unexpected;
        }));
        assertSame(unexpected, failure);
        assertArrayEquals(new Throwable[] {broken}, Suppressed.of(failure));
    }

    @Test
    void aFilterMayThrowTheFailureAgain() {
        assertSame(broken, failureWith(Retry.atMost(1).onlyIf(failure -> {
            throw (IllegalStateException) failure;
        })));
    }

    private Throwable failureWith(Retry retry) {
        return Probe.subscribeTo(Many.fail(() -> broken).retry(retry))
                .assertFailed(Throwable.class)
                .failure();
    }

    @Test
    void handsOnTheDemandThatIsLeft() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().retry(Retry.atMost(1)), 5);
        source.assertRequested(5).next(1, 2).error(broken);
        source.assertRequested(3);
        probe.request(1);
        source.assertRequested(4).next(3).error(broken);
        probe.assertItems(1, 2, 3).assertFailed(broken::equals);
    }

    @Test
    void aCancellationEndsTheWait() {
        VirtualTime time = new VirtualTime();
        Probe<Integer> probe = Probe.subscribeTo(brokenUntil(9, Many.of(1)).retry(Retry.backoff(9, FIRST)), time);
        assertEquals(1, time.pending());
        probe.cancel();
        time.assertNoTimers();
        assertEquals(1, subscriptions.get());
    }

    @Test
    void doesNotGrowTheStack() {
        Many<Integer> atOnce = brokenUntil(100_001, Many.of(1)).retry(Retry.atMost(100_000));
        Probe.subscribeTo(atOnce).assertItems(1).assertCompleted();
        Many<Integer> afterAnItem = Many.concat(Many.of(1), failing()).retry(Retry.atMost(100_000));
        Probe.subscribeTo(afterAnItem).assertItemCount(100_001).assertFailed(broken::equals);
    }

    private Many<Integer> brokenUntil(int subscription, Many<Integer> healthy) {
        return Many.defer(() -> subscriptions.incrementAndGet() % subscription == 0 ? healthy : failing());
    }

    private Many<Integer> failing() {
        return Many.fail(() -> broken);
    }

    @Test
    void beginsAnewAfterAnItem() {
        AtomicInteger runs = new AtomicInteger();
        Many<Integer> many =
                Many.defer(() -> Many.of(runs.incrementAndGet()).concatWith(Many.fail(IllegalStateException::new)));
        OperatorLaws.of(source -> source.retry(Retry.atMost(2).anewAfterItems()).take(1_500))
                .recovers()
                .subscribesAgain()
                .check();
        Probe.subscribeTo(many.retry(Retry.atMost(1).anewAfterItems()).take(5))
                .assertItems(1, 2, 3, 4, 5)
                .assertCompleted();
        Probe.subscribeTo(many.retry(Retry.atMost(1))).assertItems(6, 7).assertFailed(IllegalStateException.class);
        Probe.subscribeTo(Many.fail(IllegalStateException::new)
                        .retry(Retry.atMost(1).anewAfterItems()))
                .assertFailed(IllegalStateException.class);
    }
}
