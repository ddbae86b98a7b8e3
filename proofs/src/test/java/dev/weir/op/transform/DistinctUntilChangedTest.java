package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DistinctUntilChangedTest {
    @Test
    void laws() {
        OperatorLaws.check(Many::distinctUntilChanged);
        OperatorLaws.check(many -> many.map(i -> i / 2).distinctUntilChanged());
        OperatorLaws.check(many -> many.map(i -> i / 2).distinctUntilChanged().filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(
                1_000, n -> Many.range(0, 2 * (int) n).map(i -> i / 2).distinctUntilChanged());
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(Many::distinctUntilChanged);
    }

    @Test
    void comparesWithTheItemBefore() {
        assertMarble("-a-a-b-b-a-a|", Many::distinctUntilChanged, "-a---b---a--|");
        Probe.subscribeTo(Many.of(new String("a"), new String("a")).distinctUntilChanged())
                .assertItems("a")
                .assertCompleted();
    }

    @Test
    void asksForOneMoreForEachItemItDrops() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().distinctUntilChanged(), 2);
        source.next(1).assertRequested(2).next(1).assertRequested(3).next(2).assertRequested(3);
        probe.assertItems(1, 2).assertNotEnded();
    }

    @Test
    void failsIfTheItemsCannotBeCompared() {
        TestPublisher<Incomparable> source = TestPublisher.create();
        Probe<Incomparable> probe = Probe.subscribeTo(source.many().distinctUntilChanged());
        source.next(new Incomparable());
        source.assertCancelled();
        probe.assertItems().assertFailed(UnsupportedOperationException.class);
    }

    private static final class Incomparable {
        @Override
        public boolean equals(Object other) {
            throw new UnsupportedOperationException("not comparable");
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }
}
