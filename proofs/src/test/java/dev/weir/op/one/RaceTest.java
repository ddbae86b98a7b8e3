package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RaceTest {
    private static final List<Function<Iterable<One<Integer>>, One<Integer>>> BOTH = List.of(One::race, One::any);

    private final VirtualTime time = new VirtualTime();
    private final List<String> events = new ArrayList<>();

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> One.any(List.of(one)));
            OneLaws.of(one -> One.any(List.of(One.fail(IllegalArgumentException::new), one)))
                    .recovers()
                    .check();
            OneLaws.check(one -> One.race(List.of(One.never(), one)));
            OneLaws.check(one -> One.race(List.of(one, One.never())));
        }
    }

    private One<Integer> told(String name, One<Integer> one) {
        return one.doOnSubscribe(() -> events.add(name)).doFinally(ending -> events.add(name + " " + ending));
    }

    private One<Integer> after(int seconds, int value) {
        return One.timer(Duration.ofSeconds(seconds)).thenReturn(value);
    }

    private void subscribe(One<Integer> one) {
        one.onUndelivered(Integer.class, value -> events.add("undelivered " + value))
                .withContext(context -> context.withClock(time))
                .subscribe(value -> events.add("value " + value), failure -> events.add("failure " + failure));
    }

    private void assertEvents(String... expected) {
        assertEquals(List.of(expected), events);
    }

    // ---------------------------------------------------------------- who wins

    @Test
    void whatIsThereAtOnceWinsAndNothingElseIsStarted() {
        for (var both : BOTH) {
            events.clear();
            subscribe(both.apply(List.of(told("a", One.of(1)), told("b", One.of(2)))));
            assertEvents("a", "a COMPLETED", "value 1");
        }
    }

    @Test
    void theRestIsStartedWhileOneWaits() {
        for (var both : BOTH) {
            events.clear();
            subscribe(both.apply(List.of(told("a", after(2, 1)), told("b", after(1, 2)), told("c", after(3, 3)))));
            assertEvents("a", "b", "c");
            time.advance(Duration.ofSeconds(1));
            assertEvents("a", "b", "c", "b COMPLETED", "a CANCELLED", "c CANCELLED", "value 2");
            time.assertNoTimers();
        }
    }

    @Test
    void whatIsThereAtOnceEndsWhatWaits() {
        for (var both : BOTH) {
            events.clear();
            subscribe(both.apply(List.of(told("a", after(1, 1)), told("b", One.of(2)), told("c", One.of(3)))));
            assertEvents("a", "b", "b COMPLETED", "a CANCELLED", "value 2");
            time.assertNoTimers();
        }
    }

    @Test
    void nullIsAValue() {
        for (var both : BOTH) {
            assertNull(both.apply(List.of(One.<Integer>ofNull(), One.never())).await());
            assertNull(both.apply(List.of(One.never(), One.<Integer>ofNull())).await());
            events.clear();
            subscribe(both.apply(List.of(One.never(), after(1, 1).filter(i -> i > 1))));
            time.advance(Duration.ofSeconds(1));
            assertEvents("value null");
        }
    }

    @Test
    void aRaceTakesTheFirstOutcomeWhateverItIs() {
        One<Integer> lost = One.race(List.of(after(1, 1), One.fail(IllegalStateException::new)));
        assertThrows(IllegalStateException.class, lost.withContext(context -> context.withClock(time))::await);
        time.assertNoTimers();
    }

    @Test
    void anyGoesOnWithoutThoseThatFail() {
        IllegalStateException broken = new IllegalStateException("broken");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            subscribe(One.any(List.of(One.fail(() -> broken), told("slow", after(2, 2)), after(1, 1))));
            time.advance(Duration.ofSeconds(1));
            assertEvents("slow", "slow CANCELLED", "value 1");
            assertEquals(1, One.any(List.of(One.fail(() -> broken), One.of(1))).await());
            assertEquals(List.of(broken, broken), dropped.failures());
            assertEquals(List.of(), dropped.warnings());
        }
    }

    // ---------------------------------------------------------------- failures

    @Test
    void anyFailsWhenAllHave() {
        One<Integer> atOnce =
                One.any(List.of(One.fail(IllegalStateException::new), One.fail(ArithmeticException::new)));
        assertFailedBoth(assertThrows(IllegalStateException.class, atOnce::await));
        One<Integer> waiting = One.any(List.of(
                after(2, 1).then(One.fail(ArithmeticException::new)),
                after(1, 1).then(One.fail(IllegalStateException::new))));
        List<Throwable> failures = new ArrayList<>();
        waiting.withContext(context -> context.withClock(time)).subscribe(value -> {}, failures::add);
        time.advance(Duration.ofSeconds(2));
        assertFailedBoth(failures.getFirst());
    }

    @Test
    void anyDoesNotGoOnAfterWhatTheJvmMayNotSurvive() {
        InternalError fatal = new InternalError("planned");
        One<Integer> any = One.any(List.of(One.fail(() -> fatal), One.of(1)));
        List<Throwable> told = new ArrayList<>();
        assertSame(fatal, assertThrows(InternalError.class, () -> any.subscribe(value -> {}, told::add)));
        assertEquals(List.of(fatal), told);
    }

    private static void assertFailedBoth(Throwable failure) {
        assertTrue(failure instanceof IllegalStateException);
        assertTrue(Stream.of(failure.getSuppressed()).anyMatch(ArithmeticException.class::isInstance));
    }

    @Test
    void allMayFailWithTheSameObject() {
        IllegalStateException same = new IllegalStateException("same");
        One<Integer> failing = One.fail(() -> same);
        One<Integer> later = One.timer(Duration.ofSeconds(1)).then(failing);
        One<Integer> none = One.any(List.of(failing, later, failing, later));
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            List<Throwable> failures = new ArrayList<>();
            none.withContext(context -> context.withClock(time)).subscribe(value -> {}, failures::add);
            time.advance(Duration.ofSeconds(1));
            assertEquals(List.of(same), failures);
            assertTrue(Stream.of(same.getSuppressed()).noneMatch(IllegalStateException.class::isInstance));
            assertEquals(List.of(), dropped.failures());
        }
    }

    /** A failure that takes no others. */
    private static final class Unwritten extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unwritten() {
            super("unwritten", null, false, true);
        }
    }

    @Test
    void whatTheFirstFailureDoesNotTakeIsReported() {
        Throwable taking = new Unwritten();
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            assertSame(
                    taking,
                    assertThrows(
                            Unwritten.class,
                            One.any(List.of(
                                    One.<Integer>fail(() -> taking), One.<Integer>fail(ArithmeticException::new)))
                                    ::await));
            assertEquals(1, dropped.failures().size());
        }
    }

    @Test
    void whatTheFirstFailureDoesNotTakeIsNoWarningIfThereIsAValue() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            assertEquals(
                    1,
                    One.any(List.of(
                                    One.<Integer>fail(Unwritten::new),
                                    One.<Integer>fail(ArithmeticException::new),
                                    One.of(1)))
                            .named("racing")
                            .await());
            assertTrue(
                    dropped.warnings().stream().noneMatch(line -> line.contains("racing")),
                    dropped.warnings()::toString);
        }
    }

    @Test
    void withoutAnyOneItFails() {
        for (String name : List.of("race", "any")) {
            One<Integer> none = name.equals("race") ? One.race(List.of()) : One.any(List.of());
            NoSuchElementException failure = assertThrows(NoSuchElementException.class, none::await);
            assertEquals(name + ": there is no One", failure.getMessage());
            One<Integer> missing = name.equals("race")
                    ? One.race(Collections.singletonList(null))
                    : One.any(Collections.singletonList(null));
            NullPointerException refused = assertThrows(NullPointerException.class, missing::await);
            assertEquals(name + ": a One in the iterable is null", refused.getMessage());
        }
    }

    private static <V> Iterable<V> thenThrowing(List<V> values) {
        return () -> Stream.concat(values.stream().map(value -> (Supplier<V>) () -> value), Stream.of(() -> {
                    throw new UnsupportedOperationException("iterator");
                }))
                .map(Supplier::get)
                .iterator();
    }

    @Test
    void anIteratorThatThrowsFailsItAndCancelsWhatRuns() {
        for (var both : BOTH) {
            events.clear();
            subscribe(both.apply(thenThrowing(List.of(told("a", after(1, 1))))));
            assertEvents("a", "a CANCELLED", "failure java.lang.UnsupportedOperationException: iterator");
            time.assertNoTimers();
            Iterable<One<Integer>> broken = () -> {
                throw new UnsupportedOperationException("iterable");
            };
            assertThrows(UnsupportedOperationException.class, both.apply(broken)::await);
        }
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            One<Integer> none = One.any(thenThrowing(List.of(One.fail(IllegalStateException::new))));
            assertThrows(UnsupportedOperationException.class, none::await);
            assertEquals(1, dropped.failures().size(), "what had failed before");
        }
    }

    // ---------------------------------------------------------------- cancellation

    @Test
    void aCancellationEndsAllThatRun() {
        for (var both : BOTH) {
            events.clear();
            Cancellable subscription = both.apply(List.of(told("a", One.never()), told("b", after(1, 1))))
                    .withContext(context -> context.withClock(time))
                    .subscribe();
            subscription.cancel();
            assertEvents("a", "b", "a CANCELLED", "b CANCELLED");
            time.assertNoTimers();
        }
    }

    @Test
    void aCancellationWhileItStartsStartsNoMore() {
        for (var both : BOTH) {
            events.clear();
            CompletableFuture<Cancellable> subscription = new CompletableFuture<>();
            One<Integer> cancelling = told("b", One.never())
                    .doOnSubscribe(() -> subscription.join().cancel());
            One<Integer> all = both.apply(List.of(told("a", One.never()), cancelling, told("c", One.of(3))));
            subscription.complete(after(1, 0)
                    .then(all)
                    .withContext(context -> context.withClock(time))
                    .subscribe(value -> events.add("value " + value)));
            time.advance(Duration.ofSeconds(1));
            assertEvents("a", "a CANCELLED", "b", "b CANCELLED");
        }
    }

    @Test
    void endlessFailuresEndWithTheSubscription() {
        CompletableFuture<Cancellable> subscription = new CompletableFuture<>();
        One<Integer> failing = One.<Integer>fail(IllegalStateException::new).doOnError(failure -> {
            if (events.size() == 3) {
                subscription.join().cancel();
            }
            events.add("failed");
        });
        Iterable<One<Integer>> endless = () -> Stream.generate(() -> failing).iterator();
        One<Integer> first = One.timer(Duration.ofSeconds(1)).then(One.any(endless));
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            subscription.complete(first.withContext(context -> context.withClock(time))
                    .subscribe(value -> events.add("value"), failure -> events.add("failure")));
            time.advance(Duration.ofSeconds(1));
            assertEvents("failed", "failed", "failed", "failed");
            assertEquals(List.of(), dropped.warnings());
        }
    }

    @Test
    void oneThatNeverEndsByItselfIsReachedWhileItBegins() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Integer> winner = new CompletableFuture<>();
        One<Integer> endless = Many.unfold(0, i -> {
                    begun.countDown();
                    return new Many.Unfolded<>(i, i + 1);
                })
                .last();
        CompletableFuture<Integer> result = new CompletableFuture<>();
        Thread thread = Thread.startVirtualThread(
                () -> One.race(List.of(One.from(() -> winner), endless)).subscribe(result::complete));
        begun.await();
        winner.complete(1);
        assertEquals(1, result.join());
        thread.join();
    }

    @Test
    void whatLosersStillGiveIsTold() {
        for (var both : BOTH) {
            events.clear();
            CompletableFuture<Integer> first = new CompletableFuture<>();
            CompletableFuture<Integer> second = new CompletableFuture<>();
            subscribe(both.apply(List.of(One.from(() -> first), One.from(() -> second))));
            second.complete(2);
            first.complete(1);
            assertEvents("value 2", "undelivered 1");
        }
    }

    @Test
    void whatIsOpenWhenItIsCancelledInTheMiddleIsClosed() {
        for (Function<Iterable<One<Integer>>, One<?>> several :
                List.<Function<Iterable<One<Integer>>, One<?>>>of(One::race, One::any, One::all)) {
            events.clear();
            CompletableFuture<Cancellable> subscription = new CompletableFuture<>();
            One<Integer> holding = Many.<Integer>emitter(Overflow.fail(), emitter -> {
                        emitter.onEnd(() -> events.add("closed"));
                        emitter.next(1);
                    })
                    .first()
                    .flatMap(value -> {
                        subscription.join().cancel();
                        return One.never();
                    });
            subscription.complete(after(1, 0)
                    .then(several.apply(List.of(One.never(), holding)))
                    .withContext(context -> context.withClock(time))
                    .subscribe());
            time.advance(Duration.ofSeconds(1));
            assertEvents("closed");
        }
    }
}
