package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Repeat;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class FlatMapManyTest {
    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OperatorLaws.check(many -> One.of(1).flatMapMany(i -> many));
            OperatorLaws.checkSource(() -> One.of(3).flatMapMany(n -> Many.range(0, n)));
            OneLaws.check(
                    one -> one.flatMapMany(i -> Many.of(String.valueOf(i))).toList());
            OneLaws.checkFunctionToOne((one, fault) ->
                    one.flatMapMany(i -> fault.at(i, Many.of(i))).toList());
        }
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(1_000, n -> One.of((int) n).flatMapMany(count -> Many.range(0, count)));
    }

    @Test
    void runsWhenItIsSubscribedToAndOnlyThen() {
        AtomicInteger runs = new AtomicInteger();
        Many<Integer> many = One.supply(runs::incrementAndGet).flatMapMany(i -> Many.range(0, 5));
        assertEquals(0, runs.get());
        Probe<Integer> probe = Probe.subscribeTo(many, 0);
        assertEquals(1, runs.get());
        probe.request(2);
        probe.assertItems(0, 1);
        probe.request(3);
        probe.assertItems(0, 1, 2, 3, 4);
        assertEquals(1, runs.get());
    }

    @Test
    void carriesTheDemandToTheStream() {
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(One.from(stage).flatMapMany(n -> Many.range(0, n)), 0);
        probe.request(2);
        probe.request(1);
        stage.complete(5);
        probe.assertItems(0, 1, 2);
    }

    @Test
    void aSecondRequestDoesNotDisturbTheRun() {
        List<Ending> endings = new ArrayList<>();
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        Probe<Integer> probe =
                Probe.subscribeTo(One.from(stage).doFinally(endings::add).flatMapMany(n -> Many.range(0, n)), 0);
        probe.request(1);
        probe.request(1);
        assertEquals(List.of(), endings);
        stage.complete(2);
        probe.assertItems(0, 1);
        assertEquals(List.of(Ending.COMPLETED), endings);
    }

    @Test
    void cancelsTheOneThenTheStream() {
        List<String> endings = new ArrayList<>();
        One<Integer> one = One.<Integer>never().doFinally(ending -> endings.add("one " + ending));
        Probe.subscribeTo(one.flatMapMany(i -> Many.never())).cancel();
        Many<Integer> many = Many.<Integer>never().doFinally(ending -> endings.add("many " + ending));
        Probe.subscribeTo(One.of(1).flatMapMany(i -> many)).cancel();
        assertEquals(List.of("one " + Ending.CANCELLED, "many " + Ending.CANCELLED), endings);
    }

    @Test
    void whatHasBegunIsLetGoOfWhereItIsCancelledAtOnce() {
        List<Integer> undelivered = new ArrayList<>();
        Queue<Runnable> elsewhere = new ArrayDeque<>();
        One<Integer> held = One.of(1).publishOn(elsewhere::add);
        Many<Integer> many = held.flatMapMany(Many::of).onUndelivered(Integer.class, undelivered::add);
        many.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.cancel();
            }

            @Override
            public void onNext(Integer item) {
                fail();
            }

            @Override
            public void onError(Throwable failure) {
                fail();
            }

            @Override
            public void onComplete() {
                fail();
            }
        });
        elsewhere.forEach(Runnable::run);
        assertEquals(List.of(1), undelivered);
    }

    @Test
    void theFunctionGetsNullToo() {
        assertEquals(
                List.of("null"),
                One.ofNull().flatMapMany(i -> Many.of("" + i)).toList().await());
    }

    @Test
    void aFunctionThatReturnsNullIsNamed() {
        NullPointerException failure = assertThrows(
                NullPointerException.class,
                One.of(1).<Integer>flatMapMany(i -> null).toList()::await);
        assertEquals("flatMapMany: the function returned null where a stream is due", failure.getMessage());
    }

    /** Made by a stream, or behind what ends at once, or beside another. */
    private static Stream<One<Long>> counting(Many<Integer> many) {
        return Stream.of(
                many.count(),
                One.of(1).flatMap(i -> many.count()),
                One.zip(One.of(1), many.count(), (one, count) -> count),
                many.count().timeout(Duration.ofDays(1)));
    }

    @Test
    void aStreamInTheOneIsCancelledWhileItRuns() {
        AtomicInteger made = new AtomicInteger();
        VirtualTime time = new VirtualTime();
        Many<Integer> endless = Many.range(0, 1_000).doOnNext(i -> {
            made.incrementAndGet();
            time.advance(Duration.ofSeconds(1));
        });
        counting(endless).forEach(counted -> {
            made.set(0);
            Probe.subscribeTo(counted.flatMapMany(Many::of).timeout(Duration.ofSeconds(10)), time)
                    .assertFailed(TimeoutException.class);
            assertEquals(10, made.get());
        });
    }

    @Test
    void aStreamInTheOneThatRunsToItsEndIsNotMissed() {
        counting(Many.range(0, 1_000))
                .forEach(counted -> assertEquals(
                        List.of(1_000L), counted.flatMapMany(Many::of).toList().await()));
    }

    @Test
    void soIsOneOfFewItemsThatAreRepeatedOrOfNobodyKnowsHowMany() {
        VirtualTime time = new VirtualTime();
        for (Many<Integer> many : List.of(
                Many.of(1).repeat(Repeat.times(1_000)),
                One.of(1).toMany().repeat(Repeat.times(1_000)),
                Many.defer(() -> Many.range(0, 1_000)),
                Many.of(1).flatMap(i -> Many.range(0, 1_000)).map(i -> i))) {
            AtomicInteger made = new AtomicInteger();
            Many<Integer> slow = many.doOnNext(i -> {
                made.incrementAndGet();
                time.advance(Duration.ofSeconds(1));
            });
            Probe.subscribeTo(slow.count().flatMapMany(Many::of).timeout(Duration.ofSeconds(10)), time)
                    .assertFailed(TimeoutException.class);
            assertEquals(10, made.get());
        }
    }
}
