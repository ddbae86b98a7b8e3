package dev.weir.op.combine;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ConcatTest {
    private static final int DEEP = 100_000;

    private final TestPublisher<Integer> first = TestPublisher.create();
    private final TestPublisher<Integer> second = TestPublisher.create();
    private final Many<Integer> both = Many.concat(first.many(), second.many());

    @Test
    void laws() {
        OperatorLaws.check(many -> Many.concat(many, Many.of(-1, -2)));
        OperatorLaws.check(many -> Many.concat(Many.of(-1, -2), many));
        OperatorLaws.check(many -> Many.concat(Many.empty(), Many.concat(Many.of(-1), many), Many.of(-2)));
        OperatorLaws.check(many -> Many.concat(Many.of(-1, -2), many).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.concat(Many.range(0, (int) n / 2), Many.range(0, (int) (n - n / 2))));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> Many.concat(many, Many.of(1)));
    }

    @Test
    void theNextBeginsWhenTheOneBeforeIsDone() {
        assertMarble("a-b|", "c-d|", Many::concat, "a-bc-d|");
        assertMarble("a-#", "c-d|", Many::concat, "a-#");
    }

    @Test
    void handsOnTheDemandThatIsLeft() {
        Probe<Integer> probe = Probe.subscribeTo(both, 5);
        first.assertRequested(5).next(1, 2);
        assertEquals(0, second.subscriptions());
        first.complete();
        second.assertRequested(3);
        probe.request(2);
        second.assertRequested(5).next(3);
        probe.request(Long.MAX_VALUE);
        second.assertRequested(Long.MAX_VALUE).complete();
        probe.assertItems(1, 2, 3).assertCompleted();
    }

    @Test
    void whatIsRefusedBelowIsNotCounted() {
        Probe<Integer> probe = Probe.subscribeTo(both.filter(i -> i % 2 == 0), 2);
        first.next(1, 2).assertRequested(3).next(3).complete();
        second.assertRequested(1).next(5).assertRequested(2).next(6);
        probe.assertItems(2, 6).assertNotEnded();
    }

    @Test
    void cancelsTheOneThatRuns() {
        Probe<Integer> probe = Probe.subscribeTo(both);
        probe.cancel();
        first.assertCancelled();
        assertEquals(0, second.subscriptions());
        probe = Probe.subscribeTo(both);
        first.complete();
        probe.cancel();
        second.assertCancelled();
    }

    @Test
    void aFailureEndsAllOfIt() {
        Probe<Integer> probe = Probe.subscribeTo(both);
        first.next(1).error(new IllegalStateException("failed"));
        probe.assertItems(1).assertFailed(IllegalStateException.class);
        assertEquals(0, second.subscriptions());
    }

    @Test
    void aSupplierThatFailsInItsPlaceIsAFailure() {
        Many<Integer> broken = Many.defer(() -> {
            throw new IllegalStateException("no stream");
        });
        Probe.subscribeTo(Many.concat(Many.of(1), broken, Many.of(2)))
                .assertItems(1)
                .assertFailed(IllegalStateException.class);
    }

    @Test
    void manyInARowDoNotGrowTheStack() {
        Many<Integer>[] row = IntStream.range(0, DEEP).mapToObj(Many::of).toArray(ConcatTest::streams);
        Probe.subscribeTo(Many.concat(row)).assertItemCount(DEEP).assertCompleted();
        Probe<Integer> oneByOne = Probe.<Integer>demanding(1).whenItem((same, item) -> same.request(1));
        Many.concat(row).subscribe(oneByOne);
        oneByOne.assertItemCount(DEEP).assertCompleted();
    }

    @Test
    void oneInsideTheOtherDoesNotGrowTheStack() {
        Many<Integer> left = Many.of(0);
        Many<Integer> right = Many.of(0);
        for (int i = 1; i < DEEP; i++) {
            left = Many.concat(left, Many.of(i));
            right = Many.concat(Many.of(i), right);
        }
        Probe.subscribeTo(left).assertItemCount(DEEP).assertCompleted();
        Probe.subscribeTo(right).assertItemCount(DEEP).assertCompleted();
    }

    @Test
    void recursionInLastPlaceMayBeEndless() {
        Probe.subscribeTo(from(0).take(DEEP)).assertItemCount(DEEP).assertCompleted();
        Probe.subscribeTo(from(0).filter(i -> i >= DEEP).take(1))
                .assertItems(DEEP)
                .assertCompleted();
    }

    private static Many<Integer> from(int i) {
        return Many.concat(Many.of(i), Many.defer(() -> from(i + 1)));
    }

    @Test
    void keepsACopyOfTheArray() {
        List<Many<Integer>> streams = List.of(Many.of(1), Many.of(2));
        Many<Integer>[] array = streams.toArray(ConcatTest::streams);
        Many<Integer> concat = Many.concat(array);
        array[0] = Many.never();
        Probe.subscribeTo(concat).assertItems(1, 2).assertCompleted();
    }

    @SuppressWarnings("unchecked") // an array of a generic type
    private static Many<Integer>[] streams(int length) {
        return (Many<Integer>[]) new Many<?>[length];
    }

    @Test
    void refusesNull() {
        assertEquals(
                "concat: a stream is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.concat(Many.of(1), null))
                        .getMessage());
    }

    @Test
    void comesInOtherForms() {
        Probe.subscribeTo(Many.concat(List.of(Many.of(1), Many.of(2))))
                .assertItems(1, 2)
                .assertCompleted();
        Probe.subscribeTo(Many.of(1).concatWith(Many.of(2))).assertItems(1, 2).assertCompleted();
        Probe.subscribeTo(Many.of(3).startWith(1, 2)).assertItems(1, 2, 3).assertCompleted();
    }

    /** As views do: none is made before it is asked for, and none is lost that came before one that fails. */
    @Test
    void aListThatMakesItsItemsIsAskedForThemOneByOne() {
        List<Integer> made = new ArrayList<>();
        List<Integer> view = new AbstractList<>() {
            @Override
            public Integer get(int index) {
                if (index == 2) {
                    throw new IllegalStateException("planned");
                }
                made.add(index);
                return index;
            }

            @Override
            public int size() {
                return 3;
            }
        };
        Probe<Integer> probe = Probe.subscribeTo(Many.from(view).startWith(7), 1);
        probe.assertItems(7).assertNotEnded();
        assertEquals(List.of(), made);
        probe.request(2);
        probe.assertItems(7, 0, 1).assertNotEnded();
        probe.request(1);
        probe.assertFailed(IllegalStateException.class);
    }

    @Test
    void theEndOfAListIsToldBehindItsLastItem() {
        Probe<Integer> probe = Probe.subscribeTo(Many.from(List.of(1, 2, 3)).startWith(0), 1);
        for (int demand : List.of(1, 2)) {
            probe.assertNotEnded();
            probe.request(demand);
        }
        probe.assertItems(0, 1, 2, 3).assertCompleted();
    }
}
