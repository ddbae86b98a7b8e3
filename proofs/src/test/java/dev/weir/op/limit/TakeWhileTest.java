package dev.weir.op.limit;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TakeWhileTest {
    @Test
    void laws() {
        OperatorLaws.check(many -> many.takeWhile(i -> i < 3));
        OperatorLaws.check(many -> many.takeWhile(i -> true));
        OperatorLaws.check(many -> many.takeWhile(i -> i < 4).filter(i -> i % 2 == 1));
        OperatorLaws.checkFunction((many, fault) -> many.takeWhile(i -> fault.at(i, true)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, Integer.MAX_VALUE).takeWhile(i -> i < n));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.takeWhile(i -> true));
    }

    @Test
    void completesAtTheFirstItemThatDoesNotSatisfy() {
        assertMarble("-a-b-(c!)", many -> many.takeWhile(item -> !item.equals("c")), "-a-b-|");
        assertMarble("-a-b-|", many -> many.takeWhile(item -> !item.equals("c")), "-a-b-|");
    }

    @Test
    void requestsWhatIsAskedFor() {
        TestPublisher<Integer> source = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(source.many().takeWhile(i -> i < 2), 2);
        source.assertRequested(2).next(1, 2).assertRequested(2).assertCancelled();
        probe.assertItems(1).assertCompleted();
    }

    @Test
    void refusesNull() {
        assertEquals(
                "takeWhile: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> Many.of(1).takeWhile(null))
                        .getMessage());
    }

    @Test
    void untilKeepsTheItemThatSatisfies() {
        OperatorLaws.check(many -> many.takeUntil(i -> i == 2));
        OperatorLaws.check(many -> many.takeUntil(i -> i == 4).filter(i -> i % 2 == 0));
        OperatorLaws.checkFunction((many, fault) -> many.takeUntil(i -> fault.at(i, false)));
        assertMarble("-a-b-(c!)", many -> many.takeUntil("c"::equals), "-a-b-(c|)");
        assertMarble("-a-b-|", many -> many.takeUntil("c"::equals), "-a-b-|");
    }

    @Test
    void untilEndsOnceWhereTheLastItemHasItCancelled() {
        VirtualTime time = new VirtualTime();
        Many<Integer> many = Many.of(1).takeUntil(i -> i == 1).take(1);
        Probe<Integer> probe = Probe.subscribeTo(many.concatMap(i -> Many.of(i).delay(Duration.ofSeconds(1))), time);
        probe.assertNothing();
        time.advance(Duration.ofSeconds(1));
        probe.assertItems(1).assertCompleted();
    }
}
