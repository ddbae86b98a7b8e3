package dev.weir.op.transform;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

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

class FilterTest {
    @Test
    void keepsTheLaws() {
        OperatorLaws.check(many -> many.filter(i -> i % 2 == 0));
        OperatorLaws.checkFunction((many, fault) -> many.filter(i -> fault.at(i, true)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfThePublisher() {
        return Tck.publisher(1_000, n -> Many.range(0, 2 * (int) n).filter(i -> i % 2 == 0));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.filter(i -> i % 2 == 0));
    }

    @Test
    void keepsWhatSatisfiesThePredicate() {
        assertMarble("a-b-c|", s -> s.filter(x -> !x.equals("b")), "a---c|");
    }

    @Test
    void keepsNothing() {
        assertMarble("a-b-|", s -> s.filter(x -> false), "----|");
    }

    @Test
    void doesNotCountWhatItDrops() {
        assertMarble("(abcd|)", s -> s.filter(x -> x.equals("b") || x.equals("d")), "<1>b--<1>(d|)");
    }

    @Test
    void asksForOneMoreForEachItemItDrops() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().filter(i -> i % 2 == 0), 2);
        source.assertRequested(2).next(0);
        source.assertRequested(2).next(1);
        source.assertRequested(3).next(2);
        source.assertRequested(3);
        probe.assertItems(0, 2).assertNotEnded();
    }

    @Test
    void keepsItemsOfAType() {
        OperatorLaws.check(many ->
                many.map(i -> i % 2 == 0 ? (Number) i : (Number) (double) i).ofType(Integer.class));
        List<Object> told = new ArrayList<>();
        Probe.subscribeTo(Many.<Object>of(1, "a", 2).ofType(Integer.class).onUndelivered(Object.class, told::add))
                .assertItems(1, 2)
                .assertCompleted();
        assertEquals(List.of("a"), told);
    }
}
