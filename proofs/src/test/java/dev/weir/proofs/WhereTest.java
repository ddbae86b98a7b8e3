package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Cancellable;
import dev.weir.DroppedErrors;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Where something went wrong is told also where nobody receives it, and a limit names what has hung. */
class WhereTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    @AfterEach
    void forget() {
        DroppedErrors.listener(null);
    }

    // ---------------------------------------------------------------- failures that nobody receives

    /** What fails some time after it was cancelled. */
    private static final class Late {
        private final CountDownLatch latch = new CountDownLatch(1);
        private final Queue<Runnable> tasks = new ArrayDeque<>();

        int fail() {
            Threads.await(latch);
            throw new IllegalStateException("planned");
        }

        int failAtOnce() {
            throw new IllegalStateException("planned");
        }
    }

    private static final Map<String, Function<Late, Cancellable>> ROWS = new Rows<>();

    static {
        ROWS.put("blocking", late -> One.blocking(() -> late.fail()).subscribe());
        ROWS.put(
                "blocking in a stream",
                late -> Many.of(1)
                        .mapAsync(1, i -> One.blocking(() -> late.fail()))
                        .subscribe());
        ROWS.put(
                "mapBlocking",
                late -> Many.of(1).mapBlocking(1, i -> late.fail()).subscribe());
        ROWS.put(
                "map before a hop",
                late -> Many.of(1)
                        .map(i -> late.failAtOnce())
                        .publishOn(late.tasks::add)
                        .subscribe());
        ROWS.put(
                "One.map before a hop",
                late -> One.of(1)
                        .map(i -> late.failAtOnce())
                        .publishOn(late.tasks::add)
                        .subscribe());
        ROWS.put("generate", late -> Many.generate(out -> out.emit(late.fail())).subscribe());
        ROWS.put(
                "an inner stream",
                late -> Many.of(1)
                        .flatMap(i -> Many.generate(out -> out.emit(late.fail())))
                        .subscribe());
    }

    @TestFactory
    Stream<DynamicTest> aFailureThatNobodyReceivesTellsItsPlace() {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    CompletableFuture<Throwable> dropped = new CompletableFuture<>();
                    DroppedErrors.listener((pipeline, failure) -> dropped.complete(failure));
                    try (LogLines _ = LogLines.of("dev.weir")) {
                        Late late = new Late();
                        row.getValue().apply(late).cancel();
                        late.latch.countDown();
                        late.tasks.forEach(Runnable::run);
                        String place = Suppressed.place(dropped.get(120, TimeUnit.SECONDS));
                        assertTrue(place.contains(" (WhereTest.java:"), place);
                    }
                }));
    }

    // ---------------------------------------------------------------- failures on their way

    /** Each hands the failure, which was made at a map, to a function of the user's; the first are told where, all let it go on. */
    private static final Map<String, BiFunction<Many<Integer>, Consumer<Throwable>, One<?>>> SEEN = new Rows<>();

    static {
        SEEN.put("doOnError", (many, look) -> many.doOnError(look).count());
        SEEN.put(
                "onErrorResume",
                (many, look) ->
                        many.onErrorResume(failure -> Many.fail(() -> failure)).count());
        SEEN.put(
                "onErrorMap",
                (many, look) -> many.onErrorMap(failure -> failure).count());
        SEEN.put("One.doOnError", (many, look) -> many.first().doOnError(look));
        SEEN.put("One.onErrorResume", (many, look) -> many.first().onErrorResume(failure -> One.fail(() -> failure)));
        SEEN.put(
                "One.onErrorResume, later",
                (many, look) -> many.first()
                        .onErrorResume(failure -> One.from(CompletableFuture.completedStage(1))
                                .publishOn(Runnable::run)
                                .then(One.fail(() -> failure))));
        SEEN.put("One.onErrorMap", (many, look) -> many.first().onErrorMap(failure -> failure));
        SEEN.put(
                "cause",
                (many, look) ->
                        many.onErrorMap(IllegalStateException::new).count().onErrorMap(Throwable::getCause));
        SEEN.put(
                "One.cause",
                (many, look) ->
                        many.first().onErrorMap(IllegalStateException::new).onErrorMap(Throwable::getCause));
    }

    /** Whoever looks must not fail, which would be a failure more. */
    private static String placeIn(Throwable failure) {
        return failure.getSuppressed().length == 0 ? "nowhere" : Suppressed.place(failure);
    }

    @TestFactory
    Stream<DynamicTest> whoIsGivenAFailureIsToldItsPlaceAndSoIsWhoeverItGoesOnTo() {
        return SEEN.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    List<String> places = new ArrayList<>();
                    Many<Integer> failing = Many.of(0).map(i -> 1 / i).named("shares");
                    row.getValue()
                            .apply(failing, failure -> places.add(placeIn(failure)))
                            .named("all")
                            .subscribe(value -> {}, failure -> places.add(Suppressed.place(failure)));
                    assertFalse(places.isEmpty());
                    for (String place : places) {
                        assertTrue(place.matches("at stage map \\(WhereTest.java:.* of pipeline \"shares\".*"), place);
                    }
                }));
    }

    @Test
    void anotherFailureInPlaceOfOneIsToldToComeFromItsFunction() {
        Function<Throwable, Throwable> mapping = failure -> new IllegalArgumentException(failure);
        for (One<?> one : List.of(
                Many.fail(IllegalStateException::new).onErrorMap(mapping).count(),
                One.fail(IllegalStateException::new).onErrorMap(mapping))) {
            String place = Suppressed.place(assertThrows(IllegalArgumentException.class, one::await));
            assertTrue(place.startsWith("at stage onErrorMap (WhereTest.java:"), place);
        }
    }

    // ---------------------------------------------------------------- what has hung

    @Test
    void aLimitNamesThePipelineThatHasHung() {
        VirtualTime time = new VirtualTime();
        Probe<Object> probe = Probe.subscribeTo(
                Many.never().named("prices").filter(i -> true).timeout(LIMIT).named("orders"), time);
        time.advance(LIMIT);
        assertEquals(
                "timeout: no first item within 1 s in pipeline \"prices\"",
                probe.failure().getMessage());
    }

    @Test
    void soDoesOneOfAOne() {
        VirtualTime time = new VirtualTime();
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        One.never()
                .named("prices")
                .map(i -> i)
                .timeout(LIMIT)
                .named("orders")
                .withContext(context -> context.withClock(time))
                .subscribe(value -> {}, failed::complete);
        time.advance(LIMIT);
        assertEquals(
                "timeout: the One did not end within 1 s in pipeline \"prices\"",
                failed.getNow(null).getMessage());
    }

    @Test
    void soDoesOneWhoWaits() {
        One<Object> one = One.never().named("prices").map(i -> i);
        CompletionException thrown = assertThrows(CompletionException.class, () -> one.await(Duration.ofNanos(1)));
        assertTrue(thrown.getMessage().endsWith(" in pipeline \"prices\""), thrown.getMessage());
    }
}
