package dev.weir.op.combine;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.Operators;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WithLatestFromTest {
    private final TestPublisher<Integer> source = TestPublisher.create();
    private final TestPublisher<Integer> other = TestPublisher.create();
    private final Many<Integer> sums = source.many().withLatestFrom(other.many(), Integer::sum);

    @Test
    void laws() {
        OperatorLaws.check(many -> many.withLatestFrom(Many.of(1), Integer::sum));
        OperatorLaws.check(many -> many.withLatestFrom(Many.of(1).concatWith(Many.never()), Math::max)
                .filter(i -> i % 2 == 0));
        OperatorLaws.checkFunction((many, fault) -> many.withLatestFrom(Many.of(1), (a, b) -> fault.at(a, a)));
    }

    @Test
    void lawsOfWhatIsMadeOfIt() {
        OperatorLaws.check(many -> many.takeUntil(Many.never()));
        OperatorLaws.check(many -> many.takeUntil(Many.empty()));
        OperatorLaws.check(many -> many.take(Duration.ofDays(1)).filter(i -> i % 2 == 0));
        OperatorLaws.check(many -> many.through(Operators.skipUntil(Many.empty())));
        OperatorLaws.check(many -> many.through(Operators.skipUntil(Many.never())));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) n).withLatestFrom(Many.of(1), Integer::sum));
    }

    @TestFactory
    Stream<DynamicTest> tckOfSkipUntil() {
        return Tck.publisher(n -> Many.range(0, (int) n).through(Operators.skipUntil(Many.empty())));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriber() {
        return Tck.subscriber(many -> many.takeUntil(Many.never()));
    }

    @Test
    void combinesWithTheNewest() {
        assertMarble("a-b--c-d|", "-x--y|", (a, b) -> a.withLatestFrom(b, String::concat), "--{bx}--{cy}-{dy}|");
        assertMarble("a-b--c|", "-|", (a, b) -> a.withLatestFrom(b, String::concat), "-|");
        assertMarble("a-b--c|", "-x-#", (a, b) -> a.withLatestFrom(b, String::concat), "--{bx}#");
    }

    @Test
    void takesUntilTheOtherEmitsOrCompletes() {
        assertMarble("-a-b-(c!)", "-----x", (a, b) -> a.takeUntil(b), "-a-b-|");
        assertMarble("-a-b-c", "----|", (a, b) -> a.takeUntil(b), "-a-b|");
        assertMarble("-a-b-c", "----#", (a, b) -> a.takeUntil(b), "-a-b#");
        assertMarble("-a-b-c-d", s -> s.take(Duration.ofMillis(40)), "-a-b|");
    }

    @Test
    void skipsUntilTheOtherEmitsOrCompletes() {
        assertMarble("-a-b-c|", "----x-", (a, b) -> a.through(Operators.skipUntil(b)), "-----c|");
        assertMarble("-a-b-c|", "--|", (a, b) -> a.through(Operators.skipUntil(b)), "---b-c|");
    }

    @Test
    void itemsThatComeTooEarlyUseNoDemandAndAreTold() {
        List<Integer> told = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(sums.onUndelivered(Integer.class, told::add), 1);
        source.next(1).assertRequested(2).next(2);
        other.assertRequested(Long.MAX_VALUE).next(10, 20);
        source.next(3);
        probe.assertItems(23);
        other.next(30);
        probe.cancel();
        assertEquals(List.of(1, 2, 10, 30), told);
    }

    @Test
    void theOtherMayHaveAnotherAsOftenAsMemoryAllows() {
        Many<Integer> chain = Many.of(5);
        for (int level = 0; level < 100_000; level++) {
            chain = Many.of(level).withLatestFrom(chain, (item, latest) -> latest);
        }
        assertEquals(List.of(5), chain.toList().await());
    }

    @Test
    void oneEndsTheOther() {
        Probe<Integer> probe = Probe.subscribeTo(sums);
        source.complete();
        other.assertCancelled();
        probe.assertCompleted();
        Probe<Integer> again = Probe.subscribeTo(sums);
        other.error(new IllegalStateException());
        source.assertCancelled();
        again.assertFailed(IllegalStateException.class);
    }

    @Test
    void theOtherMayEndItInsideAnItem() {
        TestPublisher<Integer> end = TestPublisher.create();
        Probe<Integer> probe = Probe.<Integer>unbounded().whenItem((same, item) -> end.next(0));
        source.many().takeUntil(end.many()).subscribe(probe);
        source.next(1).assertCancelled();
        probe.assertItems(1).assertCompleted();
    }

    @Test
    void whatFollowsTheFirstItemIsOfNoUse() {
        TestPublisher<Integer> items = TestPublisher.create();
        TestPublisher<Integer> other = TestPublisher.create();
        Probe<Integer> probe = Probe.subscribeTo(items.many().through(Operators.skipUntil(other.many())));
        other.next(0);
        other.assertCancelled();
        items.next(1).complete();
        probe.assertItems(1).assertCompleted();
    }
}
