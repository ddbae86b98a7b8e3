package dev.weir.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.Many;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static final Flow.Subscription NOTHING = new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    };

    private static String failureOf(Runnable assertion) {
        return assertThrows(AssertionError.class, assertion::run).getMessage();
    }

    private static void assertBroken(String rule, Probe<?> probe) {
        String message = failureOf(probe::assertNotEnded);
        assertTrue(message.startsWith("the publisher broke the rules of Reactive Streams"), message);
        assertTrue(message.contains(rule), message);
    }

    private static Probe<Integer> subscribed(long demand) {
        Probe<Integer> probe = Probe.demanding(demand);
        probe.onSubscribe(NOTHING);
        return probe;
    }

    @Test
    void controlsTheDemand() {
        Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 5), 2);
        probe.assertItems(0, 1).assertNotEnded();
        probe.request(1);
        probe.assertItems(0, 1, 2).assertItemCount(3);
        assertEquals(3, probe.requested());
        probe.request(Long.MAX_VALUE);
        probe.assertItems(0, 1, 2, 3, 4).assertCompleted();
        assertEquals(Ending.COMPLETED, probe.ending());
        assertNull(probe.failure());
    }

    @Test
    void anInterruptIsNoTimeOut() {
        Probe<Integer> probe = Probe.subscribeTo(Many.never());
        Thread.currentThread().interrupt();
        try {
            IllegalStateException told = assertThrows(IllegalStateException.class, probe::awaitEnd);
            assertTrue(told.getMessage().startsWith("interrupted while it waited\nhistory:"), told.getMessage());
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void passesOnWhatWasAskedForBeforeTheSubscription() {
        Probe<Integer> probe = Probe.demanding(1);
        probe.request(2);
        Many.range(0, 5).subscribe(probe);
        probe.assertItems(0, 1, 2);
    }

    @Test
    void cancelsWhatItIsSubscribedToTooLate() {
        TestPublisher<Integer> publisher = TestPublisher.create();
        Probe<Integer> probe = Probe.unbounded();
        probe.cancel();
        publisher.subscribe(probe);
        publisher.assertCancelled().assertRequested(0);
        probe.assertNothing();
    }

    @Test
    void actsInsideOfSignals() {
        Probe<Integer> probe = Probe.demanding(0);
        probe.whenSubscribed(same -> same.request(1)).whenItem((same, item) -> {
            if (item == 3) {
                same.cancel();
            } else {
                same.request(1);
            }
        });
        Many.range(0, 10).subscribe(probe);
        probe.assertItems(0, 1, 2, 3).assertNotEnded();
        assertTrue(probe.isCancelled());
    }

    @Test
    void waitsAsLongAsItIsToldTo() {
        Duration ever = Duration.ofSeconds(Long.MAX_VALUE);
        Probe.subscribeTo(Many.of(1).publishOn(Thread::startVirtualThread))
                .awaitEnd(ever)
                .assertItems(1);
        Probe<Integer> probe = Probe.unbounded();
        AssertionError failed =
                assertThrows(AssertionError.class, () -> probe.awaitEnd(Duration.ofSeconds(Long.MIN_VALUE)));
        assertTrue(failed.getMessage().startsWith("expected an end within "), failed.getMessage());
    }

    @Test
    void runsOnVirtualTime() {
        VirtualTime time = new VirtualTime();
        Probe<Long> probe = Probe.subscribeTo(Many.interval(Duration.ofMillis(10)), time);
        time.advance(Duration.ofMillis(25));
        probe.assertItems(0L, 1L);
        probe.cancel();
        time.assertNoTimers();
    }

    @Test
    void tellsFailuresApart() {
        IllegalStateException failure = new IllegalStateException("no");
        Probe<Integer> probe = Probe.subscribeTo(Many.fail(() -> failure));
        probe.assertFailed(RuntimeException.class).assertFailed(same -> "no".equals(same.getMessage()));
        AssertionError error =
                assertThrows(AssertionError.class, () -> probe.assertFailed(IllegalArgumentException.class));
        assertSame(failure, error.getCause());
        failureOf(() -> probe.assertFailed(other -> false));
        failureOf(probe::assertCompleted);
        failureOf(probe::assertNotEnded);
    }

    @Test
    void failsWithTheWholeHistory() {
        VirtualTime time = new VirtualTime();
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1, 2).delay(Duration.ofMillis(20)), time.context(), 5);
        time.advance(Duration.ofMillis(20));
        String thread = Thread.currentThread().getName();
        assertEquals("""
            expected the items [1, 3], but got the items [1, 2] and completion
            history:
               0ms  main  probe  onSubscribe
               0ms  main  probe  request(5)
              20ms  main  probe  item 1
              20ms  main  probe  item 2
              20ms  main  probe  completion\
            """.replace("main", thread), failureOf(() -> probe.assertItems(1, 3)));
    }

    @Test
    void waitsForOtherThreads() {
        Probe<Integer> probe = Probe.demanding(2);
        CountDownLatch go = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> {
            go.countDown();
            Many.range(0, 3).subscribe(probe);
        });
        probe.awaitItems(2).assertItems(0, 1);
        assertEquals(0, go.getCount());
        Thread.ofVirtual().start(() -> probe.request(1));
        probe.awaitEnd().assertCompleted();
    }

    @Test
    void doesNotWaitForEver() {
        Probe<Integer> probe = Probe.subscribeTo(Many.never());
        assertTrue(failureOf(() -> probe.awaitEnd(Duration.ofMillis(1))).startsWith("expected an end within"));
        assertTrue(failureOf(() -> probe.awaitItems(1, Duration.ofMillis(1)))
                .startsWith("expected at least 1 items within"));
    }

    @Test
    void doesNotWaitForItemsAfterTheEnd() {
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1));
        failureOf(() -> probe.awaitItems(2, Duration.ofDays(1)));
    }

    @Test
    void findsMoreItemsThanDemanded() {
        Probe<Integer> probe = subscribed(1);
        probe.onNext(1);
        probe.assertItems(1);
        probe.onNext(2);
        assertBroken("item 2 came though only 1 were requested (rule 1.1)", probe);
    }

    @Test
    void findsSignalsOnTwoThreads() throws InterruptedException {
        Probe<Integer> probe = Probe.demanding(2);
        probe.whenItem((same, item) -> {
            if (item == 1) {
                joined(() -> same.onNext(2));
            }
        });
        probe.onSubscribe(NOTHING);
        probe.onNext(1);
        assertBroken("item 2 on other came inside of item 1", probe);
    }

    private static void joined(Runnable task) {
        Thread other = Thread.ofVirtual().name("other").start(task);
        try {
            other.join();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void findsSignalsInsideOfEachOther() {
        Probe<Integer> probe = Probe.demanding(2);
        probe.whenItem((same, item) -> same.onComplete());
        probe.onSubscribe(NOTHING);
        probe.onNext(1);
        assertBroken("came inside of item 1", probe);
    }

    @Test
    void allowsItemsInsideOfOnSubscribe() {
        Probe.subscribeTo(Many.of(1)).assertItems(1).assertCompleted();
    }

    @Test
    void findsSignalsAfterTheEnd() {
        Probe<Integer> item = subscribed(1);
        item.onComplete();
        item.onNext(1);
        assertBroken("item 1 came after the end (rule 1.7)", item);
        Probe<Integer> end = subscribed(1);
        end.onError(new IllegalStateException());
        end.onComplete();
        assertBroken("completion came after the end (rule 1.7)", end);
        assertEquals(Ending.FAILED, end.ending());
    }

    @Test
    void findsSignalsBeforeOnSubscribe() {
        Probe<Integer> probe = Probe.unbounded();
        probe.onComplete();
        assertBroken("completion came before onSubscribe (rule 1.9)", probe);
    }

    @Test
    void findsASecondOnSubscribeAndCancelsIt() {
        Probe<Integer> probe = Probe.unbounded();
        TestPublisher<Integer> second = TestPublisher.create();
        probe.onSubscribe(NOTHING);
        second.subscribe(probe);
        second.assertCancelled();
        assertBroken("onSubscribe was called a second time (rule 2.5)", probe);
    }

    @Test
    void findsNulls() {
        Probe<Integer> subscription = Probe.unbounded();
        subscription.onSubscribe(null);
        assertBroken("onSubscribe(null) (rule 2.13)", subscription);
        Probe<Integer> item = subscribed(1);
        item.onNext(null);
        assertBroken("onNext(null) (rule 2.13)", item);
        Probe<Integer> failure = subscribed(1);
        failure.onError(null);
        assertBroken("onError(null) (rule 2.13)", failure);
    }

    @Test
    void passesBadDemandOn() {
        Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 5), 1);
        probe.request(0);
        probe.assertItems(0).assertFailed(IllegalArgumentException.class);
        assertEquals(1, probe.requested());
    }

    @Test
    void shortensALongHistory() {
        Probe<Integer> probe = Probe.subscribeTo(Many.range(0, 1000));
        List<String> lines = probe.history().lines().toList();
        assertEquals(1 + 150 + 1 + 50, lines.size());
        assertEquals("  ... 803 more ...", lines.get(151));
        assertTrue(lines.getLast().endsWith("completion"));
    }
}
