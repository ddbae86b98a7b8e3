package dev.weir.op.combine;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ZipTest {
    private final TestPublisher<Integer> left = TestPublisher.create();
    private final TestPublisher<Integer> right = TestPublisher.create();
    private final Many<Integer> sums = Many.zip(left.many(), right.many(), Integer::sum);

    @Test
    void laws() {
        for (int length : List.of(0, 3, 1_000)) {
            Many<Integer> other = Many.range(0, length);
            OperatorLaws.of(many -> Many.zip(many, other, Integer::sum))
                    .failureOvertakes()
                    .asksAtOnce()
                    .check();
            OperatorLaws.of(many -> Many.zip(other, many, Integer::sum))
                    .failureOvertakes()
                    .asksAtOnce()
                    .check();
        }
        OperatorLaws.of(many -> Many.zip(many, Many.range(0, 1_000), Math::max).filter(i -> i % 2 == 0))
                .failureOvertakes()
                .asksAtOnce()
                .check();
        OperatorLaws.checkFunction((many, fault) -> Many.zip(many, Many.range(0, 5), (a, b) -> fault.at(a, a + b)));
        OperatorLaws.checkFunction((many, fault) ->
                Many.zip(many, Many.range(0, 5), Many.range(0, 5), (a, b, c) -> fault.at(a, a + b + c)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.zip(Many.range(0, (int) n), Many.range(0, Integer.MAX_VALUE), Integer::sum));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> Many.zip(many, Many.range(0, Integer.MAX_VALUE), Integer::sum));
    }

    @Test
    void pairsItemsByTheirPlace() {
        assertMarble("a-b-c-|", "-x--y-z|", (a, b) -> Many.zip(a, b, String::concat), "-{ax}--{by}-({cz}|)");
    }

    @Test
    void endsAsSoonAsNoPairCanCome() {
        assertMarble("ab|", "x-(y!)z", (a, b) -> Many.zip(a, b, String::concat), "{ax}-({by}|)");
        assertMarble("a---(b!)c", "xy|", (a, b) -> Many.zip(a, b, String::concat), "{ax}---({by}|)");
        assertMarble("a-|", "x-!", (a, b) -> Many.zip(a, b, String::concat), "{ax}-|");
    }

    @Test
    void aFailureOfEitherEndsBothAtOnce() {
        assertMarble("abc#", "---!", (a, b) -> Many.zip(a, b, String::concat), "---#");
        assertMarble("---!", "abc#", (a, b) -> Many.zip(a, b, String::concat), "---#");
    }

    @Test
    void keepsAtMost32ItemsOfEach() {
        Probe<Integer> probe = Probe.subscribeTo(sums, 0);
        left.assertRequested(32);
        right.assertRequested(32);
        for (int i = 0; i < 32; i++) {
            left.next(i);
            right.next(i);
        }
        probe.assertNothing().request(10);
        left.assertRequestedNoMoreThan(32 + 10);
        right.assertRequestedNoMoreThan(32 + 10);
        probe.request(22);
        left.assertRequestedNoMoreThan(32 + 32).next(1);
        right.assertRequestedNoMoreThan(32 + 32).next(1);
        probe.assertItemCount(32).request(1);
        probe.assertItemCount(33).assertNotEnded();
    }

    @Test
    void aPairThatIsRefusedBelowUsesNoDemand() {
        Probe<Integer> probe = Probe.subscribeTo(sums.filter(sum -> sum > 2), 1);
        left.next(1, 2, 3);
        right.next(1, 2, 3);
        probe.assertItems(4).assertNotEnded();
    }

    @Test
    void cancelsBoth() {
        Probe.subscribeTo(sums).cancel();
        left.assertCancelled();
        right.assertCancelled();
    }

    @Test
    void doesNotSubscribeToTheSecondIfTheFirstIsEmpty() {
        Probe.subscribeTo(Many.zip(Many.of(1).filter(i -> false), right.many(), Integer::sum))
                .assertCompleted();
        Probe.subscribeTo(Many.zip(Many.<Integer>empty(), right.many(), Integer::sum))
                .assertCompleted();
        Probe.subscribeTo(Many.zip(Many.<Integer>fail(IllegalStateException::new), right.many(), Integer::sum))
                .assertFailed(IllegalStateException.class);
        assertEquals(0, right.subscriptions());
    }

    @Test
    void refusesNull() {
        assertEquals(
                "zip: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.zip(Many.of(1), Many.of(2), null))
                        .getMessage());
        assertEquals(
                "zip: a stream is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.zip(null, sums, Integer::sum))
                        .getMessage());
        assertEquals(
                "zip: a stream is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.zip(sums, null, Integer::sum))
                        .getMessage());
    }

    @Test
    void pairsThreeAndMore() {
        OperatorLaws.of(many -> Many.zip(many, Many.range(0, 300), Many.range(1, 300), (a, b, c) -> a + b + c))
                .failureOvertakes()
                .asksAtOnce()
                .check();
        Probe.subscribeTo(Many.zip(Many.of("a", "b"), Many.of(1, 2), Many.of(true, false), (a, b, c) -> a + b + c))
                .assertItems("a1true", "b2false")
                .assertCompleted();
        List<Many<Integer>> four = List.of(Many.of(1, 2), Many.of(3, 4), Many.of(5, 6), Many.of(7));
        Probe.subscribeTo(Many.zip(four, list -> list))
                .assertItems(List.of(1, 3, 5, 7))
                .assertCompleted();
        Probe.subscribeTo(Many.zip(List.<Many<Integer>>of(), list -> list)).assertCompleted();
        Probe.subscribeTo(Many.of(1).zipWith(Many.of(2), Integer::sum))
                .assertItems(3)
                .assertCompleted();
    }

    @Test
    void readsNoMoreThanItNeeds() {
        AtomicInteger read = new AtomicInteger();
        Many<Integer> counted =
                Many.from(() -> Stream.generate(read::incrementAndGet).iterator());
        Probe.subscribeTo(Many.zip(Many.of("a", "b"), counted, (a, b) -> a + b))
                .assertItems("a1", "b2")
                .assertCompleted();
        assertEquals(2, read.get());
        Probe<String> probe = Probe.subscribeTo(Many.zip(Many.range(0, 9), counted, (a, b) -> a + ":" + b), 1);
        probe.assertItems("0:3").cancel();
        assertEquals(4, read.get());
    }
}
