package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Retry;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the guide says of futures, a sentence a test. */
class FuturesTest {
    private final AtomicInteger calls = new AtomicInteger();
    private final List<Object> seen = new ArrayList<>();

    private CompletableFuture<Integer> findAsync() {
        return CompletableFuture.completedFuture(calls.incrementAndGet());
    }

    @Test
    void aFutureIsHotAndAOneIsCold() {
        // tag::hot
        CompletableFuture<Integer> future = findAsync(); // runs, whether anybody wants to know or not
        One<Integer> one = One.from(() -> findAsync()); // does not run
        // end::hot
        assertEquals(1, calls.get());
        assertEquals(1, future.join());
        assertEquals(2, one.await());
    }

    @Test
    void aOneOfAFutureThatRunsIsAsHotAsTheFuture() {
        // tag::eager
        One<Integer> eager = One.from(findAsync()); // has called it already, once for all who subscribe
        One<Integer> lazy = One.from(() -> findAsync()); // calls it for each of them
        // end::eager
        assertEquals(1, calls.get());
        assertEquals(List.of(1, 1), List.of(eager.await(), eager.await()));
        assertEquals(List.of(2, 3), List.of(lazy.await(), lazy.await()));
    }

    @Test
    void aFutureIsCachedAndAOneIsIfYouSaySo() {
        // tag::cached
        One<Integer> one = One.supply(calls::incrementAndGet);
        One<Integer> cached = one.cache();

        one.subscribe(seen::add); // 1
        one.subscribe(seen::add); // 2
        cached.subscribe(seen::add); // 3: the first subscriber runs it
        cached.subscribe(seen::add); // 3
        // end::cached
        assertEquals(List.of(1, 2, 3, 3), seen);
    }

    @Test
    void whatIsCachedMayBeAFailure() {
        One<Object> cached = One.fail(() -> new IOException("call " + calls.incrementAndGet()))
                .cache();
        Throwable first = assertThrows(CompletionException.class, cached::await).getCause();
        Throwable second =
                assertThrows(CompletionException.class, cached::await).getCause();
        assertSame(first, second);
        assertEquals(1, calls.get());
    }

    @Test
    void whatIsCachedForAWhileRunsAgainAfterItAndAFailureIsNotKept() {
        VirtualTime time = new VirtualTime();
        One<Integer> cached = One.supply(calls::incrementAndGet)
                .cache(Duration.ofMinutes(1))
                .withContext(context -> context.withClock(time));
        assertEquals(List.of(1, 1), List.of(cached.await(), cached.await()));
        time.advance(Duration.ofMinutes(1));
        assertEquals(2, cached.await());

        One<Object> failing = One.fail(() -> new IllegalStateException("call " + calls.incrementAndGet()))
                .cache(Duration.ofMinutes(1));
        assertThrows(IllegalStateException.class, failing::await);
        assertThrows(IllegalStateException.class, failing::await);
        assertEquals(4, calls.get());
    }

    private CompletableFuture<Integer> failAsync() {
        return CompletableFuture.failedFuture(new IllegalStateException("call " + calls.incrementAndGet()));
    }

    @Test
    void whatIsTriedAgainAsksAFutureThatRunsForTheSameOutcome() {
        One<Integer> eager = One.from(failAsync());
        assertThrows(IllegalStateException.class, eager.retry(Retry.atMost(2))::await);
        assertEquals(1, calls.get());
        One<Integer> lazy = One.from(() -> failAsync());
        assertThrows(IllegalStateException.class, lazy.retry(Retry.atMost(2))::await);
        assertEquals(4, calls.get(), "once, and two times again");
    }

    @Test
    void whoComesBeforeTheEndIsToldAtTheEndAndWhoComesLaterAtOnceOnHisThread() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        One<Integer> one = One.from(future);
        one.subscribe(seen::add);
        one.subscribe(seen::add);
        assertEquals(List.of(), seen);
        future.complete(1);
        assertEquals(List.of(1, 1), seen);

        one.subscribe(value -> seen.add(Thread.currentThread()));
        assertEquals(List.of(1, 1, Thread.currentThread()), seen);
        One.from(CompletableFuture.<Integer>failedFuture(new IOException("lost")))
                .subscribe(seen::add, failure -> seen.add(failure.getMessage()));
        assertEquals("lost", seen.getLast());
    }

    @Test
    void bothEndOnceWithAValueThatMayBeNullOrAFailure() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        One.from(future).subscribe(seen::add, seen::add);
        assertTrue(future.complete(1));
        assertFalse(future.complete(2));
        assertFalse(future.completeExceptionally(new IOException()));
        assertEquals(List.of(1), seen);
        assertNull(One.from(CompletableFuture.<Integer>completedFuture(null)).await());
    }

    @Test
    void oneSubscriberDoesNotCancelTheFutureOfAllOthers() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        // tag::shared
        One<Integer> shared = One.from(future);
        Cancellable impatient = shared.subscribe(seen::add);
        Cancellable patient = shared.subscribe(seen::add);
        impatient.cancel(); // the future runs on for the other one
        // end::shared
        assertFalse(future.isDone());
        future.complete(1);
        assertEquals(List.of(1), seen);
        patient.cancel();
    }

    @Test
    void aCachedOneIsCancelledWithTheLastWhoWaits() {
        One<Integer> never = One.never();
        // tag::last
        One<Integer> cached = never.doOnCancel(() -> seen.add("cancelled")).cache();
        Cancellable first = cached.subscribe();
        Cancellable last = cached.subscribe();
        first.cancel(); // nothing
        last.cancel(); // nobody wants to know any more: cancelled
        // end::last
        assertEquals(List.of("cancelled"), seen);
    }

    @Test
    void theFirstToCancelIsNotTheLastWhoWaits() {
        One<Integer> cached =
                One.<Integer>never().doOnCancel(() -> seen.add("cancelled")).cache();
        Cancellable first = cached.subscribe();
        cached.subscribe();
        first.cancel();
        first.cancel();
        assertEquals(List.of(), seen);
    }

    @Test
    void anyOfLetsTheLosersRunAndRaceCancelsThem() {
        CompletableFuture<String> fast = CompletableFuture.completedFuture("fast");
        CompletableFuture<String> slow = new CompletableFuture<>();
        assertEquals("fast", CompletableFuture.anyOf(fast, slow).join());
        assertEquals("fast", fast.applyToEither(slow, value -> value).join());
        assertFalse(slow.isDone());

        One<String> quick = One.of("fast").delay(Duration.ofSeconds(1));
        One<String> never = One.<String>never().doOnCancel(() -> seen.add("cancelled"));
        // tag::race
        One<String> first = One.race(List.of(quick, never)); // a One<String>, not of Object; the other one is cancelled
        // end::race
        assertEquals("fast", inVirtualTime(first));
        assertEquals(List.of("cancelled"), seen);
    }

    private static <T> T inVirtualTime(One<T> one) {
        VirtualTime time = new VirtualTime();
        CompletionStage<T> stage =
                one.withContext(context -> context.withClock(time)).toCompletionStage();
        time.advance(Duration.ofSeconds(1));
        return stage.toCompletableFuture().join();
    }

    @Test
    void aFailureThatIsFirstWinsARaceButNotAny() {
        One<String> broken = One.fail(() -> new IllegalStateException("broken"));
        One<String> slower = One.of("slower").delay(Duration.ofSeconds(1));
        // tag::any
        One<String> first = One.any(List.of(broken, slower)); // the first value; race(..) would fail
        // end::any
        assertEquals("slower", inVirtualTime(first));
        assertThrows(IllegalStateException.class, One.race(List.of(broken, slower))::await);
        assertThrows(
                CompletionException.class,
                CompletableFuture.anyOf(
                                CompletableFuture.failedFuture(new IllegalStateException("broken")),
                                new CompletableFuture<>())::join);
    }

    @Test
    void anyFailsWhenAllHaveAndNoSooner() {
        CompletableFuture<String> last = new CompletableFuture<>();
        One<String> broken = One.fail(() -> new IllegalStateException("broken"));
        One.any(List.of(broken, One.from(last))).subscribe(seen::add, failure -> seen.add("failed"));
        assertEquals(List.of(), seen);
        last.completeExceptionally(new IllegalStateException("broken, too"));
        assertEquals(List.of("failed"), seen);
    }

    @Test
    void whatIsCombinedRunsAtOnceAndAFailureCancelsTheOther() {
        One<Integer> never = One.<Integer>never().doOnCancel(() -> seen.add("cancelled"));
        One<Integer> broken = One.fail(() -> new IllegalStateException("broken"));
        // tag::combine
        One<Integer> sum = One.zip(never, broken, Integer::sum); // fails at once, and cancels the other
        // end::combine
        assertThrows(IllegalStateException.class, sum::await);
        assertEquals(List.of("cancelled"), seen);

        CompletableFuture<Integer> left = new CompletableFuture<>();
        CompletableFuture<Integer> both =
                left.thenCombine(CompletableFuture.failedFuture(new IllegalStateException()), Integer::sum);
        assertFalse(both.isDone(), "a future waits for its neighbour, though it has failed");
    }

    @Test
    void eachFutureOfAOneIsARunOfIt() {
        // tag::future
        One<Integer> one = One.supply(calls::incrementAndGet);
        CompletionStage<Integer> first = one.toCompletionStage(); // runs, now
        CompletionStage<Integer> second = one.toCompletionStage(); // runs again
        // end::future
        assertEquals(2, calls.get());
        assertEquals(1, first.toCompletableFuture().join());
        assertEquals(2, second.toCompletableFuture().join());
    }

    @Test
    void aFailureIsToldToWhoeverHasTheFuture() {
        CompletableFuture<Object> failed =
                One.fail(() -> new IOException("lost")).toCompletionStage().toCompletableFuture();
        assertInstanceOf(
                IOException.class,
                assertThrows(CompletionException.class, failed::join).getCause());
    }

    @Test
    void cancellingTheFutureOfAOneCancelsItsRun() {
        One<Integer> never = One.<Integer>never().doOnCancel(() -> seen.add("cancelled"));
        // tag::cancel
        CompletableFuture<Integer> own = never.toCompletionStage().toCompletableFuture();
        own.cancel(false); // nobody else has this run: it is cancelled
        // end::cancel
        assertEquals(List.of("cancelled"), seen);
    }

    @Test
    void theOnlyItemOfAStream() {
        // tag::single
        One<Integer> single = Many.of(42).through(Operators.single()); // fails if there is none, or another
        CompletionStage<Integer> future = single.toCompletionStage();
        CompletionStage<List<Integer>> all = Many.of(1, 2, 3).toList().toCompletionStage();
        // end::single
        assertEquals(42, future.toCompletableFuture().join());
        assertThrows(RuntimeException.class, Many.of(1, 2).through(Operators.single())::await);
        assertEquals(List.of(1, 2, 3), all.toCompletableFuture().join());
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // the inner one is what comes out
    void aOneInAOneIsUnwrapped() {
        CompletableFuture<CompletableFuture<String>> nested =
                CompletableFuture.completedFuture(CompletableFuture.completedFuture("found"));
        One<One<String>> twice = One.of(One.of("found"));
        // tag::unwrap
        CompletableFuture<String> flat = nested.thenCompose(inner -> inner);
        One<String> once = twice.flatMap(inner -> inner);
        // end::unwrap
        assertEquals(flat.join(), once.await());
    }

    @Test
    void aOneNeedsNoThreadOfItsOwn() {
        One<Thread> where = One.supply(Thread::currentThread).map(thread -> thread);
        assertSame(Thread.currentThread(), where.await());
        assertTrue(One.blocking(Thread::currentThread).await().isVirtual());
    }

    @Test
    void whatFollowsACallGoesOnOnTheThreadOfTheCall() {
        One<Integer> call = One.blocking(() -> {
            seen.add(Thread.currentThread());
            return calls.incrementAndGet();
        });
        call.map(n -> n + seen.indexOf(Thread.currentThread()))
                .flatMap(n -> One.supply(() -> n + seen.indexOf(Thread.currentThread())))
                .doOnValue(n -> assertEquals(1, n))
                .await();
        assertEquals(2, call.await());
        assertNotSame(seen.getFirst(), seen.getLast(), "each has one of its own");
    }

    @Test
    void supplyAsyncRunsOnThePoolOfTheWholeJvm() {
        Thread thread = CompletableFuture.supplyAsync(Thread::currentThread).join();
        assertSame(
                ForkJoinPool.commonPool(),
                assertInstanceOf(ForkJoinWorkerThread.class, thread).getPool());
    }
}
