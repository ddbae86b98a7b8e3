package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Retry;
import dev.weir.reactivestreams.ReactiveStreams;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** What the pages say that differs from others does. */
class DifferencesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final AtomicLong asked = new AtomicLong(); // at first

    private Flux<Integer> flux() {
        asked.set(0);
        return Flux.range(0, 1_000).hide().doOnRequest(n -> asked.compareAndSet(0, n));
    }

    private Flowable<Integer> flowable() {
        asked.set(0);
        return Flowable.range(0, 1_000).hide().doOnRequest(n -> asked.compareAndSet(0, n));
    }

    private Many<Integer> many() {
        asked.set(0);
        return Many.range(0, 1_000).through(Operators.doOnRequest(n -> asked.compareAndSet(0, n)));
    }

    /** What each of them asks for at first when it is asked for one item. */
    private void assertAsked(Flux<?> flux, long theirs) {
        flux.limitRate(1).subscribe().dispose();
        assertEquals(theirs, asked.get(), "Reactor");
    }

    private void assertAsked(Flowable<?> flowable, long theirs) {
        flowable.rebatchRequests(1).subscribe().dispose();
        assertEquals(theirs, asked.get(), "RxJava");
    }

    private void assertAsked(Many<?> many, long ours) {
        Probe.subscribeTo(many, 1).cancel();
        assertEquals(ours, asked.get(), "Weir");
    }

    @Test
    void whatIsAskedForAhead() {
        assertAsked(flux().concatMap(i -> Flux.never()), 1);
        assertAsked(flowable().concatMap(i -> Flowable.never()), 2);
        assertAsked(many().concatMap(i -> Many.never()), 1);

        assertAsked(flux().flatMap(i -> Flux.never()), 256);
        assertAsked(flowable().flatMap(i -> Flowable.never()), 128);
        assertAsked(many().flatMap(i -> Many.never()), 256);

        assertAsked(flux().flatMapIterable(List::of), 256);
        assertAsked(flowable().flatMapIterable(List::of), 128);
        assertAsked(many().flatMapIterable(List::of), 1);

        assertAsked(flux().zipWith(Flux.never(), Integer::sum), 32);
        assertAsked(flowable().zipWith(Flowable.<Integer>never(), Integer::sum), 128);
        assertAsked(many().zipWith(Many.<Integer>never(), Integer::sum), 32);
    }

    @Test
    void theSeedOfAScanIsNotEmitted() {
        List<Integer> theirs = List.of(0, 1);
        assertEquals(theirs, Flux.just(1).scan(0, Integer::sum).collectList().block());
        assertEquals(theirs, Flowable.just(1).scan(0, Integer::sum).toList().blockingGet());
        assertEquals(
                theirs,
                Multi.createFrom()
                        .item(1)
                        .onItem()
                        .scan(() -> 0, Integer::sum)
                        .collect()
                        .asList()
                        .await()
                        .indefinitely());
        assertEquals(List.of(1), Many.of(1).scan(() -> 0, Integer::sum).toList().await());
    }

    @Test
    void theLastOfNoneIsNull() {
        assertThrows(NoSuchElementException.class, Flux.empty().last()::block);
        assertNull(Many.empty().last().await());
    }

    @Test
    void aSecondItemIsAFailureOfItsOwnKind() {
        assertThrows(IndexOutOfBoundsException.class, Flux.just(1, 2).single()::block);
        assertThrows(IllegalArgumentException.class, Flowable.just(1, 2).singleOrError()::blockingGet);
        assertThrows(IllegalStateException.class, Many.of(1, 2).through(Operators.single())::await);
    }

    @Test
    void theLastFailureOfARetryIsNotWrapped() {
        RuntimeException theirs = assertThrows(
                RuntimeException.class,
                Flux.error(IllegalStateException::new)
                        .retryWhen(reactor.util.retry.Retry.max(1))
                        .then()::block);
        assertEquals(true, Exceptions.isRetryExhausted(theirs));
        assertThrows(
                IllegalStateException.class,
                Many.fail(IllegalStateException::new).retry(Retry.atMost(1)).first()::await);
    }

    @Test
    void theLastSampleComesAtTheCompletion() {
        assertEquals(List.of(2), Flux.just(1, 2).sample(HOUR).collectList().block());
        assertEquals(
                List.of(),
                Flowable.just(1, 2).sample(1, TimeUnit.HOURS).toList().blockingGet());
        assertEquals(
                List.of(2),
                Many.of(1, 2).through(Operators.sample(HOUR)).toList().await());
    }

    @Test
    void anEmptyOneOfAZipIsNull() {
        assertNull(Mono.zip(Mono.just(1), Mono.empty(), (a, b) -> a).block());
        assertEquals(
                "1null", One.zip(One.of(1), One.ofNull(), (a, b) -> a + "" + b).await());
    }

    @Test
    void nullIsAValueThatWins() {
        assertEquals(1, Mono.firstWithValue(Mono.empty(), Mono.just(1)).block());
        One<Integer> cached = One.ofNull();
        assertNull(One.any(List.of(cached, One.of(1))).await());
        assertEquals(1, One.any(List.of(cached.orFail(), One.of(1))).await());
    }

    @Test
    void aFailureOfTheSourceWaitsForWhatRuns() {
        IOException planned = new IOException("planned");
        StepVerifier.create(Flux.concat(Flux.just(1), Flux.error(planned)).flatMapSequential(_ -> Mono.never(), 2))
                .verifyErrorMatches(planned::equals);
        CompletableFuture<Integer> running = new CompletableFuture<>();
        Probe<Integer> probe = Probe.subscribeTo(
                Many.concat(Many.of(1), Many.<Integer>fail(() -> planned)).mapAsync(2, _ -> One.from(running)));
        probe.assertNotEnded();
        running.complete(2);
        probe.assertItems(2).assertFailed(planned::equals);
    }

    @Test
    void aCacheKeepsNoFailure() {
        AtomicInteger calls = new AtomicInteger();
        Mono<Integer> theirs = Mono.<Integer>fromCallable(() -> {
                    throw new IOException("call " + calls.incrementAndGet());
                })
                .cache(HOUR);
        One<Integer> ours = One.<Integer>call(() -> {
                    throw new IOException("call " + calls.incrementAndGet());
                })
                .cache(HOUR);
        assertThrows(RuntimeException.class, theirs::block);
        assertThrows(RuntimeException.class, theirs::block);
        assertEquals(1, calls.get());
        assertThrows(CompletionException.class, ours::await);
        assertThrows(CompletionException.class, ours::await);
        assertEquals(3, calls.get());
    }

    @Test
    void aCacheThatAllHaveLeftRunsOnInReactorAndIsCancelledHere() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Mono.never().doOnCancel(() -> cancelled.set(true)).cache().subscribe().dispose();
        assertFalse(cancelled.get());
        One.never().doOnCancel(() -> cancelled.set(true)).cache().subscribe().cancel();
        assertTrue(cancelled.get());
    }

    @Test
    void aTickThatNobodyHasAskedForIsAFailureInReactorAndSkippedHere() {
        StepVerifier.withVirtualTime(() -> Flux.interval(HOUR), 0)
                .expectSubscription()
                .thenAwait(HOUR)
                .verifyErrorMatches(Exceptions::isOverflow);
        VirtualTime time = new VirtualTime();
        Probe<Long> ours =
                Probe.subscribeTo(Many.interval(HOUR), Context.empty().withClock(time), 0);
        time.advance(HOUR);
        ours.assertNothing().request(1);
        time.advance(HOUR);
        ours.assertItems(1L).assertNotEnded();
    }

    @Test
    void theFirstItemIsDelayedInReactorAlone() {
        StepVerifier.withVirtualTime(() -> Flux.just(1, 2).delayElements(HOUR))
                .expectSubscription()
                .expectNoEvent(HOUR.minusMillis(1))
                .thenAwait(Duration.ofMillis(1))
                .expectNext(1)
                .thenAwait(HOUR)
                .expectNext(2)
                .verifyComplete();
        VirtualTime time = new VirtualTime();
        Probe<Integer> ours = Probe.subscribeTo(Many.of(1, 2).through(Operators.delayBetween(HOUR)), time);
        ours.assertItems(1);
        time.advance(HOUR);
        ours.assertItems(1, 2);
    }

    @Test
    void aCancellationIsNoTerminationInReactor() {
        AtomicBoolean told = new AtomicBoolean();
        Flux.never().doOnTerminate(() -> told.set(true)).subscribe().dispose();
        assertFalse(told.get());
        List<Ending> endings = new ArrayList<>();
        Many.never().doFinally(endings::add).subscribe().cancel();
        assertEquals(List.of(Ending.CANCELLED), endings);
    }

    @Test
    void aCancellationInterruptsABlockingCallInReactorAlone() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Boolean> theirs = new CompletableFuture<>();
        CompletableFuture<Boolean> ours = new CompletableFuture<>();
        Disposable their = Mono.fromCallable(() -> theirs.complete(isInterrupted(begun, goOn)))
                .subscribeOn(Schedulers.boundedElastic())
                .subscribe();
        Cancellable our =
                One.blocking(() -> ours.complete(isInterrupted(begun, goOn))).subscribe();
        begun.await();
        their.dispose();
        our.cancel();
        assertTrue(theirs.join());
        goOn.countDown();
        assertFalse(ours.join());
    }

    private static boolean isInterrupted(CountDownLatch begun, CountDownLatch goOn) {
        begun.countDown();
        try {
            goOn.await();
            return false;
        } catch (InterruptedException interrupted) {
            return true;
        }
    }

    @Test
    void aContextDoesNotCrossTheBridge() {
        Context.Key<String> key = Context.Key.of("user");
        Flux<Boolean> theirs = Flux.deferContextual(context -> Flux.just(context.hasKey("user")));
        assertEquals(
                List.of(false),
                ReactiveStreams.many(theirs)
                        .withContext(context -> context.with(key, "Ada"))
                        .toList()
                        .await());
        Many<Boolean> ours = Many.deferContextual(context -> Many.of(context.get(key) != null));
        assertEquals(
                false,
                Flux.from(ReactiveStreams.publisher(ours))
                        .contextWrite(context -> context.put("user", "Ada"))
                        .blockFirst());
    }
}
