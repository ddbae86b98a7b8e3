package dev.weir.op.recover;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Repeat;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RepeatWithTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void laws() {
        OperatorLaws.of(many -> many.repeat(Repeat.times(2))).subscribesAgain().check();
        OperatorLaws.of(many -> many.repeat(Repeat.times(1).withPause(Duration.ofMillis(1)))
                        .filter(i -> i % 2 == 0))
                .subscribesAgain()
                .check();
        OperatorLaws.check(many -> many.repeat(Repeat.times(0)));
        OperatorLaws.checkSource(() -> One.of(1).repeat(Repeat.times(2)));
        OperatorLaws.checkSource(() -> One.of(1).delay(Duration.ofMillis(1)).repeat(Repeat.times(2)));
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> Many.of(1).repeat(Repeat.forever()).take(n));
    }

    @Test
    void comesAgain() {
        assertMarble("a-(b|)", many -> many.repeat(Repeat.times(1)), "a-(ba)-(b|)");
        assertMarble("a#", many -> many.repeat(Repeat.forever()), "a#");
    }

    @Test
    void waitsForThePause() {
        Probe<Integer> probe =
                Probe.subscribeTo(Many.of(1).repeat(Repeat.forever().withPause(Duration.ofSeconds(1))), time);
        probe.assertItems(1);
        time.advance(Duration.ofSeconds(2));
        probe.assertItems(1, 1, 1).cancel();
        time.assertNoTimers();
    }

    /** What has ended is asked for nothing. */
    @Test
    void nothingIsAskedForInAPause() {
        List<Long> asked = new ArrayList<>();
        Many<Integer> two = Many.of(1, 2).through(Operators.doOnRequest(asked::add));
        Probe<Integer> probe =
                Probe.subscribeTo(two.repeat(Repeat.times(1).withPause(Duration.ofSeconds(1))), time.context(), 3);
        probe.assertItems(1, 2).request(5);
        assertEquals(List.of(3L), asked);
        time.advance(Duration.ofSeconds(1));
        assertEquals(List.of(3L, 6L), asked);
        probe.assertItems(1, 2, 1, 2).assertCompleted();
    }

    @Test
    void waitsForDemandBeforeItBeginsAgain() {
        AtomicInteger runs = new AtomicInteger();
        Many<Integer> empty = Many.defer(() -> runs.incrementAndGet() < 3 ? Many.empty() : Many.of(runs.get()));
        Probe<Integer> probe = Probe.subscribeTo(empty.repeat(Repeat.forever()), 0);
        assertEquals(1, runs.get());
        probe.request(1);
        probe.assertItems(3).assertNotEnded();
        assertEquals(3, runs.get());
        probe.cancel();
    }

    @Test
    void doesNotGrowTheStack() {
        Probe.subscribeTo(Many.empty().repeat(Repeat.times(100_000))).assertCompleted();
        assertEquals(100_001, Many.of(1).repeat(Repeat.times(100_000)).count().await());
    }

    @Test
    void pollsAOne() {
        AtomicInteger polled = new AtomicInteger();
        Many<Integer> values =
                One.supply(polled::incrementAndGet).repeat(Repeat.forever().withPause(Duration.ofSeconds(1)));
        Probe<Integer> probe = Probe.subscribeTo(values.takeUntil(i -> i == 3), time);
        time.advance(Duration.ofSeconds(10));
        probe.assertItems(1, 2, 3).assertCompleted();
        time.assertNoTimers();
    }

    @Test
    void whatAOneHoldsOpenIsClosedBehindItsItem() {
        List<Object> log = new ArrayList<>();
        Many<Integer> many = Many.using(() -> 1, resource -> Many.of(resource, 2), resource -> log.add("closed"))
                .first()
                .repeat(Repeat.times(1));
        many.subscribe(Probe.<Integer>unbounded().whenItem((same, item) -> log.add(item)));
        assertEquals(List.of(1, "closed", 1, "closed"), log);
    }

    @Test
    void aOneSeesTheContextThatItWasGiven() {
        Many<String> name =
                One.deferContextual(context -> One.of(context.name())).toMany().named("inside");
        Probe.subscribeTo(name.repeat(Repeat.times(1)).named("outside"))
                .assertItems("inside", "inside")
                .assertCompleted();
    }

    @Test
    void aValueThatIsMadeAfterACancellationIsTold() {
        Probe<Integer> probe = Probe.unbounded();
        List<Integer> told = new ArrayList<>();
        One.supply(() -> {
                    probe.cancel();
                    return 1;
                })
                .repeat(Repeat.forever())
                .onUndelivered(Integer.class, told::add)
                .subscribe(probe);
        probe.assertNothing();
        assertEquals(List.of(1), told);
    }

    @Test
    void whatTheJvmMayNotSurviveGoesOnToTheThread() {
        InternalError fatal = new InternalError("planned");
        List<Throwable> told = new ArrayList<>();
        Many<Object> failing = One.supply(() -> 1).repeat(Repeat.times(2)).map(item -> {
            throw fatal;
        });
        assertSame(fatal, assertThrows(InternalError.class, () -> failing.subscribe(item -> {}, told::add, () -> {})));
        assertEquals(List.of(fatal), told);
    }

    @Test
    void aOneThatIsWaitedForIsCancelled() {
        AtomicInteger cancelled = new AtomicInteger();
        One<Integer> waiting = One.<Integer>never().doOnCancel(cancelled::incrementAndGet);
        AtomicInteger runs = new AtomicInteger();
        Probe<Integer> probe =
                Probe.subscribeTo(One.defer(() -> runs.incrementAndGet() < 3 ? One.of(runs.get()) : waiting)
                        .repeat(Repeat.forever()));
        probe.assertItems(1, 2).cancel();
        assertEquals(1, cancelled.get());
    }
}
