package dev.weir.op.kernel.border;

import static dev.weir.testkit.Misbehaviour.AFTER_THE_END;
import static dev.weir.testkit.Misbehaviour.BEFORE_SUBSCRIPTION;
import static dev.weir.testkit.Misbehaviour.BEYOND_DEMAND;
import static dev.weir.testkit.Misbehaviour.IGNORE_CANCEL;
import static dev.weir.testkit.Misbehaviour.NULL_ITEMS;
import static dev.weir.testkit.Misbehaviour.SEVERAL_SUBSCRIPTIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.Feed;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ForeignPublisherTest {
    private final IllegalStateException broken = new IllegalStateException("broken");

    @Test
    void laws() {
        OperatorLaws.check(many -> Many.from(many));
        OperatorLaws.check(many -> Many.from(many).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.from(Many.range(0, (int) n)));
    }

    /** As those that emit at their own pace do, such as a sampling operator of another library. */
    private static final Flow.Publisher<Integer> IMPATIENT = subscriber -> {
        Feed feed = new Feed();
        subscriber.onSubscribe(feed);
        if (feed.requested == 0) {
            subscriber.onError(new IllegalStateException("nobody has asked"));
        } else {
            subscriber.onNext(1);
            subscriber.onComplete();
        }
    };

    @TestFactory
    Stream<DynamicTest> whoWantsAllHasAskedWhenTheSubscriptionIsMade() {
        Map<String, Function<Many<Integer>, Many<Integer>>> operators = Map.of(
                "itself", many -> many,
                "map", many -> many.map(i -> i),
                "take", many -> many.take(9),
                "mapAsync", many -> many.mapAsync(9, One::of),
                "buffer", many -> many.buffer(9).map(List::getFirst));
        return operators.entrySet().stream()
                .map(operator -> DynamicTest.dynamicTest(
                        operator.getKey(),
                        () -> assertEquals(
                                List.of(1),
                                operator.getValue()
                                        .apply(Many.from(IMPATIENT))
                                        .toList()
                                        .await())));
    }

    @Test
    void moreThanWasAskedForFails() {
        TestPublisher<Integer> source = TestPublisher.misbehaving(BEYOND_DEMAND);
        Probe<Integer> probe = Probe.subscribeTo(source.many(), 1);
        source.next(1, 2);
        probe.assertItems(1).assertFailed(IllegalStateException.class);
        assertEquals(
                "the publisher emitted more than was requested (rule 1.1)",
                probe.failure().getMessage());
        source.assertCancelled();
    }

    @Test
    void nullFails() {
        TestPublisher<Integer> source = TestPublisher.misbehaving(NULL_ITEMS);
        Probe<Integer> probe = Probe.subscribeTo(source.many());
        assertThrows(NullPointerException.class, () -> source.next((Integer) null));
        probe.assertItems().assertFailed(NullPointerException.class);
        source.assertCancelled();
    }

    @Test
    void whatIsRefusedIsTold() {
        List<Object> told = new ArrayList<>();
        TestPublisher<Integer> source = TestPublisher.misbehaving(BEYOND_DEMAND, IGNORE_CANCEL);
        Probe.subscribeTo(source.many().onUndelivered(Integer.class, told::add), 1);
        source.next(1, 2).next(3);
        assertEquals(List.of(2, 3), told);
    }

    @Test
    void aNullFailureFails() {
        Probe<Integer> probe = Probe.subscribeTo(Many.from(subscriber -> {
            subscriber.onSubscribe(new Feed());
            assertThrows(NullPointerException.class, () -> subscriber.onError(null));
        }));
        probe.assertFailed(NullPointerException.class);
    }

    @Test
    void whatComesAfterTheEndIsIgnored() {
        TestPublisher<Integer> source = TestPublisher.misbehaving(AFTER_THE_END);
        Probe<Integer> probe = Probe.subscribeTo(source.many());
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            source.complete().next(1).complete().error(broken);
            probe.assertItems().assertCompleted();
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void aSecondSubscriptionIsCancelled() {
        TestPublisher<Integer> source = TestPublisher.misbehaving(SEVERAL_SUBSCRIPTIONS);
        Probe<Integer> probe = Probe.subscribeTo(source.many(), 3);
        source.assertRequested(3).next(1).assertNotCancelled();
        probe.assertItems(1).assertNotEnded();
        assertEquals(
                1,
                source.history()
                        .lines()
                        .filter(line -> line.contains("cancel of the second"))
                        .count());
    }

    @Test
    void whatComesAfterACancellationIsIgnored() {
        TestPublisher<Integer> source = TestPublisher.misbehaving(IGNORE_CANCEL);
        Probe<Integer> probe = Probe.subscribeTo(source.many());
        probe.cancel();
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            source.next(1).error(broken);
            probe.assertNothing();
            assertEquals(List.of(broken), dropped.failures());
        }
    }

    @Test
    void aSignalBeforeTheSubscriptionFails() {
        TestPublisher<Integer> item = TestPublisher.misbehaving(BEFORE_SUBSCRIPTION);
        Probe<Integer> probe = Probe.subscribeTo(item.many());
        item.next(1, 2).complete();
        probe.assertItems().assertFailed(IllegalStateException.class);
        item.assertCancelled().assertRequested(0);

        TestPublisher<Integer> completion = TestPublisher.misbehaving(BEFORE_SUBSCRIPTION);
        probe = Probe.subscribeTo(completion.many());
        completion.complete();
        probe.assertFailed(IllegalStateException.class);

        TestPublisher<Integer> failure = TestPublisher.misbehaving(BEFORE_SUBSCRIPTION);
        probe = Probe.subscribeTo(failure.many());
        failure.error(broken);
        probe.assertFailed(broken::equals);
    }

    @Test
    void aPublisherThatThrowsFails() {
        Probe.subscribeTo(Many.from(subscriber -> {
                    throw broken;
                }))
                .assertFailed(broken::equals);
        Probe.subscribeTo(Many.from(subscriber -> subscriber.onSubscribe(null)))
                .assertFailed(NullPointerException.class);
    }

    @Test
    void anAnswerFromInsideARequestIsNotNestedInAnItem() {
        Probe<Integer> probe = Probe.<Integer>demanding(1).whenItem((same, item) -> same.request(1));
        Many.<Integer>from(subscriber -> subscriber.onSubscribe(new Nesting(subscriber)))
                .subscribe(probe);
        probe.assertItems(0, 1, 2);
    }

    /** Answers each request at once, which rule 3.3 allows to some depth. */
    private static final class Nesting implements Flow.Subscription {
        private final Flow.Subscriber<? super Integer> subscriber;
        private int emitted;

        Nesting(Flow.Subscriber<? super Integer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long n) {
            for (long i = 0; i < n && emitted < 3; i++) {
                subscriber.onNext(emitted++);
            }
        }

        @Override
        public void cancel() {}
    }
}
