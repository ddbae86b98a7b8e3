package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.reactivestreams.ReactiveStreams;
import dev.weir.testkit.Probe;
import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.subjects.PublishSubject;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What "coming from" says of others that is not the same here. */
@SuppressWarnings({"CheckReturnValue", "FutureReturnValueIgnored"}) // each is about what happens beside it
class PitfallsTest {
    private static final int BURST = 1_000;

    private final AtomicInteger live = new AtomicInteger();
    private final AtomicBoolean cancelled = new AtomicBoolean();

    private <T> T begun(T stream) {
        live.incrementAndGet();
        return stream;
    }

    private Integer broken() {
        live.incrementAndGet();
        throw new ArithmeticException("planned");
    }

    // ---------------------------------------------------------------- RxJava

    @Test
    void observable() {
        PublishSubject<Integer> prices = PublishSubject.create();
        // tag::observable
        Flowable<Integer> theirs = prices.toFlowable(BackpressureStrategy.LATEST); // BUFFER has no bound
        Many<Integer> ours = ReactiveStreams.many(theirs);
        // end::observable
        CompletableFuture<List<Integer>> all = ours.toList().toCompletionStage().toCompletableFuture();
        prices.onNext(1);
        prices.onComplete();
        assertEquals(List.of(1), all.join());
    }

    @Test
    void aFlowableRuns128AtOnceAndAnObservableAll() {
        Flowable.range(0, BURST).flatMap(i -> begun(Flowable.never())).subscribe();
        assertEquals(128, live.getAndSet(0));
        Observable.range(0, BURST).flatMap(i -> begun(Observable.never())).subscribe();
        assertEquals(BURST, live.getAndSet(0));
        Many.range(0, BURST).flatMap(i -> begun(Many.never())).subscribe();
        assertEquals(Many.CONCURRENCY, live.get());
    }

    @Test
    void maybe() {
        // tag::maybe
        Maybe<String> skipped = Maybe.<String>empty().map(String::toUpperCase); // the function is not called
        One<String> ours = One.<String>ofNull().mapNotNull(String::toUpperCase); // nor here; map calls it, with null
        // end::maybe
        assertNull(skipped.blockingGet());
        assertNull(ours.await());
    }

    @Test
    void timesAreRunsThere() {
        Repeat once = Repeat.times(1);
        assertEquals(2, Flowable.just(1).repeat(2).count().blockingGet());
        assertEquals(
                2,
                Uni.createFrom()
                        .item(1)
                        .repeat()
                        .atMost(2)
                        .collect()
                        .asList()
                        .await()
                        .indefinitely()
                        .size());
        assertEquals(2, Many.of(1).repeat(once).count().await());
        Flowable.fromSupplier(() -> broken()).retry(1).onErrorComplete().blockingSubscribe();
        assertEquals(2, live.getAndSet(0));
        One.supply(() -> broken()).retry(Retry.atMost(1)).onErrorComplete().await();
        assertEquals(2, live.get());
    }

    @Test
    void aCacheThatAllHaveLeftRunsOnThereAndIsCancelledHere() {
        Single.never()
                .doOnDispose(() -> cancelled.set(true))
                .cache()
                .subscribe()
                .dispose();
        assertFalse(cancelled.get());
        Uni<Object> never = Uni.createFrom().nothing();
        never.onCancellation()
                .invoke(() -> cancelled.set(true))
                .memoize()
                .indefinitely()
                .subscribe()
                .with(item -> {})
                .cancel();
        assertFalse(cancelled.get());
        One.never().doOnCancel(() -> cancelled.set(true)).cache().subscribe().cancel();
        assertTrue(cancelled.get());
    }

    @Test
    void aFailureIsKeptByACacheWithoutATimeAlone() {
        One<Integer> failing = One.supply(() -> broken());
        Single<Integer> theirs = Single.fromSupplier(() -> broken());
        Single<Integer> cached = theirs.cache();
        assertThrows(ArithmeticException.class, cached::blockingGet);
        assertThrows(ArithmeticException.class, cached::blockingGet);
        assertEquals(1, live.getAndSet(0));
        One<Integer> kept = failing.cache();
        assertThrows(ArithmeticException.class, kept::await);
        assertThrows(ArithmeticException.class, kept::await);
        assertEquals(1, live.getAndSet(0));
        One<Integer> forAnHour = failing.cache(Duration.ofHours(1));
        assertThrows(ArithmeticException.class, forAnHour::await);
        assertThrows(ArithmeticException.class, forAnHour::await);
        assertEquals(2, live.get());
    }

    @Test
    void aCheckedExceptionIsWrapped() {
        Single<Integer> theirs = Single.error(IOException::new);
        assertEquals(
                RuntimeException.class,
                assertThrows(RuntimeException.class, theirs::blockingGet).getClass());
        One<Integer> ours = One.fail(IOException::new);
        assertThrows(CompletionException.class, ours::await);
    }

    // ---------------------------------------------------------------- Mutiny

    @Test
    void aUniMayHaveNullAsAOneMay() {
        Uni<String> theirs = Uni.createFrom().nullItem();
        assertEquals("null", theirs.map(String::valueOf).await().indefinitely());
        assertEquals("null", One.<String>ofNull().map(String::valueOf).await());
    }

    @Test
    void range() {
        // tag::range
        Multi<Integer> theirs = Multi.createFrom().range(3, 5); // 3 and 4
        Many<Integer> ours = Many.range(3, 2); // so many from 3 on
        // end::range
        assertEquals(
                theirs.collect().asList().await().indefinitely(), ours.toList().await());
    }

    @Test
    void emitter() {
        List<Integer> numbers = IntStream.range(0, 100_000).boxed().toList();
        // tag::emitter
        Multi<Integer> theirs = Multi.createFrom().emitter(emitter -> numbers.forEach(emitter::emit)); // keeps all
        Many<Integer> ours = Many.emitter(Overflow.dropOldest(64), emitter -> numbers.forEach(emitter::next));
        // end::emitter
        Probe<Integer> all = Probe.subscribeTo(Many.from(theirs), 0);
        Probe<Integer> newest = Probe.subscribeTo(ours, 0);
        all.request(Long.MAX_VALUE);
        newest.request(Long.MAX_VALUE);
        assertEquals(100_000, all.items().size());
        assertEquals(64, newest.items().size());
    }

    @Test
    void theFutureOfAUniIsCancelledWithIt() {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Uni.createFrom().completionStage(future).subscribe().with(item -> {}).cancel();
        assertTrue(future.isCancelled());
        CompletableFuture<Integer> another = new CompletableFuture<>();
        One.from(another).subscribe().cancel();
        Single.fromCompletionStage(another).subscribe().dispose();
        assertFalse(another.isCancelled());
    }

    // ---------------------------------------------------------------- CompletableFuture

    @Test
    void aFutureDoesNotCancelWhatItIsMadeOf() {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        source.thenApply(i -> i + 1).cancel(true);
        assertFalse(source.isCancelled());
        One.never()
                .doOnCancel(() -> cancelled.set(true))
                .map(i -> 1)
                .subscribe()
                .cancel();
        assertTrue(cancelled.get());
    }

    @Test
    void all() {
        CompletableFuture<Integer> running = new CompletableFuture<>();
        CompletableFuture<Integer> failed = CompletableFuture.failedFuture(new IllegalStateException("planned"));
        assertFalse(CompletableFuture.allOf(running, failed).isDone());
        One<Integer> never = One.<Integer>never().doOnCancel(() -> cancelled.set(true));
        One<List<Integer>> ours = One.all(List.of(never, One.from(failed)));
        assertThrows(IllegalStateException.class, ours::await);
        assertTrue(cancelled.get());
    }

    @Test
    void exceptionallyGetsTheFailureWrapped() {
        CompletableFuture<Object> failed = CompletableFuture.failedFuture(new IllegalStateException("planned"));
        CompletableFuture<Object> later = failed.thenApply(value -> value);
        assertEquals(
                CompletionException.class,
                later.exceptionally(Throwable::getClass).join());
        assertEquals(
                IllegalStateException.class,
                One.from(later).onErrorReturn(Throwable::getClass).await());
    }
}
