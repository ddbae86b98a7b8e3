package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.Sharing;
import dev.weir.Valve;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Gatherer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A chain may be as long as memory, and recursion in last place without end, on little stack: a chain ends with its items, on
 * the thread that subscribes and on another, and its cancellation reaches the source.
 */
class DeepTest {
    private static final Context.Key<Integer> PAGE = Context.Key.of("page");
    private static final int LEVELS = 100_000;
    private static final int PAGES = 50_000;
    private static final int PAGES_INSIDE = 3_000;
    private static final long STACK = 512 * 1024;
    private static final Duration HOUR = Duration.ofHours(1);

    private interface Level<T> extends UnaryOperator<T> {}

    private static final Map<String, Level<Many<Integer>>> MANY = new Rows<>();
    private static final Map<String, Level<One<Integer>>> ONE = new Rows<>();
    private static final Map<String, Page> PAGED = new Rows<>();
    private static final Map<String, Page> STANDING = new Rows<>(); // each stands for what follows, and emits nothing
    private static final Map<String, Page> AROUND = new Rows<>(); // all that follows, so each page goes through all

    static {
        MANY.put("map", many -> many.map(i -> i + 1));
        MANY.put("filter", many -> many.filter(i -> i >= 0));
        MANY.put("flatMap", many -> many.flatMap(Many::of));
        MANY.put("concatMap", many -> many.concatMap(Many::of));
        MANY.put("flatMap of what is not known", many -> many.flatMap(i -> Many.defer(() -> Many.of(i))));
        MANY.put("concatMap of what is not known", many -> many.concatMap(i -> Many.defer(() -> Many.of(i))));
        MANY.put("switchMap of what is not known", many -> many.switchMap(i -> Many.defer(() -> Many.of(i))));
        MANY.put("mapAsync", many -> many.mapAsync(1, One::of));
        MANY.put("flatMapIterable", many -> many.flatMapIterable(List::of));
        MANY.put("onErrorResume", many -> many.onErrorResume(failure -> Many.empty()));
        MANY.put("onErrorReturn", many -> many.onErrorReturn(failure -> 0));
        MANY.put("retry", many -> many.retry(Retry.atMost(1)));
        MANY.put("repeat", many -> many.repeat(Repeat.times(0)));
        MANY.put("timeout", many -> many.timeout(HOUR));
        MANY.put("take", many -> many.take(2));
        MANY.put("concat", many -> Many.concat(many, Many.empty()));
        MANY.put("merge", many -> Many.merge(many, Many.empty()));
        MANY.put("defer", many -> Many.defer(() -> many));
        MANY.put("switchIfEmpty", many -> many.switchIfEmpty(Many::empty));
        MANY.put("doFinally", many -> many.doFinally(ending -> {}));
        MANY.put("withContext", many -> many.withContext(context -> context));
        MANY.put("buffer", many -> many.buffer(1).map(List::getFirst));
        MANY.put("share", Many::share);
        MANY.put("takeLast", many -> many.through(Operators.takeLast(2)));
        MANY.put("scan", many -> many.scan(() -> 0, (sum, i) -> i));
        MANY.put("distinctUntilChanged", many -> many.distinctUntilChanged());
        MANY.put("mapNotNull", many -> many.mapNotNull(i -> i));
        MANY.put("ofType", many -> many.ofType(Integer.class));
        MANY.put("distinct", many -> many.distinct(2));
        MANY.put("gather", many -> many.gather(Gatherer.<Integer, Integer>of((none, i, out) -> out.push(i))));
        MANY.put("flatMapDelayingErrors", many -> many.flatMapDelayingErrors(1, Many::of));
        MANY.put("switchMap", many -> many.switchMap(Many::of));
        MANY.put("mapAsyncUnordered", many -> many.mapAsyncUnordered(1, One::of));
        MANY.put("mapAsyncUnordered by key", many -> many.mapAsyncUnordered(1, i -> 0, One::of));
        MANY.put("takeWhile", many -> many.takeWhile(i -> i >= 0));
        MANY.put("skip", many -> many.skip(0));
        MANY.put("takeUntil", many -> many.takeUntil(i -> i < 0));
        MANY.put("takeUntil of a stream", many -> many.takeUntil(Many.never()));
        MANY.put("take for a time", many -> many.take(HOUR));
        MANY.put("skipWhile", many -> many.skipWhile(i -> i < 0));
        MANY.put("concatWith", many -> many.concatWith(Many.empty()));
        MANY.put("mergeWith", many -> many.mergeWith(Many.empty()));
        MANY.put("startWith", many -> many.startWith().skip(0));
        MANY.put("zip", many -> Many.zip(many, Many.of(1, 2), (a, b) -> a));
        MANY.put("zipWith", many -> many.zipWith(Many.of(1, 2), (a, b) -> a));
        MANY.put("combineLatest", many -> Many.combineLatest(Many.of(0), many, (a, b) -> b));
        MANY.put("withLatestFrom", many -> many.withLatestFrom(Many.of(0), (i, latest) -> i));
        MANY.put("skipUntil", many -> many.through(Operators.skipUntil(Many.of(0))));
        MANY.put("defaultIfEmpty", many -> many.defaultIfEmpty(0));
        MANY.put("groupBy", many -> many.groupBy(1, i -> 0, Many.Group::items));
        MANY.put("window", many -> many.window(2).concatMap(items -> items));
        MANY.put("buffer for a time", many -> many.buffer(1, HOUR).map(List::getFirst));
        MANY.put("delay", many -> many.delay(Duration.ZERO));
        MANY.put("onErrorMap", many -> many.onErrorMap(IllegalStateException::new));
        MANY.put("onErrorComplete", many -> many.onErrorComplete());
        MANY.put("onOverflow", many -> many.onOverflow(Overflow.buffer(2)));
        MANY.put("publishOn", many -> many.publishOn(Runnable::run));
        MANY.put("subscribeOn", many -> many.subscribeOn(Runnable::run));
        MANY.put("doOnNext", many -> many.doOnNext(i -> {}));
        MANY.put("doOnError", many -> many.doOnError(failure -> {}));
        MANY.put("doOnComplete", many -> many.doOnComplete(() -> {}));
        MANY.put("delayUntil", many -> many.delayUntil(One::of));
        MANY.put("named", many -> many.named("deep"));
        MANY.put("onUndelivered", many -> many.onUndelivered(Integer.class, i -> {}));
        MANY.put("deferContextual", many -> Many.deferContextual(context -> many));
        MANY.put("using", many -> Many.using(() -> 0, none -> many, none -> {}));
        MANY.put("replaying", many -> many.share(Sharing.replaying(1)));
        MANY.put("index", many -> many.through(Operators.index()).map(indexed -> indexed.item()));
        MANY.put("expand", many -> many.through(Operators.expand(i -> Many.empty())));
        MANY.put("skipLast", many -> many.through(Operators.skipLast(0)));
        MANY.put("raceWith", many -> many.through(Operators.raceWith(Many.never())));
        MANY.put(
                "bufferUntilChanged",
                many -> many.through(Operators.bufferUntilChanged(1, i -> i)).map(List::getFirst));
        MANY.put("rateLimit", many -> many.through(Operators.rateLimit(2, HOUR)));
        MANY.put("limitRate", many -> many.through(Operators.limitRate(1)));
        MANY.put("pausable", many -> many.through(Operators.pausable(new Valve())));
        MANY.put("doOnSubscribe", many -> many.through(Operators.doOnSubscribe(context -> {})));
        MANY.put("doOnRequest", many -> many.through(Operators.doOnRequest(n -> {})));
        MANY.put("doOnCancel", many -> many.through(Operators.doOnCancel(() -> {})));
        MANY.put("through a One", many -> many.toList().flatMapMany(Many::from));

        ONE.put("map", one -> one.map(i -> i + 1));
        ONE.put("flatMap", one -> one.flatMap(One::of));
        ONE.put("onErrorResume", one -> one.onErrorResume(failure -> One.of(0)));
        ONE.put("timeout", one -> one.timeout(HOUR));
        ONE.put("cache", One::cache);
        ONE.put("retry", one -> one.retry(Retry.atMost(1)));
        ONE.put("zip", one -> One.zip(one, One.of(1), Integer::sum));
        ONE.put("all", one -> One.all(List.of(one)).map(List::getFirst));
        ONE.put("any", one -> One.any(List.of(one)));
        ONE.put("defer", one -> One.defer(() -> one));
        ONE.put("withContext", one -> one.withContext(context -> context));
        ONE.put("doFinally", one -> one.doFinally(ending -> {}));
        ONE.put("toMany", one -> one.toMany().first().map(Objects::requireNonNull));
        ONE.put("flatMapMany", one -> one.flatMapMany(Many::of).last().map(Objects::requireNonNull));
        ONE.put("delayUntil", one -> one.delayUntil(One::of));
        ONE.put("using", one -> One.using(One.of(1), resource -> one, resource -> One.ofVoid()));
        ONE.put("then", one -> One.ofVoid().then(one));
        ONE.put("thenReturn", one -> one.thenReturn(1));
        ONE.put("thenMany", one -> one.thenMany(Many.of(1)).first().map(Objects::requireNonNull));
        ONE.put("filter", one -> one.filter(i -> true).map(Objects::requireNonNull));
        ONE.put("mapNotNull", one -> one.mapNotNull(i -> i).map(Objects::requireNonNull));
        ONE.put("race", one -> One.race(List.of(one)));
        ONE.put("allSettled", one -> One.allSettled(List.of(one)).map(all -> 1));
        ONE.put("orElse", one -> one.orElse(0));
        ONE.put("orElse of a One", one -> one.orElse(() -> One.of(0)));
        ONE.put("orFail", one -> one.orFail());
        ONE.put("onErrorReturn", one -> one.onErrorReturn(failure -> 0));
        ONE.put("onErrorMap", one -> one.onErrorMap(IllegalStateException::new));
        ONE.put("onErrorComplete", one -> one.onErrorComplete().map(Objects::requireNonNull));
        ONE.put("repeat", one -> one.repeat(Repeat.times(0)).first().map(Objects::requireNonNull));
        ONE.put("publishOn", one -> one.publishOn(Runnable::run));
        ONE.put("subscribeOn", one -> one.subscribeOn(Runnable::run));
        ONE.put("cache for a time", one -> one.cache(HOUR));
        ONE.put("doOnValue", one -> one.doOnValue(i -> {}));
        ONE.put("doOnError", one -> one.doOnError(failure -> {}));
        ONE.put("doOnSubscribe", one -> one.doOnSubscribe(() -> {}));
        ONE.put("doOnCancel", one -> one.doOnCancel(() -> {}));
        ONE.put("named", one -> one.named("deep"));
        ONE.put("onUndelivered", one -> one.onUndelivered(Integer.class, i -> {}));
        ONE.put("deferContextual", one -> One.deferContextual(context -> one));

        PAGED.put("flatMapMany", (page, rest) -> load(page).flatMapMany(items -> Many.concat(items, rest)));
        PAGED.put(
                "flatMapMany behind a hop",
                (page, rest) ->
                        load(page).publishOn(DeepTest::elsewhere).flatMapMany(items -> Many.concat(items, rest)));
        PAGED.put("concat", (page, rest) -> Many.concat(Many.of(page), rest));
        PAGED.put("cache", (page, rest) -> load(page).cache().flatMapMany(items -> Many.concat(items, rest)));
        PAGED.put(
                "onErrorResume",
                (page, rest) -> Many.concat(Many.of(page), Many.<Integer>fail(LastPage::new))
                        .onErrorResume(failure -> rest));
        PAGED.put("timeout", (page, rest) -> load(page).timeout(HOUR).flatMapMany(items -> Many.concat(items, rest)));
        PAGED.put(
                "a timeout of each page",
                (page, rest) -> Many.concat(Many.of(page).timeout(HOUR), rest));
        PAGED.put("concatWith", (page, rest) -> Many.of(page).concatWith(rest));
        PAGED.put("using", (page, rest) -> Many.concat(Many.using(() -> page, Many::of, closed -> {}), rest));

        PAGED.put("named", (page, rest) -> Many.concat(Many.of(page), rest).named("page"));
        PAGED.put(
                "withContext",
                (page, rest) -> Many.concat(Many.of(page), rest).withContext(context -> context.with(PAGE, page)));
        PAGED.put(
                "named, of a One",
                (page, rest) -> load(page)
                        .flatMapMany(items -> Many.concat(items, rest))
                        .named("page"));

        STANDING.put("defer", (page, rest) -> Many.defer(() -> rest));
        STANDING.put("deferContextual", (page, rest) -> Many.deferContextual(context -> rest));
        STANDING.put("flatMapMany", (page, rest) -> One.of(page).flatMapMany(found -> rest));
        STANDING.put(
                "flatMapMany behind a hop",
                (page, rest) -> One.of(page).publishOn(DeepTest::elsewhere).flatMapMany(found -> rest));
        STANDING.put("flatMap of one", (page, rest) -> Many.of(page).flatMap(found -> rest));
        STANDING.put("concatMap of one", (page, rest) -> Many.of(page).concatMap(found -> rest));
        STANDING.put("withContext", (page, rest) -> rest.withContext(context -> context));
        STANDING.put("named", (page, rest) -> rest.named("page"));

        AROUND.put("timeout", (page, rest) -> Many.concat(Many.of(page), rest).timeout(HOUR));
        AROUND.put(
                "switchIfEmpty",
                (page, rest) -> Many.concat(Many.of(page), Many.<Integer>empty().switchIfEmpty(() -> rest)));
        AROUND.put("flatMap", (page, rest) -> Many.of(Many.of(page), rest).flatMap(1, all -> all));
        AROUND.put("map", (page, rest) -> Many.concat(Many.of(page), rest).map(item -> item));
    }

    /** What one page emits, and then the rest. */
    @FunctionalInterface
    private interface Page {
        Many<Integer> of(int page, Many<Integer> rest);
    }

    private static One<Many<Integer>> load(int page) {
        return One.supply(() -> Many.of(page));
    }

    private static void elsewhere(Runnable task) {
        Thread.startVirtualThread(task);
    }

    private static final class LastPage extends RuntimeException {
        private static final long serialVersionUID = 1;

        LastPage() {
            super("there may be another", null, false, false);
        }
    }

    private final VirtualTime time = new VirtualTime();

    // ---------------------------------------------------------------- streams

    @TestFactory
    Stream<DynamicTest> aLongStreamEnds() {
        return each(MANY, level -> assertEquals(2, counted(many(level, Many.of(1, 2)))));
    }

    @TestFactory
    Stream<DynamicTest> aLongStreamEndsBehindAHop() {
        return each(
                MANY, level -> assertEquals(2, counted(many(level, Many.of(1, 2).publishOn(DeepTest::elsewhere)))));
    }

    @TestFactory
    Stream<DynamicTest> aCancellationReachesTheSourceOfALongStream() {
        return each(MANY, level -> {
            List<Ending> endings = new ArrayList<>();
            Many<Integer> source = Many.<Integer>never().doFinally(endings::add);
            onLittleStack(() ->
                    many(level, source).withContext(this::timed).subscribe().cancel());
            assertEquals(List.of(Ending.CANCELLED), endings);
            time.assertNoTimers();
        });
    }

    private static Many<Integer> many(Level<Many<Integer>> level, Many<Integer> source) {
        Many<Integer> many = source;
        for (int i = 0; i < LEVELS; i++) {
            many = level.apply(many);
        }
        return many;
    }

    private long counted(Many<Integer> many) throws Exception {
        return given(many.count());
    }

    /** What the One gives, which is subscribed to on little stack. */
    private <V> V given(One<V> one) throws Exception {
        CompletableFuture<V> ended = new CompletableFuture<>();
        onLittleStack(() -> one.withContext(this::timed).subscribe(ended::complete, ended::completeExceptionally));
        return get(ended);
    }

    // ---------------------------------------------------------------- Ones

    @TestFactory
    Stream<DynamicTest> aLongOneEnds() {
        return each(ONE, level -> assertNotNull(given(one(level, One.of(1)))));
    }

    @TestFactory
    Stream<DynamicTest> aLongOneEndsBehindAHop() {
        return each(ONE, level -> assertNotNull(given(one(level, One.of(1).publishOn(DeepTest::elsewhere)))));
    }

    @TestFactory
    Stream<DynamicTest> aCancellationReachesTheSourceOfALongOne() {
        return each(ONE, level -> {
            List<Ending> endings = new ArrayList<>();
            One<Integer> source = One.<Integer>never().doFinally(endings::add);
            onLittleStack(() ->
                    one(level, source).withContext(this::timed).subscribe().cancel());
            assertEquals(List.of(Ending.CANCELLED), endings);
            time.assertNoTimers();
        });
    }

    private static One<Integer> one(Level<One<Integer>> level, One<Integer> source) {
        One<Integer> one = source;
        for (int i = 0; i < LEVELS; i++) {
            one = level.apply(one);
        }
        return one;
    }

    // ---------------------------------------------------------------- recursion in last place

    @TestFactory
    Stream<DynamicTest> pagesFollowWithoutEnd() {
        return each(PAGED, page -> assertEquals(PAGES, counted(pages(page, 1, PAGES))));
    }

    @TestFactory
    Stream<DynamicTest> pagesCanBeCancelledAnywhere() {
        return each(PAGED, page -> {
            assertEquals(PAGES / 2, counted(pages(page, 1, PAGES).take(PAGES / 2)));
            time.assertNoTimers();
        });
    }

    @TestFactory
    Stream<DynamicTest> whatStandsForOthersHasNoEnd() {
        return each(STANDING, page -> assertEquals(1, counted(pages(page, 1, PAGES, Many.of(1)))));
    }

    @TestFactory
    Stream<DynamicTest> whatStandsForOthersCanBeCancelled() {
        return each(STANDING, page -> {
            TestPublisher<Integer> enough = TestPublisher.create();
            Page stopping = (number, rest) -> {
                assertTrue(number <= PAGES, "it goes on and on");
                if (number == PAGES / 2) {
                    enough.next(1);
                }
                return page.of(number, rest);
            };
            assertEquals(0, counted(pages(stopping, 1, Integer.MAX_VALUE).takeUntil(enough.many())));
        });
    }

    @TestFactory
    Stream<DynamicTest> aFailureBehindTheLastPageIsTold() {
        return each(PAGED, page -> {
            Many<Integer> all = pages(page, 1, PAGES, Many.fail(() -> new IllegalStateException("torn")));
            One<String> told = all.count().map(count -> "complete").onErrorReturn(Throwable::getMessage);
            assertEquals("torn", given(told));
        });
    }

    @Test
    void aFailureAboveManyNamesIsTold() throws Exception {
        Many<Integer> torn = Many.fail(() -> new IllegalStateException("torn"));
        Many<Integer> named = many(level -> level.named("one of many"), torn);
        assertEquals("torn", given(named.count().map(count -> "complete").onErrorReturn(Throwable::getMessage)));
    }

    @TestFactory
    Stream<DynamicTest> pagesFollowInsideEachOther() {
        return each(AROUND, page -> assertEquals(PAGES_INSIDE, counted(pages(page, 1, PAGES_INSIDE))));
    }

    private static Many<Integer> pages(Page page, int number, int last) {
        return pages(page, number, last, Many.empty());
    }

    private static Many<Integer> pages(Page page, int number, int last, Many<Integer> end) {
        return page.of(number, number == last ? end : Many.defer(() -> pages(page, number + 1, last, end)));
    }

    /** Each comes while the one before hears the last that is replayed, which is when the stream may end. */
    @Test
    void manyMayJoinAReplayInItsLastMoment() throws Exception {
        int all = 12_000;
        List<Probe<Integer>> probes = new ArrayList<>();
        TestPublisher<Integer> source = TestPublisher.create();
        Many<Integer> replayed = source.many().share(Sharing.replaying(2));
        Probe<Integer> first = joining(Probe.demanding(1), replayed, probes, all);
        onLittleStack(() -> {
            replayed.subscribe(first);
            source.next(1, 2).complete();
            first.request(1);
        });
        assertEquals(all, probes.size());
        probes.forEach(probe -> probe.assertItems(1, 2).assertCompleted());
        first.assertItems(1, 2).assertCompleted();
    }

    private static Probe<Integer> joining(
            Probe<Integer> probe, Many<Integer> replayed, List<Probe<Integer>> probes, int all) {
        return probe.whenItem((same, item) -> {
            if (item == 2 && probes.size() < all) {
                probes.add(joining(Probe.unbounded(), replayed, probes, all));
                replayed.subscribe(probes.getLast());
            }
        });
    }

    // ---------------------------------------------------------------- frames

    /** How many there are at the most, whatever the JIT makes of them: those of a JVM that has just begun are the largest. */
    private static final class Frames {
        private static final int MOST = 2_600;
        private static final int LEVELS = 1_000;
        private static final int APART = 7; // levels where it is looked

        private final AtomicInteger most = new AtomicInteger();

        private void look() {
            int now = StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES)
                    .walk(frames -> (int) frames.count());
            most.accumulateAndGet(now, Math::max);
        }

        private Many<Integer> many(Level<Many<Integer>> level, Many<Integer> source) {
            Many<Integer> many = source;
            for (int i = 0; i < LEVELS; i++) {
                Many<Integer> next = level.apply(many);
                many = i % APART == 0 ? next.doOnNext(item -> look()).doFinally(ending -> look()) : next;
            }
            return many;
        }

        private One<Integer> one(Level<One<Integer>> level, One<Integer> source) {
            One<Integer> one = source;
            for (int i = 0; i < LEVELS; i++) {
                One<Integer> next = level.apply(one);
                one = i % APART == 0 ? next.doOnValue(item -> look()).doFinally(ending -> look()) : next;
            }
            return one;
        }

        private void assertFew() {
            assertTrue(most.get() < MOST, () -> "there were " + most + " frames");
        }
    }

    @TestFactory
    Stream<DynamicTest> aLongStreamIsFewFramesDeep() {
        return each(MANY, this::assertFewFrames);
    }

    /** Each leaves what is above with the last item. */
    @TestFactory
    Stream<DynamicTest> aLongStreamThatIsLeftIsFewFramesDeep() {
        return each(
                MANY,
                level -> assertFewFrames(
                        many -> level.apply(many).map(item -> item).take(2)));
    }

    private void assertFewFrames(Level<Many<Integer>> level) throws Exception {
        Frames frames = new Frames();
        assertEquals(2, counted(frames.many(level, Many.of(1, 2))));
        onLittleStack(() -> frames.many(level, Many.never())
                .withContext(this::timed)
                .subscribe()
                .cancel());
        frames.assertFew();
    }

    @TestFactory
    Stream<DynamicTest> aLongOneIsFewFramesDeep() {
        return each(ONE, level -> {
            Frames frames = new Frames();
            assertNotNull(given(frames.one(level, One.of(1))));
            onLittleStack(() -> frames.one(level, One.never())
                    .withContext(this::timed)
                    .subscribe()
                    .cancel());
            frames.assertFew();
        });
    }

    // ---------------------------------------------------------------- a thread with little stack

    private Context timed(Context context) {
        return context.withClock(time);
    }

    /** A test for each. */
    private static <E> Stream<DynamicTest> each(Map<String, E> all, Use<E> use) {
        return all.entrySet().stream().map(each -> dynamicTest(each.getKey(), () -> use.accept(each.getValue())));
    }

    /** What to do with one. */
    @FunctionalInterface
    private interface Use<E> {
        void accept(E one) throws Exception;
    }

    private static void onLittleStack(Runnable action) throws Exception {
        FutureTask<Boolean> task = new FutureTask<>(action, true);
        new Thread(null, task, "little stack", STACK).start();
        get(task);
    }

    private static <V> V get(Future<V> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }
}
