package dev.weir.reactivestreams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Probe;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import kotlinx.coroutines.jdk9.ReactiveFlowKt;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.stream.javadsl.AsPublisher;
import org.apache.pekko.stream.javadsl.JavaFlowSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Our stream through theirs and back. */
class InteropTest {
    private static final ActorSystem PEKKO = ActorSystem.create("interop");
    private static final int ITEMS = 2_000;
    private static final int MOST_AHEAD = 1_024; // what a library may ask for before anybody asked it

    @AfterAll
    static void terminate() {
        PEKKO.terminate();
    }

    enum Library {
        RXJAVA,
        REACTOR,
        MUTINY,
        PEKKO,
        KOTLIN;

        /** The stream as it was, by way of the library. */
        Many<Integer> through(Many<Integer> many) {
            return switch (this) {
                case RXJAVA ->
                    ReactiveStreams.many(Flowable.fromPublisher(ReactiveStreams.publisher(many))
                            .map(i -> i));
                case REACTOR ->
                    ReactiveStreams.many(
                            Flux.from(ReactiveStreams.publisher(many)).map(i -> i));
                case MUTINY -> Many.from(Multi.createFrom().publisher(many).map(i -> i));
                case PEKKO ->
                    Many.defer(() -> Many.from(JavaFlowSupport.Source.fromPublisher(many)
                            .map(i -> i)
                            .runWith(JavaFlowSupport.Sink.asPublisher(AsPublisher.WITHOUT_FANOUT), InteropTest.PEKKO)));
                case KOTLIN -> Many.from(ReactiveFlowKt.asPublisher(ReactiveFlowKt.asFlow(many)));
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void itemsComeBackInOrder(Library library) {
        List<Integer> expected = IntStream.range(0, ITEMS).boxed().toList();
        Many<Integer> many = library.through(Many.range(0, ITEMS));
        assertEquals(expected, many.toList().await());
        assertEquals(expected, many.toList().await(), "the second time");
        assertEquals(List.of(), library.through(Many.empty()).toList().await());
    }

    @ParameterizedTest
    @EnumSource
    void demandGoesThrough(Library library) {
        AtomicInteger emitted = new AtomicInteger();
        Probe<Integer> probe =
                Probe.subscribeTo(library.through(Many.range(0, 100_000).doOnNext(i -> emitted.incrementAndGet())), 0);
        probe.request(3);
        probe.awaitItems(3).assertItems(0, 1, 2);
        assertTrue(emitted.get() <= MOST_AHEAD, () -> emitted + " were emitted");
        probe.request(2);
        probe.awaitItems(5).assertItems(0, 1, 2, 3, 4);
        probe.cancel();
    }

    @ParameterizedTest
    @EnumSource
    void failuresComeBack(Library library) {
        IllegalStateException broken = new IllegalStateException("broken");
        Many<Integer> many = library.through(Many.concat(Many.of(1), Many.fail(() -> broken)));
        Throwable failure = Probe.subscribeTo(many)
                .awaitEnd()
                .assertFailed(IllegalStateException.class)
                .failure();
        assertEquals("broken", failure.getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void cancellationsReachTheSource(Library library) throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        Many<Integer> source = Many.concat(Many.of(1), Many.never());
        Probe<Integer> probe = Probe.subscribeTo(library.through(source.doFinally(ending -> cancelled.countDown())));
        probe.awaitItems(1);
        probe.cancel();
        cancelled.await();
        probe.assertNotEnded();
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
    }

    @Test
    void failuresOfSingleValues() {
        IllegalStateException broken = new IllegalStateException("broken");
        Probe<Integer> probe = Probe.subscribeTo(
                ReactiveStreams.<Integer>one(Mono.error(broken)).toMany());
        assertSame(broken, probe.assertFailed(IllegalStateException.class).failure());
    }

    // ---------------------------------------------------------------- context

    private static final Context.Key<String> USER = Context.Key.of("user");

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
}
