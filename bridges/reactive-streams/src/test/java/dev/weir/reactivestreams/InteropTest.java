package dev.weir.reactivestreams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Probe;
import io.micrometer.context.ContextRegistry;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Our stream by way of another library, of ours, and of another one again: nothing of it is lost. What each of two does
 * alone is in the pairs, too.
 */
class InteropTest {
    private static final Context.Key<Integer> NUMBER = Context.Key.of("number");
    private static final Context.Key<String> USER = Context.Key.of("user");
    private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
    private static final int ITEMS = 2_000;
    private static final int MOST_AHEAD = 1_024; // what two libraries may ask for before anybody asked them

    @BeforeAll
    static void carryTheLocal() {
        ContextRegistry.getInstance().registerThreadLocalAccessor("interop", LOCAL);
    }

    record Way(Library first, Library second) {
        Many<Integer> through(Many<Integer> many) {
            return mapped(many, item -> item);
        }

        /** The first library applies the function; the second passes on what comes. */
        Many<Integer> mapped(Many<Integer> many, UnaryOperator<Integer> mapper) {
            return second.map(first.map(many, mapper).map(item -> item), item -> item);
        }
    }

    static Stream<Way> ways() {
        return Arrays.stream(Library.values())
                .flatMap(first -> Arrays.stream(Library.values()).map(second -> new Way(first, second)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void itemsComeBackInOrder(Way way) {
        List<Integer> expected = IntStream.range(0, ITEMS).boxed().toList();
        Many<Integer> many = way.through(Many.range(0, ITEMS));
        assertEquals(expected, many.toList().await());
        assertEquals(expected, many.toList().await(), "the second time");
        assertEquals(List.of(), way.through(Many.empty()).toList().await());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void demandGoesThrough(Way way) {
        AtomicInteger emitted = new AtomicInteger();
        Probe<Integer> probe =
                Probe.subscribeTo(way.through(Many.range(0, 100_000).doOnNext(i -> emitted.incrementAndGet())), 0);
        probe.request(3);
        probe.awaitItems(3).assertItems(0, 1, 2);
        assertTrue(emitted.get() <= MOST_AHEAD, () -> emitted + " were emitted");
        probe.request(2);
        probe.awaitItems(5).assertItems(0, 1, 2, 3, 4);
        probe.cancel();
    }

    // ---------------------------------------------------------------- ends

    @ParameterizedTest
    @MethodSource("ways")
    void failuresComeBack(Way way) {
        assertBroken(way.through(Many.of(1).concatWith(Many.fail(() -> new IllegalStateException("broken")))));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void whatALibraryThrowsComesDownAndCancelsTheSource(Way way) throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        Many<Integer> source = Many.of(1).concatWith(Many.never()).doFinally(ending -> cancelled.countDown());
        assertBroken(way.mapped(source, item -> {
            throw new IllegalStateException("broken");
        }));
        cancelled.await();
    }

    private static void assertBroken(Many<Integer> many) {
        Throwable failure = Probe.subscribeTo(many)
                .awaitEnd()
                .assertFailed(IllegalStateException.class)
                .failure();
        assertEquals("broken", failure.getMessage());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void cancellationsReachTheSource(Way way) throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        Many<Integer> source = Many.of(1).concatWith(Many.never()).doFinally(ending -> cancelled.countDown());
        Probe<Integer> probe = Probe.subscribeTo(way.through(source));
        probe.awaitItems(1);
        probe.cancel();
        cancelled.await();
        probe.assertNotEnded();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void whatALibraryDoesNotTakeIsCancelled(Way way) throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        Many<Integer> source = Many.range(0, 3).concatWith(Many.never()).doFinally(ending -> cancelled.countDown());
        Probe.subscribeTo(way.second.take(way.first.map(source, item -> item), 3))
                .awaitEnd()
                .assertItems(0, 1, 2)
                .assertCompleted();
        cancelled.await();
    }

    // ---------------------------------------------------------------- context

    @ParameterizedTest
    @MethodSource("ways")
    void aContextThatIsHandedOverIsKnownAbove(Way way) {
        Many<Integer> numbers = Many.deferContextual(context -> Many.of(context.get(NUMBER)));
        Many<Integer> many = Many.deferContextual(context -> way.through(numbers.withContext(without -> context)));
        assertEquals(
                5, many.withContext(context -> context.with(NUMBER, 5)).first().await());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void valuesOfThreadsAreRightAboveAndBelow(Way way) {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Many<Integer> source = Many.range(0, ITEMS).doOnNext(i -> seen.add("above " + LOCAL.get()));
        Many<Integer> many = Many.deferContextual(context -> way.through(source.withContext(without -> context)))
                .doOnNext(i -> seen.add("below " + LOCAL.get()))
                .doOnComplete(() -> seen.add("below " + LOCAL.get()));
        LOCAL.set("ada");
        try {
            assertEquals(ITEMS, many.count().await());
        } finally {
            LOCAL.remove();
        }
        assertEquals(Set.of("above ada", "below ada"), Set.copyOf(seen));
    }

    @Test
    void whatReactorKnowsIsHandedOver() {
        Many<String> users = Many.deferContextual(context -> Many.of(String.valueOf(context.get(USER))));
        Flux<String> flux = Flux.deferContextual(view -> Flux.from(
                ReactiveStreams.publisher(users.withContext(context -> context.with(USER, view.get("user"))))));
        assertEquals("ada", flux.contextWrite(view -> view.put("user", "ada")).blockFirst());
    }

    @Test
    void reactorIsToldWhatWeKnow() {
        Flux<String> flux = Flux.deferContextual(view -> Flux.just(view.<String>get("user")));
        Many<String> users = Many.deferContextual(context ->
                ReactiveStreams.many(flux.contextWrite(view -> view.put("user", String.valueOf(context.get(USER))))));
        assertEquals(
                "ada",
                users.withContext(context -> context.with(USER, "ada")).first().await());
    }

    // ---------------------------------------------------------------- single values

    @Test
    void singleValues() {
        One<Integer> one = One.of(5);
        One<Integer> nothing = One.ofNull();
        assertEquals(5, Mono.from(ReactiveStreams.publisher(one)).block());
        assertNull(Mono.from(ReactiveStreams.publisher(nothing)).block());
        assertEquals(5, Single.fromPublisher(ReactiveStreams.publisher(one)).blockingGet());
        assertNull(Maybe.fromPublisher(ReactiveStreams.publisher(nothing)).blockingGet());
        assertEquals(
                5,
                Uni.createFrom().completionStage(one::toCompletionStage).await().indefinitely());

        assertEquals(5, ReactiveStreams.one(Mono.just(5)).await());
        assertNull(ReactiveStreams.one(Mono.empty()).await());
        assertEquals(5, ReactiveStreams.one(Single.just(5).toFlowable()).await());
        assertEquals(
                5,
                One.from(() -> Uni.createFrom().item(5).subscribeAsCompletionStage())
                        .await());
        assertEquals(0, ReactiveStreams.one(Flux.range(0, 10)).await());
        assertEquals(0, ReactiveStreams.one(Flowable.range(0, 10)).await());
    }

    @Test
    void failuresOfSingleValues() {
        IllegalStateException broken = new IllegalStateException("broken");
        Probe<Integer> probe = Probe.subscribeTo(
                ReactiveStreams.<Integer>one(Mono.error(broken)).toMany());
        assertSame(broken, probe.assertFailed(IllegalStateException.class).failure());
    }
}
