package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.TestAbortedException;

/** The bridge finds what the TCK is there to find. */
class TckTest {
    private static Executable test(Stream<DynamicTest> tests, String name) {
        return tests.filter(test -> test.getDisplayName().contains(name))
                .findFirst()
                .orElseThrow()
                .getExecutable();
    }

    @Test
    void findsAPublisherThatIgnoresDemand() {
        Stream<DynamicTest> tests = Tck.publisher(10, n -> subscriber -> {
            subscriber.onSubscribe(new Ignoring());
            subscriber.onNext(1);
            subscriber.onNext(2);
        });
        assertThrows(AssertionError.class, test(tests, "spec102"));
    }

    @Test
    void findsASubscriberThatDoesNotCancelASecondSubscription() {
        Stream<DynamicTest> tests = Tck.subscriber(() -> new Flow.Subscriber<Integer>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(1);
            }

            @Override
            public void onNext(Integer item) {}

            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onComplete() {}
        });
        assertThrows(AssertionError.class, test(tests, "spec205"));
    }

    @Test
    void abortsWhatDoesNotApply() {
        Stream<DynamicTest> tests = Tck.publisher(10, n -> Many.range(0, (int) n));
        assertThrows(TestAbortedException.class, test(tests, "mustNotSignalOnErrorWhenPendingAboveLongMaxValue"));
    }

    @Test
    void runsTheWholeTck() {
        assertTrue(Tck.publisher(n -> Many.range(0, (int) n)).count() >= 27);
        assertTrue(Tck.subscriber(many -> many.map(i -> i)).count() >= 10);
    }

    private static final class Ignoring implements Flow.Subscription {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    }
}
