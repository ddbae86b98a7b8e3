package dev.weir.op.flatten;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FlatMapIterableTest {
    private static final int MANY = 100_000;

    private final TestPublisher<Integer> source = TestPublisher.create();

    @Test
    void laws() {
        OperatorLaws.check(many -> many.flatMapIterable(i -> List.of(i, -i)));
        OperatorLaws.check(many -> many.flatMapIterable(i -> Collections.nCopies(i % 3, i)));
        OperatorLaws.check(many -> many.flatMapIterable(i -> List.of(i, i + 1)).filter(i -> i % 2 == 0));
        OperatorLaws.checkFunction((many, fault) -> many.flatMapIterable(i -> fault.at(i, List.of(i))));
        OperatorLaws.checkFunction((many, fault) ->
                many.flatMapIterable(i -> () -> fault.at(i, List.of(i).iterator())));
        OperatorLaws.checkFunction((many, fault) -> many.flatMapIterable(
                i -> () -> Stream.of(i).map(same -> fault.at(i, same)).iterator()));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.of(0)
                .flatMapIterable(zero -> () -> IntStream.range(0, (int) n).iterator()));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.flatMapIterable(List::of));
    }

    @Test
    void oneAfterTheOther() {
        assertMarble("-a-b-|", many -> many.flatMapIterable(x -> List.of(x, x)), "-(aa)-(bb)-|");
        assertMarble("ab|", many -> many.flatMapIterable(x -> List.of(x, x)), "<3>(aa)b--<*>(b|)");
    }

    @Test
    void asksForOneItemAtATimeAndOnlyOnDemand() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().flatMapIterable(i -> List.of(i, -i)), 0);
        source.assertRequested(0);
        probe.request(1);
        source.assertRequested(1).next(1);
        probe.assertItems(1).request(1);
        source.assertRequested(1);
        probe.request(1);
        source.assertRequested(2).complete();
        probe.assertItems(1, -1).assertCompleted();
    }

    @Test
    void takesNoElementThatIsNotAskedFor() {
        AtomicInteger taken = new AtomicInteger();
        Function<Integer, Iterable<Integer>> endless =
                i -> () -> Stream.generate(taken::incrementAndGet).iterator();
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1).flatMapIterable(endless), 3);
        int atRest = taken.get();
        probe.assertItems(1, 2, 3).cancel();
        probe.request(5);
        assertEquals(atRest, taken.get());
    }

    @Test
    void anElementThatIsNullIsAFailureInItsPlace() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().flatMapIterable(i -> Arrays.asList(i, null)), 1);
        source.next(1);
        probe.assertItems(1).assertNotEnded().request(1);
        probe.assertFailed(failure -> "flatMapIterable: the iterator returned null".equals(failure.getMessage()));
        source.assertCancelled();
    }

    @Test
    void aFailureOfUpstreamWaitsForTheElementsBeforeIt() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().flatMapIterable(i -> List.of(i, -i)), 1);
        source.next(1).error(new IllegalStateException("failed"));
        probe.assertItems(1).assertNotEnded().request(1);
        probe.assertItems(1, -1).assertFailed(IllegalStateException.class);
    }

    @Test
    void aFailureOfAnElementComesBeforeThatOfUpstream() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Probe<Integer> probe = Probe.subscribeTo(source.many().flatMapIterable(i -> Arrays.asList(i, null)), 1);
            source.next(1).error(new IllegalStateException("upstream"));
            probe.assertItems(1).request(1);
            probe.assertFailed(NullPointerException.class);
            assertEquals("upstream", dropped.failures().getFirst().getMessage());
        }
    }

    @Test
    void manyIterablesDoNotGrowTheStack() {
        Many<Integer> items = Many.range(0, MANY);
        Probe.subscribeTo(items.flatMapIterable(List::of)).assertItemCount(MANY).assertCompleted();
        Probe.subscribeTo(items.flatMapIterable(i -> List.of()))
                .assertItemCount(0)
                .assertCompleted();
    }

    @Test
    void refusesNull() {
        assertEquals(
                "flatMapIterable: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> source.many().flatMapIterable(null))
                        .getMessage());
    }

    @Test
    void theRestOfAListIsToldAndNothingOfWhatIsMadeAsItIsAskedFor() {
        List<Object> told = new ArrayList<>();
        List<Integer> others = List.of(1, -2, -3);
        for (Iterable<Integer> iterable : List.<Iterable<Integer>>of(List.of(1, 2, 3), () -> others.iterator())) {
            Probe.subscribeTo(Many.of(0).flatMapIterable(i -> iterable).onUndelivered(Integer.class, told::add), 1)
                    .assertItems(1)
                    .cancel();
        }
        assertEquals(List.of(2, 3), told);
    }
}
