package dev.weir.op.combine;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CombineLatestTest {
    private static final Many<Integer> ENDLESS = Many.unfold(0, i -> new Many.Unfolded<>(i, i + 1));

    private final TestPublisher<Integer> left = TestPublisher.create();
    private final TestPublisher<Integer> right = TestPublisher.create();
    private final Many<String> both = Many.combineLatest(left.many(), right.many(), (a, b) -> a + "," + b);

    private static OperatorLaws laws(Function<Many<Integer>, Many<Integer>> operator) {
        return OperatorLaws.of(operator).asksAtOnce().failureOvertakes().itemsDependOnDemand();
    }

    @Test
    void laws() {
        laws(many -> Many.combineLatest(many, Many.of(1, 2), Integer::sum)).check();
        laws(many -> Many.combineLatest(Many.of(1, 2), many, Integer::sum)).check();
        laws(many -> Many.combineLatest(List.of(many, Many.of(3)), List::getFirst)
                        .filter(i -> i % 2 == 0))
                .check();
        OperatorLaws.checkFunction((many, fault) ->
                many.concatMap(i -> Many.combineLatest(Many.of(i), Many.of(1), (a, b) -> fault.at(a, a))));
        OperatorLaws.checkFunction((many, fault) -> many.concatMap(
                i -> Many.combineLatest(Many.of(i), Many.of(1), Many.of(2), (a, b, c) -> fault.at(a, a))));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> Many.combineLatest(many, Many.of(1), Integer::sum));
    }

    @Test
    void combinesTheNewest() {
        assertMarble(
                "a---b---|", "--x-----y|", (a, b) -> Many.combineLatest(a, b, String::concat), "--{ax}-{bx}---{by}|");
        assertMarble("a---|", "--|", (a, b) -> Many.combineLatest(a, b, String::concat), "--|");
        assertMarble("a-#", "-x--|", (a, b) -> Many.combineLatest(a, b, String::concat), "-{ax}#");
    }

    @Test
    void combinesThreeAndMore() {
        Probe.subscribeTo(Many.combineLatest(Many.of(1), Many.of(2, 3), Many.of(4), (a, b, c) -> a + b + c))
                .assertItems(8)
                .assertCompleted();
        Probe.subscribeTo(Many.combineLatest(List.of(Many.of(1), Many.of(2), Many.of(3), Many.of(4)), list -> list))
                .assertItems(List.of(1, 2, 3, 4))
                .assertCompleted();
        Probe.subscribeTo(Many.combineLatest(List.of(), list -> list)).assertCompleted();
    }

    @Test
    void tellsOfWhatIsNeverCombined() {
        List<Integer> told = new ArrayList<>();
        Probe<String> probe = Probe.subscribeTo(both.onUndelivered(Integer.class, told::add), 2);
        left.assertRequested(32).next(1, 2);
        right.assertRequested(32).next(10);
        left.next(3, 4);
        probe.assertItems("2,10", "3,10").cancel();
        assertEquals(List.of(1, 4), told);
        Probe.subscribeTo(both.onUndelivered(Integer.class, told::add)).whenEnded(ended -> {});
        left.next(5).complete();
        right.complete();
        assertEquals(List.of(1, 4, 5), told);
    }

    @Test
    void endsWithTheLastOrWhenNothingCanCome() {
        Probe<String> probe = Probe.subscribeTo(both);
        left.next(1).complete();
        probe.assertNothing();
        right.next(2);
        probe.assertItems("1,2");
        right.complete();
        probe.assertCompleted();
        Probe<String> hopeless = Probe.subscribeTo(both);
        left.complete();
        right.assertCancelled();
        hopeless.assertCompleted();
    }

    @Test
    void noMoreStreamsBeginWhereOneHasEndedAll() {
        Many<Integer> failed = Many.fail(() -> new IllegalStateException("broken"));
        Probe.subscribeTo(Many.combineLatest(Many.<Integer>empty(), ENDLESS, Integer::sum))
                .assertCompleted();
        Probe.subscribeTo(Many.combineLatest(failed, ENDLESS, Integer::sum)).assertFailed(IllegalStateException.class);
        Probe.subscribeTo(Many.combineLatest(List.of(Many.<Integer>never(), failed, ENDLESS), list -> list))
                .assertFailed(IllegalStateException.class);
    }

    @Test
    void aFailureIsSeenWhereAnotherStreamHasNoEnd() {
        TestPublisher<Integer> failing = TestPublisher.create();
        Many<Integer> busy = ENDLESS.doOnNext(i -> {
            if (i == 1_000) {
                failing.error(new IllegalStateException("broken"));
            }
        });
        Probe.subscribeTo(Many.combineLatest(failing.many(), busy, Integer::sum))
                .assertFailed(IllegalStateException.class);
    }
}
