package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ScanTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.scan(() -> 0, Integer::sum));
        OperatorLaws.check(many -> many.scan(() -> 0, Integer::sum).filter(i -> i % 2 == 0));
        OperatorLaws.checkFunction((many, fault) -> many.scan(() -> 0, (sum, i) -> fault.at(i, sum + i)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) n).scan(() -> 0, Integer::sum));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.scan(() -> 0, Integer::sum));
    }

    @Test
    void emitsTheStateAfterEachItemButNotTheSeed() {
        assertMarble("-a-b-c|", many -> many.scan(() -> "", String::concat), "-a-{ab}-{abc}|");
        assertMarble("--|", many -> many.scan(() -> "", String::concat), "--|");
    }

    @Test
    void eachSubscriptionHasASeedOfItsOwn() {
        Many<Integer> sizes = Many.of("a", "b")
                .scan(() -> new ArrayList<String>(), (list, item) -> {
                    list.add(item);
                    return list;
                })
                .map(List::size);
        Probe.subscribeTo(sizes).assertItems(1, 2).assertCompleted();
        Probe.subscribeTo(sizes).assertItems(1, 2).assertCompleted();
    }

    @Test
    void withoutASeedItFailsAndSubscribesToNothing() {
        TestPublisher<Integer> source = TestPublisher.create();
        Many<Integer> throwing = source.many()
                .scan(
                        () -> {
                            throw new IllegalStateException("no seed");
                        },
                        (Integer sum, Integer i) -> sum + i);
        Probe.subscribeTo(throwing).assertFailed(IllegalStateException.class);
        Many<Integer> missing = source.many().scan(() -> null, (Integer sum, Integer i) -> sum + i);
        Probe.subscribeTo(missing)
                .assertFailed(
                        failure -> "scan: the seed returned null where a state is due".equals(failure.getMessage()));
        assertEquals(0, source.subscriptions());
    }

    @Test
    void refusesNull() {
        Many<Integer> many = Many.of(1);
        assertEquals(
                "scan: the seed is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> many.scan(null, (s, i) -> s))
                        .getMessage());
        assertEquals(
                "scan: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> many.scan(() -> 0, null))
                        .getMessage());
    }
}
