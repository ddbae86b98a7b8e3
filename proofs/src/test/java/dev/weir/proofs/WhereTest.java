package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.DroppedErrors;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.op.kernel.run.Run;
import dev.weir.op.kernel.run.Step;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Gatherer;
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

    // ---------------------------------------------------------------- what was called

    /** Each is given a function that fails, by the method of its name; several of them are made of one another. */
    private static final Map<String, One<?>> CALLED = new Rows<>();

    @SuppressWarnings("TypeParameterUnusedInFormals") // it returns nothing
    private static <R> R fail() {
        throw new IllegalStateException("planned");
    }

    static {
        Many<Integer> many = Many.of(1, 2);
        CALLED.put("fromStream", Many.fromStream(() -> fail()).count());
        CALLED.put("using", Many.using(() -> fail(), i -> many, i -> {}).count());
        CALLED.put("emitter", Many.emitter(Overflow.fail(), _ -> fail()).count());
        CALLED.put("map", many.map(_ -> fail()).count());
        CALLED.put("scan", many.scan(() -> 0, (_, _) -> fail()).count());
        CALLED.put("reduce", many.reduce(() -> 0, (_, _) -> fail()));
        CALLED.put("skipWhile", many.skipWhile(_ -> fail()).count());
        CALLED.put(
                "withLatestFrom",
                many.withLatestFrom(Many.of(1), (_, _) -> fail()).count());
        CALLED.put("flatMapIterable", many.flatMapIterable(_ -> fail()).count());
        CALLED.put("switchMap", many.switchMap(_ -> fail()).count());
        CALLED.put("switchIfEmpty", Many.empty().switchIfEmpty(() -> fail()).count());
        CALLED.put("unfold", Many.unfold(1, _ -> fail()).count());
        CALLED.put("defer", Many.defer(() -> fail()).count());
        CALLED.put(
                "onErrorReturn",
                Many.fail(IllegalArgumentException::new)
                        .onErrorReturn(_ -> fail())
                        .count());
        CALLED.put("mapNotNull", many.mapNotNull(_ -> fail()).count());
        CALLED.put("takeWhile", many.takeWhile(_ -> fail()).count());
        CALLED.put("takeUntil", many.takeUntil(_ -> fail()).count());
        CALLED.put("anyMatch", many.anyMatch(_ -> fail()));
        CALLED.put("allMatch", many.allMatch(_ -> fail()));
        CALLED.put("gather", many.gather(Gatherer.of((_, _, _) -> fail())).count());
        CALLED.put("mapBlocking", many.mapBlocking(1, _ -> fail()).count());
        CALLED.put("mapAsyncUnordered", many.mapAsyncUnordered(2, _ -> fail()).count());
        CALLED.put(
                "mapAsyncUnordered, by key",
                many.mapAsyncUnordered(2, _ -> fail(), One::of).count());
        CALLED.put("delayUntil", many.delayUntil(_ -> fail()).count());
        CALLED.put("doOnComplete", many.doOnComplete(() -> fail()).count());
        CALLED.put("groupBy", many.groupBy(2, i -> i, _ -> fail()).count());
        CALLED.put("zip", Many.zip(many, many, (_, _) -> fail()).count());
        CALLED.put("zipWith", many.zipWith(many, (_, _) -> fail()).count());
        CALLED.put(
                "combineLatest",
                Many.combineLatest(many, many, (_, _) -> fail()).count());
        CALLED.put("unfoldAsync", Many.unfoldAsync(1, _ -> fail()).count());
        CALLED.put(
                "expand", many.through(Operators.<Integer>expand(_ -> fail())).count());
        CALLED.put(
                "bufferUntilChanged",
                many.through(Operators.bufferUntilChanged(2, _ -> fail())).count());
        CALLED.put(
                "doOnSubscribe",
                many.through(Operators.doOnSubscribe(_ -> fail())).count());
        CALLED.put(
                "doOnRequest", many.through(Operators.doOnRequest(_ -> fail())).count());
        CALLED.put("call", One.call(() -> fail()));
        CALLED.put("blocking", One.blocking(() -> fail()));
        CALLED.put("filter", One.of(1).filter(_ -> fail()));
        CALLED.put("mapNotNull, of a One", One.of(1).mapNotNull(_ -> fail()));
        CALLED.put("delayUntil, of a One", One.of(1).delayUntil(_ -> fail()));
        CALLED.put("doOnSubscribe, of a One", One.of(1).doOnSubscribe(() -> fail()));
        CALLED.put("doOnValue", One.of(1).doOnValue(_ -> fail()));
        CALLED.put("zip, of Ones", One.zip(One.of(1), One.of(2), (_, _) -> fail()));
        CALLED.put("zip, of four Ones", One.zip(One.of(1), One.of(2), One.of(3), One.of(4), (_, _, _, _) -> fail()));
        CALLED.put("from", One.from(() -> fail()));
        CALLED.put("flatMapMany", One.of(1).flatMapMany(_ -> fail()).count());
        CALLED.put("onErrorMap", One.fail(IllegalArgumentException::new).onErrorMap(_ -> fail()));
    }

    @TestFactory
    Stream<DynamicTest> aFailureTellsTheMethodThatWasGivenTheFunction() {
        return CALLED.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    String place = Suppressed.place(assertThrows(IllegalStateException.class, row.getValue()::await));
                    String method = row.getKey().split(",")[0];
                    assertTrue(place.startsWith("at stage " + method + " (WhereTest.java:"), place);
                }));
    }

    /** Each is refused by its executor, or by the clock, which belong to the whole program: so does the place. */
    private static final Map<String, One<?>> REFUSED = new Rows<>();

    static {
        Executor full = task -> fail();
        Many<Integer> many = Many.of(1, 2);
        One<Integer> one = One.of(1);
        REFUSED.put("publishOn", many.publishOn(full).count());
        REFUSED.put("subscribeOn", many.subscribeOn(full).count());
        REFUSED.put("interval", Many.interval(LIMIT).count());
        REFUSED.put("delay", many.delay(LIMIT).count());
        REFUSED.put(
                "delaySubscription",
                many.through(Operators.delaySubscription(LIMIT)).count());
        REFUSED.put("timeout", Many.never().timeout(LIMIT).count());
        REFUSED.put("take", many.concatWith(Many.never()).take(LIMIT).count());
        REFUSED.put("buffer", many.concatWith(Many.never()).buffer(9, LIMIT).count());
        REFUSED.put("window", many.concatWith(Many.never()).window(9, LIMIT).count());
        REFUSED.put("debounce", many.concatWith(Many.never()).debounce(LIMIT).count());
        REFUSED.put(
                "sample",
                many.concatWith(Many.never()).through(Operators.sample(LIMIT)).count());
        REFUSED.put(
                "throttleFirst",
                Many.range(0, 99).through(Operators.throttleFirst(LIMIT)).count());
        REFUSED.put(
                "throttleLatest", many.through(Operators.throttleLatest(LIMIT)).count());
        REFUSED.put("rateLimit", many.through(Operators.rateLimit(1, LIMIT)).count());
        REFUSED.put(
                "retry",
                Many.fail(IllegalArgumentException::new)
                        .retry(Retry.backoff(1, LIMIT))
                        .count());
        REFUSED.put("repeat", many.repeat(Repeat.times(1).withPause(LIMIT)).count());
        REFUSED.put("publishOn of a One", one.publishOn(full));
        REFUSED.put("subscribeOn of a One", one.subscribeOn(full));
        REFUSED.put("delay of a One", one.delay(LIMIT));
        REFUSED.put("timeout of a One", One.never().timeout(LIMIT));
        REFUSED.put("retry of a One", One.fail(IllegalArgumentException::new).retry(Retry.backoff(1, LIMIT)));
        REFUSED.put(
                "repeat of a One", one.repeat(Repeat.times(1).withPause(LIMIT)).count());
    }

    @TestFactory
    Stream<DynamicTest> whatIsRefusedIsToldWithItsPipeline() {
        return REFUSED.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    Clock broken = new StoppedClock(new IllegalStateException("planned"));
                    One<?> named = row.getValue()
                            .withContext(context -> context.withClock(broken))
                            .named("prices");
                    String place = Suppressed.place(assertThrows(IllegalStateException.class, named::await));
                    assertTrue(
                            place.endsWith("in pipeline \"prices\"") || place.endsWith("of pipeline \"prices\""),
                            place);
                }));
    }

    /** Each is given an iterable that fails, by the method of its name. */
    private static final Map<String, One<?>> ITERATED = new Rows<>();

    static {
        Iterable<One<Integer>> failing = () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return fail();
            }

            @Override
            public One<Integer> next() {
                throw new NoSuchElementException();
            }
        };
        ITERATED.put("all", One.all(failing));
        ITERATED.put("race", One.race(failing));
    }

    @TestFactory
    Stream<DynamicTest> whatIteratesIsToldWithItsStage() {
        return ITERATED.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    One<?> named = row.getValue().named("prices");
                    String place = Suppressed.place(assertThrows(IllegalStateException.class, named::await));
                    assertEquals("at stage " + row.getKey() + " of pipeline \"prices\"", place);
                }));
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
    void aNameIsSeenThroughWhatIsCached() {
        for (One<Object> cached : List.of(
                One.never().named("prices").cache(), One.never().named("prices").cache(LIMIT))) {
            CompletionException thrown =
                    assertThrows(CompletionException.class, () -> cached.await(Duration.ofNanos(1)));
            assertTrue(thrown.getMessage().endsWith(" in pipeline \"prices\""), thrown.getMessage());
        }
    }

    /** Each step belongs to the pipeline that it is in: of those that wait, and of those that are given up before they begin. */
    @Test
    void aStepThatIsToldOfACancellationBelongsToItsOwnPipeline() {
        for (One<Integer> waiting : List.of(
                One.<Integer>never(),
                One.of(1).delay(LIMIT),
                One.of(1).publishOn(Runnable::run).delay(LIMIT))) {
            List<String> dropped = new ArrayList<>();
            DroppedErrors.listener((pipeline, failure) -> dropped.add(pipeline));
            try (LogLines _ = LogLines.of("dev.weir")) {
                waiting.doFinally(_ -> fail())
                        .named("prices")
                        .doFinally(_ -> fail())
                        .named("orders")
                        .subscribe()
                        .cancel();
            }
            assertEquals(List.of("prices", "orders"), dropped);
        }
    }

    @Test
    void soDoesOneWhoWaits() {
        One<Object> one = One.never().named("prices").map(i -> i);
        CompletionException thrown = assertThrows(CompletionException.class, () -> one.await(Duration.ofNanos(1)));
        assertTrue(thrown.getMessage().endsWith(" in pipeline \"prices\""), thrown.getMessage());
    }

    @Test
    void valuesForThroughThatArePutTogetherTellTheUsersPlace() {
        for (Many<Integer> many : List.of(Many.of(1), Many.of(1, 2), One.of(1).toMany())) {
            One<?> one = many.through(Operators.<Integer>expand(_ -> fail()).andThen(Operators.skipLast(1)))
                    .count();
            String place = Suppressed.place(assertThrows(IllegalStateException.class, one::await));
            assertTrue(place.startsWith("at stage expand (WhereTest.java:"), place);
        }
    }

    @Test
    void anOverflowTellsTheMethodToo() {
        Probe<Integer> probe = Probe.subscribeTo(Many.emitter(Overflow.fail(), emitter -> emitter.next(1)), 0);
        assertEquals("at stage emitter", Suppressed.place(probe.failure()));
    }

    /** What compares the items is not the user's function, and no stage that the user has named. */
    @Test
    void itemsThatCannotBeComparedTellTheMethod() {
        Object broken = new Object() {
            @Override
            public boolean equals(Object other) {
                return fail();
            }

            @Override
            public int hashCode() {
                return fail();
            }
        };
        Map<String, Many<Object>> rows = Map.of(
                "at stage distinct", Many.of(broken).distinct(2),
                "at stage distinctUntilChanged", Many.of(broken).distinctUntilChanged());
        rows.forEach((place, many) ->
                assertEquals(place, Suppressed.place(assertThrows(IllegalStateException.class, many.count()::await))));
    }

    /** As one of ours that overflows the stack does: in the run, and from its loop. */
    @Test
    void aStepThatThrowsTellsThePipeline() {
        One<Object> broken = new Step<>() {
            @Override
            public Object poll(Run run, int depth) {
                return WhereTest.fail();
            }
        };
        for (One<?> one : List.of(One.of(1).publishOn(Runnable::run).then(broken), broken.subscribeOn(Runnable::run))) {
            One<?> named = one.named("prices");
            assertEquals(
                    "in pipeline \"prices\"",
                    Suppressed.place(assertThrows(IllegalStateException.class, named::await)));
        }
    }

    /** The JDK puts the filter together, so nobody knows where: the method is told all the same. */
    @Test
    void aFilterThatIsPutTogetherTellsTheMethod() {
        Predicate<Throwable> failing = _ -> fail();
        Retry retry = Retry.atMost(1).onlyIf(failing.and(_ -> true));
        for (One<?> one : List.of(
                Many.fail(IllegalArgumentException::new).retry(retry).count(),
                One.fail(IllegalArgumentException::new).retry(retry))) {
            String place = Suppressed.place(assertThrows(IllegalStateException.class, one::await));
            assertTrue(place.startsWith("at stage retry (java.util.function.Predicate"), place);
        }
    }
}
