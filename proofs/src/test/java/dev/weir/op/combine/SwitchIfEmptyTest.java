package dev.weir.op.combine;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SwitchIfEmptyTest {
    private final TestPublisher<Integer> first = TestPublisher.create();
    private final TestPublisher<Integer> second = TestPublisher.create();
    private final Many<Integer> either = first.many().switchIfEmpty(second::many);

    @Test
    void laws() {
        OperatorLaws.check(many -> many.switchIfEmpty(() -> Many.range(7, 3)));
        OperatorLaws.check(many -> many.filter(i -> i < 0).switchIfEmpty(() -> Many.range(7, 300)));
        OperatorLaws.check(many -> Many.<Integer>empty().switchIfEmpty(() -> many));
        OperatorLaws.check(many -> many.filter(i -> i < 0).defaultIfEmpty(5).filter(i -> i > 0));
        OperatorLaws.checkFunction((many, fault) ->
                many.concatMap(i -> Many.<Integer>empty().switchIfEmpty(() -> fault.at(i, Many.of(i)))));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.<Integer>empty().switchIfEmpty(() -> Many.range(0, (int) n)));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.switchIfEmpty(Many::never));
    }

    @Test
    void goesOnIfThereWasNoItem() {
        assertMarble("--|", s -> s.switchIfEmpty(() -> Many.of("x", "y")), "--(xy|)");
        assertMarble("-a|", s -> s.switchIfEmpty(() -> Many.of("x")), "-a|");
        assertMarble("-#", s -> s.switchIfEmpty(() -> Many.of("x")), "-#");
        assertMarble("--|", s -> s.defaultIfEmpty("x"), "--(x|)");
    }

    @Test
    void anItemThatIsDroppedBelowIsOne() {
        Probe.subscribeTo(Many.of(1).switchIfEmpty(() -> Many.of(2)).filter(i -> i == 2))
                .assertCompleted();
    }

    @Test
    void handsOnTheDemand() {
        Probe<Integer> probe = Probe.subscribeTo(either, 2);
        first.assertRequested(2).complete();
        second.assertRequested(2).next(1);
        probe.request(3);
        second.assertRequested(5);
        probe.cancel();
        second.assertCancelled();
    }

    @Test
    void asksForTheOtherWhenItIsNeeded() {
        AtomicInteger asked = new AtomicInteger();
        Many<Integer> many = first.many().switchIfEmpty(() -> Many.of(asked.incrementAndGet()));
        Probe<Integer> probe = Probe.subscribeTo(many);
        assertEquals(0, asked.get());
        first.complete();
        probe.assertItems(1).assertCompleted();
    }

    @Test
    void nestedOnesDoNotGrowTheStack() {
        Probe.subscribeTo(nested(20_000)).assertItems(0).assertCompleted();
    }

    private static Many<Integer> nested(int depth) {
        return depth == 0 ? Many.of(0) : Many.<Integer>empty().switchIfEmpty(() -> nested(depth - 1));
    }
}
