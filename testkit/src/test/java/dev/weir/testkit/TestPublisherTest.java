package dev.weir.testkit;

import static dev.weir.testkit.Misbehaviour.AFTER_THE_END;
import static dev.weir.testkit.Misbehaviour.BEFORE_SUBSCRIPTION;
import static dev.weir.testkit.Misbehaviour.BEYOND_DEMAND;
import static dev.weir.testkit.Misbehaviour.IGNORE_CANCEL;
import static dev.weir.testkit.Misbehaviour.NULL_ITEMS;
import static dev.weir.testkit.Misbehaviour.SEVERAL_SUBSCRIPTIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TestPublisherTest {
    private final TestPublisher<Integer> publisher = TestPublisher.create();

    private static String failureOf(Runnable assertion) {
        return assertThrows(AssertionError.class, assertion::run).getMessage();
    }

    @Test
    void sendsByHand() {
        Probe<Integer> probe = Probe.subscribeTo(publisher.many().map(i -> i * 10), 2);
        publisher.assertSubscribers(1).assertRequested(2).next(1, 2);
        probe.assertItems(10, 20).assertNotEnded();
        publisher.complete().assertReleased().assertNotCancelled();
        probe.assertCompleted();
    }

    @Test
    void sendsToAllSubscribers() {
        Probe<Integer> first = Probe.subscribeTo(publisher);
        publisher.next(1);
        Probe<Integer> second = Probe.subscribeTo(publisher);
        publisher.next(2).error(new IllegalStateException());
        first.assertItems(1, 2).assertFailed(IllegalStateException.class);
        second.assertItems(2).assertFailed(IllegalStateException.class);
    }

    @Test
    void startsAnewAfterTheEnd() {
        Probe.subscribeTo(publisher);
        publisher.complete();
        Probe<Integer> later = Probe.subscribeTo(publisher);
        publisher.next(1);
        later.assertItems(1).assertNotEnded();
        assertEquals(2, publisher.subscriptions());
    }

    @Test
    void noticesACancellation() {
        Probe<Integer> probe = Probe.subscribeTo(publisher);
        failureOf(publisher::assertCancelled);
        publisher.assertNotCancelled();
        probe.cancel();
        publisher.assertCancelled().assertReleased();
        failureOf(publisher::assertNotCancelled);
        publisher.next(1).complete();
        probe.assertNothing();
    }

    @Test
    void failsTheTestThatSendsWithoutDemand() {
        Probe.subscribeTo(publisher, 1);
        publisher.next(1);
        String message = failureOf(() -> publisher.next(2));
        assertTrue(message.startsWith("item 2 was not asked for: 1 were requested and sent"), message);
        assertTrue(message.contains("got request(1)"), message);
    }

    @Test
    void failsTheTestThatSendsToNobody() {
        assertTrue(failureOf(publisher::complete).startsWith("nobody has subscribed"));
    }

    @Test
    void limitsTheDemand() {
        Probe<Integer> probe = Probe.subscribeTo(publisher.many().take(3), 2);
        probe.request(100);
        publisher.assertRequested(3).assertRequestedNoMoreThan(3);
        failureOf(() -> publisher.assertRequestedNoMoreThan(2));
        failureOf(() -> publisher.assertRequested(102));
    }

    @Test
    void refusesBadDemand() {
        Probe<Integer> probe = Probe.subscribeTo(publisher, 0);
        probe.request(-1);
        probe.assertFailed(IllegalArgumentException.class);
        assertTrue(failureOf(() -> publisher.assertRequested(0)).contains("request(-1) (rule 3.9)"));
    }

    @Test
    void waitsForOtherThreads() {
        Probe<Integer> probe = Probe.demanding(0);
        Thread.ofVirtual().start(() -> publisher.subscribe(probe));
        publisher.awaitSubscribers(1);
        Thread.ofVirtual().start(() -> probe.request(3));
        publisher.awaitRequested(3, Duration.ofSeconds(10));
        Thread.ofVirtual().start(probe::cancel);
        publisher.awaitCancelled(Duration.ofSeconds(10));
    }

    @Test
    void wantsPermissionForNull() {
        Probe.subscribeTo(publisher);
        assertThrows(NullPointerException.class, () -> publisher.next(null));
    }

    /** What a misbehaving publisher does shows if nothing stands between it and the probe. */
    @Test
    void misbehavesAsItIsTold() {
        assertBroken("rule 1.1", 0, bad -> bad.next(1), BEYOND_DEMAND);
        assertBroken("rule 2.13", 1, bad -> bad.next(null), NULL_ITEMS);
        assertBroken("rule 1.7", 1, bad -> bad.complete().next(1), AFTER_THE_END);
        assertBroken("rule 1.7", 1, bad -> bad.complete().error(new IllegalStateException()), AFTER_THE_END);
        assertBroken("rule 2.5", 1, bad -> bad.next(1), SEVERAL_SUBSCRIPTIONS);
        assertBroken("rule 1.9", 1, bad -> bad.next(1), BEFORE_SUBSCRIPTION);
        assertBroken("rule 1.9", 1, TestPublisher::complete, BEFORE_SUBSCRIPTION);
    }

    private static void assertBroken(
            String rule, long demand, Consumer<TestPublisher<Integer>> deed, Misbehaviour how) {
        TestPublisher<Integer> bad = TestPublisher.misbehaving(how);
        Probe<Integer> probe = Probe.subscribeTo(bad, demand);
        deed.accept(bad);
        List<String> broken = probe.brokenRules();
        assertTrue(broken.getFirst().contains(rule), () -> how + ": " + broken);
    }

    @Test
    void goesOnAfterACancellationIfItIsTold() {
        TestPublisher<Integer> bad = TestPublisher.misbehaving(IGNORE_CANCEL);
        Probe<Integer> probe = Probe.subscribeTo(bad);
        probe.cancel();
        bad.next(1);
        probe.assertItems(1);
    }

    /** A stream made from a foreign publisher shields what comes after it. */
    @Test
    void isTamedByMany() {
        assertTamed(0, bad -> bad.next(1), BEYOND_DEMAND).assertFailed(IllegalStateException.class);
        assertTamed(1, bad -> bad.complete().next(1), AFTER_THE_END).assertCompleted();
        assertTamed(1, bad -> bad.next(1), SEVERAL_SUBSCRIPTIONS).assertItems(1).assertNotEnded();
        assertTamed(1, TestPublisher::complete, BEFORE_SUBSCRIPTION).assertFailed(IllegalStateException.class);
    }

    private static Probe<Integer> assertTamed(long demand, Consumer<TestPublisher<Integer>> deed, Misbehaviour how) {
        TestPublisher<Integer> bad = TestPublisher.misbehaving(how);
        Probe<Integer> probe = Probe.subscribeTo(Many.from(bad), demand);
        deed.accept(bad);
        assertEquals(List.of(), probe.brokenRules(), () -> how + "\n" + probe.history());
        return probe;
    }
}
