package dev.weir.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Broadcast;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.Retry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The law: what a user's function sees is what the thread had that subscribed, whatever thread it runs on; and that thread
 * has its own again afterwards.
 */
class EachFunctionTest {
    private static final String MINE = "mine";

    interface Operator {
        Many<?> on(Many<Integer> many, Seen seen, Executor executor);
    }

    interface Step {
        One<?> on(One<Integer> one, Seen seen, Executor executor);
    }

    static final Map<String, Operator> MANY = new LinkedHashMap<>();
    static final Map<String, Step> ONE = new LinkedHashMap<>();

    // they are called while the pipeline is built, or are tested below
    private static final Set<String> ELSEWHERE = Set.of("through", "subscribe");

    private static IllegalStateException planned() {
        return new IllegalStateException("planned");
    }

    private static Many<Integer> failing(Many<Integer> many) {
        return Many.concat(many, Many.fail(EachFunctionTest::planned));
    }

    private static One<Integer> failing(One<Integer> one) {
        return one.flatMap(value -> One.fail(EachFunctionTest::planned));
    }

    static {
        // sources, subscribed to where an item comes
        MANY.put("from", (many, seen, e) -> many.concatMap(i -> Many.from(iterable(seen, i))));
        MANY.put(
                "fail",
                (many, seen, e) -> many.concatMap(i -> Many.<Integer>fail(() -> seen.in(planned())))
                        .onErrorResume(failure -> Many.of(1)));
        MANY.put("defer", (many, seen, e) -> many.concatMap(i -> Many.defer(() -> seen.in(Many.of(i)))));
        MANY.put(
                "deferContextual",
                (many, seen, e) -> many.concatMap(i -> Many.deferContextual(context -> seen.in(Many.of(i)))));
        MANY.put(
                "unfold",
                (many, seen, e) -> many.concatMap(i ->
                        Many.unfold(0, s -> seen.in(s == 2 ? null : new Many.Unfolded<>(s, s + 1)))));
        MANY.put("generate", (many, seen, e) -> many.concatMap(i -> Many.generate(out -> out.emit(seen.in(i)))));
        MANY.put(
                "emitter",
                (many, seen, e) -> many.concatMap(i -> Many.emitter(Overflow.buffer(2), emitter -> {
                    emitter.onRequest(() -> seen.in(i));
                    emitter.onEnd(() -> seen.in(i));
                    e.execute(() -> {
                        emitter.next(seen(emitter.context(), i));
                        emitter.complete();
                    });
                })));
        MANY.put(
                "using",
                (many, seen, e) -> many.concatMap(i -> Many.using(
                        () -> seen.in(i), resource -> seen.in(Many.of(i).publishOn(e)), resource -> seen.in(i))));
        // operators
        MANY.put("map", (many, seen, e) -> many.map(seen::in));
        MANY.put("filter", (many, seen, e) -> many.filter(i -> seen.in(i > 1)));
        MANY.put("scan", (many, seen, e) -> many.scan(() -> seen.in(0), (sum, i) -> seen.in(sum + i)));
        MANY.put("flatMapIterable", (many, seen, e) -> many.flatMapIterable(i -> iterable(seen, i)));
        MANY.put(
                "concatMap",
                (many, seen, e) ->
                        many.concatMap(i -> seen.in(Many.of(i).publishOn(e))).map(seen::in));
        MANY.put(
                "flatMap",
                (many, seen, e) -> many.flatMap(i -> seen.in(others(i, e))).map(seen::in));
        MANY.put(
                "flatMapDelayingErrors",
                (many, seen, e) -> many.flatMapDelayingErrors(2, i -> seen.in(others(i, e)))
                        .map(seen::in));
        MANY.put(
                "switchMap",
                (many, seen, e) -> many.switchMap(i -> seen.in(others(i, e))).map(seen::in));
        MANY.put(
                "mapAsync",
                (many, seen, e) -> many.mapAsync(
                                2,
                                i -> seen.in(One.of(i)
                                        .publishOn(e)
                                        .withContext(context -> Propagation.with(context, Seen.KEY, "others"))))
                        .map(seen::in));
        MANY.put("mapBlocking", (many, seen, e) -> many.mapBlocking(2, seen::in).map(seen::in));
        MANY.put("takeWhile", (many, seen, e) -> many.takeWhile(i -> seen.in(i < 3)));
        MANY.put(
                "zip",
                (many, seen, e) -> Many.zip(many, Many.range(0, 9).map(i -> i).publishOn(e), (a, b) -> seen.in(a)));
        MANY.put("onErrorReturn", (many, seen, e) -> failing(many).onErrorReturn(failure -> seen.in(4)));
        MANY.put("onErrorResume", (many, seen, e) -> failing(many).onErrorResume(failure -> seen.in(Many.of(4))));
        MANY.put(
                "retry",
                (many, seen, e) -> failing(many)
                        .retry(Retry.atMost(1).onlyIf(failure -> seen.in(true)))
                        .onErrorReturn(failure -> seen.in(4)));
        MANY.put("doOnNext", (many, seen, e) -> many.doOnNext(seen::in));
        MANY.put(
                "doOnError",
                (many, seen, e) -> failing(many).doOnError(seen::in).onErrorReturn(failure -> 4));
        MANY.put(
                "doFinally",
                (many, seen, e) ->
                        Many.merge(many.doFinally(seen::in), many.take(1).doFinally(seen::in)));
        MANY.put(
                "withContext", (many, seen, e) -> many.concatMap(i -> Many.of(i).withContext(seen::in)));
        MANY.put(
                "onUndelivered",
                (many, seen, e) -> Many.zip(many, Many.of(1).publishOn(e), (a, b) -> a)
                        .onUndelivered(Integer.class, seen::in)
                        .map(seen::in));
        MANY.put("fromStream", (many, seen, e) -> many.concatMap(i -> Many.fromStream(() -> seen.in(Stream.of(i)))));
        MANY.put(
                "unfoldAsync",
                (many, seen, e) -> many.concatMap(i -> Many.<Integer, Integer>unfoldAsync(
                        0,
                        n -> seen.in(One.of(n > 0 ? null : new Many.Unfolded<Integer, Integer>(i, 1))
                                .publishOn(e)))));
        MANY.put("mapNotNull", (many, seen, e) -> many.mapNotNull(seen::in));
        MANY.put("groupBy", (many, seen, e) -> many.groupBy(8, seen::in).flatMap(8, Many.Group::items));
        MANY.put("gather", (many, seen, e) -> many.gather(Gatherers.scan(() -> 0, (sum, i) -> seen.in(sum + i))));
        MANY.put("takeUntil", (many, seen, e) -> many.takeUntil(i -> seen.in(i > 2)));
        MANY.put("skipWhile", (many, seen, e) -> many.skipWhile(i -> seen.in(i < 2)));
        MANY.put(
                "mapAsyncUnordered",
                (many, seen, e) -> Many.merge(
                        many.mapAsyncUnordered(2, i -> seen.in(One.of(i).publishOn(e)))
                                .map(seen::in),
                        many.mapAsyncUnordered(
                                        2,
                                        i -> seen.in(0),
                                        i -> seen.in(One.of(i).publishOn(e)))
                                .map(seen::in)));
        MANY.put(
                "delayUntil",
                (many, seen, e) ->
                        many.delayUntil(i -> seen.in(One.of(i).publishOn(e))).map(seen::in));
        MANY.put(
                "merge",
                (many, seen, e) ->
                        Many.merge(List.of(many, Many.of(1).publishOn(e))).map(seen::in));
        MANY.put(
                "concat",
                (many, seen, e) ->
                        Many.concat(List.of(many, Many.of(1).publishOn(e))).map(seen::in));
        MANY.put(
                "combineLatest",
                (many, seen, e) -> Many.combineLatest(many, Many.of(1).publishOn(e), (a, b) -> seen.in(a)));
        MANY.put("withLatestFrom", (many, seen, e) -> many.withLatestFrom(Many.of(1), (a, b) -> seen.in(a)));
        MANY.put("zipWith", (many, seen, e) -> many.zipWith(Many.range(0, 9).publishOn(e), (a, b) -> seen.in(a)));
        MANY.put(
                "switchIfEmpty",
                (many, seen, e) -> many.filter(i -> i < 0)
                        .switchIfEmpty(() -> seen.in(Many.of(1).publishOn(e)))
                        .map(seen::in));
        MANY.put(
                "onErrorMap",
                (many, seen, e) -> failing(many).onErrorMap(seen::in).onErrorReturn(failure -> 4));
        MANY.put("onErrorComplete", (many, seen, e) -> failing(many).onErrorComplete(failure -> seen.in(true)));
        MANY.put("doOnComplete", (many, seen, e) -> many.doOnComplete(() -> seen.in(1)));
        MANY.put(
                "anyMatch",
                (many, seen, e) -> many.anyMatch(i -> seen.in(i > 5)).toMany());
        MANY.put(
                "allMatch",
                (many, seen, e) -> many.allMatch(i -> seen.in(i > 0)).toMany());
        // ends
        MANY.put(
                "collect",
                (many, seen, e) -> many.collect(Collector.of(
                                () -> seen.in(new StringBuilder()),
                                (text, i) -> text.append(seen.in(i)),
                                StringBuilder::append,
                                text -> seen.in(text.toString())))
                        .toMany());
        MANY.put(
                "reduce",
                (many, seen, e) -> many.reduce(() -> seen.in(0), (sum, i) -> seen.in(sum + i))
                        .toMany());
        MANY.put(
                "forEach",
                (many, seen, e) -> many.forEach(seen::in).doFinally(seen::in).toMany());

        ONE.put(
                "emitter",
                (one, seen, e) -> one.flatMap(i -> One.<Integer>emitter(emitter -> emitter.next(seen.in(i)))));
        ONE.put("mapNotNull", (one, seen, e) -> one.mapNotNull(seen::in));
        ONE.put("filter", (one, seen, e) -> one.filter(i -> seen.in(true)));
        ONE.put("allSettled", (one, seen, e) -> One.allSettled(ones(one, seen)).map(seen::in));
        ONE.put("race", (one, seen, e) -> One.race(ones(one, seen)).map(seen::in));
        ONE.put("any", (one, seen, e) -> One.any(ones(one, seen)).map(seen::in));
        ONE.put(
                "onErrorMap",
                (one, seen, e) -> failing(one).onErrorMap(seen::in).onErrorReturn(failure -> 4));
        ONE.put("onErrorComplete", (one, seen, e) -> failing(one).onErrorComplete(failure -> seen.in(true)));
        ONE.put(
                "delayUntil",
                (one, seen, e) ->
                        one.delayUntil(i -> seen.in(One.of(i).publishOn(e))).map(seen::in));
        ONE.put("doOnSubscribe", (one, seen, e) -> one.doOnSubscribe(() -> seen.in(1)));
        ONE.put(
                "doOnCancel",
                (one, seen, e) -> One.race(List.of(One.<Integer>never().doOnCancel(() -> seen.in(1)), one)));

        ONE.put("all", (one, seen, e) -> One.all(ones(one, seen)).map(seen::in));
        ONE.put(
                "fail",
                (one, seen, e) -> one.flatMap(i -> One.<Integer>fail(() -> seen.in(planned())))
                        .onErrorReturn(failure -> 1));
        ONE.put("defer", (one, seen, e) -> one.flatMap(i -> One.defer(() -> seen.in(One.of(i)))));
        ONE.put("deferContextual", (one, seen, e) -> one.flatMap(i -> One.deferContextual(c -> seen.in(One.of(i)))));
        ONE.put("supply", (one, seen, e) -> one.flatMap(i -> One.supply(() -> seen.in(i))));
        ONE.put("call", (one, seen, e) -> one.flatMap(i -> One.call(() -> seen.in(i))));
        ONE.put(
                "blocking",
                (one, seen, e) ->
                        one.flatMap(i -> One.blocking(() -> seen.in(i))).map(seen::in));
        ONE.put(
                "from",
                (one, seen, e) -> one.flatMap(i -> One.from(() -> seen.in(CompletableFuture.supplyAsync(() -> i, e))))
                        .map(seen::in));
        ONE.put(
                "using",
                (one, seen, e) -> one.flatMap(i -> One.using(
                        One.of(i).publishOn(e),
                        resource -> seen.in(One.of(resource).publishOn(e)),
                        resource -> seen.in(One.ofVoid()))));
        ONE.put("map", (one, seen, e) -> one.map(seen::in));
        ONE.put(
                "flatMap",
                (one, seen, e) -> one.flatMap(i -> seen.in(One.of(i)
                                .publishOn(e)
                                .withContext(context -> Propagation.with(context, Seen.KEY, "others"))))
                        .map(seen::in));
        ONE.put(
                "flatMapMany",
                (one, seen, e) -> one.flatMapMany(i -> seen.in(others(i, e)))
                        .map(seen::in)
                        .count());
        ONE.put(
                "zip",
                (one, seen, e) -> One.zip(one, One.of(2).publishOn(e), (a, b) -> seen.in(a))
                        .map(seen::in));
        ONE.put(
                "orElse",
                (one, seen, e) -> one.flatMap(i -> One.<Integer>ofNull().orElse(() -> seen.in(One.of(1)))));
        ONE.put(
                "orFail",
                (one, seen, e) -> one.flatMap(i -> One.<Integer>ofNull().orFail(() -> seen.in(planned())))
                        .onErrorReturn(failure -> seen.in(1)));
        ONE.put("onErrorReturn", (one, seen, e) -> failing(one).onErrorReturn(failure -> seen.in(4)));
        ONE.put("onErrorResume", (one, seen, e) -> failing(one).onErrorResume(failure -> seen.in(One.of(4))));
        ONE.put(
                "retry",
                (one, seen, e) -> failing(one)
                        .retry(Retry.atMost(1).onlyIf(failure -> seen.in(true)))
                        .onErrorReturn(failure -> seen.in(4)));
        ONE.put("doOnValue", (one, seen, e) -> one.doOnValue(seen::in));
        ONE.put("doOnError", (one, seen, e) -> failing(one).doOnError(seen::in).onErrorReturn(failure -> 4));
        ONE.put("doFinally", (one, seen, e) -> one.doFinally(seen::in));
        ONE.put("withContext", (one, seen, e) -> one.flatMap(i -> One.of(i).withContext(seen::in)));
        ONE.put(
                "onUndelivered",
                (one, seen, e) -> One.all(List.of(one, failing(one)))
                        .onUndelivered(Integer.class, seen::in)
                        .onErrorReturn(failure -> seen.in(List.of())));
    }

    private static Integer seen(dev.weir.Context context, Integer item) {
        return context.get(dev.weir.ThreadValues.KEY) == null ? null : item;
    }

    /** An inner stream that hops, and has other values. */
    private static Many<Integer> others(Integer item, Executor executor) {
        return Many.of(item)
                .map(i -> i)
                .publishOn(executor)
                .withContext(context -> Propagation.with(context, Seen.KEY, "others"));
    }

    private static Iterable<One<Integer>> ones(One<Integer> one, Seen seen) {
        return () -> seen.in(List.of(one, one)).iterator();
    }

    private static Iterable<Integer> iterable(Seen seen, Integer item) {
        return () -> {
            Iterator<Integer> items = seen.in(List.of(item, item)).iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return seen.in(items.hasNext());
                }

                @Override
                public Integer next() {
                    return seen.in(items.next());
                }
            };
        };
    }

    /** Who leaves is of a part that carries something else. */
    @Test
    void whatIsClosedForTheEndIsInsideWhatItsOwnPartCarries() {
        Seen others = new Seen("others");
        assertEquals(
                List.of(1),
                Many.using(() -> 1, resource -> Many.of(1, 2).publishOn(elsewhere.thread), others::in)
                        .withContext(context -> Propagation.with(context, Seen.KEY, "others"))
                        .take(1)
                        .toList()
                        .await());
        others.check();
    }

    private Elsewhere elsewhere;

    @BeforeEach
    void begin() {
        elsewhere = new Elsewhere();
        Seen.VALUE.set(MINE);
    }

    @AfterEach
    void end() {
        Seen.VALUE.remove();
        elsewhere.close();
    }

    /** Each case of a factory has its own threads. */
    private void beginAnew() {
        end();
        begin();
    }

    private void check(Many<?> many, Seen seen) {
        Seen below = new Seen(MINE); // which is no function of the row
        ScopedValue.where(Seen.SCOPED, MINE)
                .run(() -> many.doFinally(below::in).forEach(below::in).await());
        below.check();
        check(seen);
    }

    private void check(Seen seen) {
        elsewhere.check();
        assertEquals(MINE, Seen.VALUE.get(), "this thread has its own value still");
        seen.check();
    }

    @TestFactory
    Stream<DynamicTest> ofEachOperatorOfManySeesWhatTheSubscriberHad() {
        return MANY.entrySet().stream()
                .flatMap(row -> Arrays.stream(Elsewhere.Source.values())
                        .map(source -> dynamicTest(row.getKey() + " of " + source, () -> {
                            beginAnew();
                            Seen seen = new Seen(MINE);
                            check(row.getValue().on(elsewhere.many(source), seen, elsewhere.thread), seen);
                        })));
    }

    /** Where a stream with another context may stand, above what sees that of the subscriber. */
    private static final List<UnaryOperator<Many<Object>>> PLACES = List.of(
            UnaryOperator.identity(),
            many -> Many.concat(Many.of(0), many),
            many -> Many.concat(many, many),
            many -> many.retry(Retry.atMost(1)),
            many -> Many.<Object>fail(EachFunctionTest::planned).onErrorResume(failure -> many),
            many -> Many.<Object>empty().switchIfEmpty(() -> many),
            many -> Many.defer(() -> many),
            many -> Many.of(0).flatMap(i -> many),
            many -> Many.of(0, 1).concatMap(i -> many),
            many -> One.of(0).flatMapMany(i -> many),
            many -> Many.merge(Many.of(0), many),
            many -> many.publishOn(Runnable::run).timeout(Duration.ofHours(1)));

    @TestFactory
    @SuppressWarnings("unchecked") // items of any type are objects
    Stream<DynamicTest> ofEachOperatorOfManySeesWhatIsCarriedThere() {
        return MANY.entrySet().stream()
                .flatMap(row -> Arrays.stream(Elsewhere.Source.values())
                        .map(source -> dynamicTest(row.getKey() + " of " + source, () -> {
                            for (UnaryOperator<Many<Object>> place : PLACES) {
                                beginAnew();
                                Seen ada = new Seen("ada");
                                Many<?> stream = row.getValue().on(elsewhere.many(source), ada, elsewhere.thread);
                                Many<Object> many = ((Many<Object>) stream)
                                        .withContext(context -> Propagation.with(context, Seen.KEY, "ada"));
                                check(place.apply(many), ada);
                            }
                        })));
    }

    @TestFactory
    Stream<DynamicTest> ofEachOperatorOfOneSeesWhatTheSubscriberHad() {
        return ONE.entrySet().stream()
                .flatMap(row -> Arrays.stream(Elsewhere.Origin.values())
                        .map(origin -> dynamicTest(row.getKey() + " of " + origin, () -> {
                            beginAnew();
                            Seen seen = new Seen(MINE);
                            check(row.getValue().on(elsewhere.one(origin), seen, elsewhere.thread), seen);
                        })));
    }

    /** The same of a One. */
    private static final List<UnaryOperator<One<Object>>> SPOTS = List.of(
            UnaryOperator.identity(),
            one -> One.of(0).flatMap(i -> one),
            one -> One.of(0).then(one),
            one -> one.flatMap(One::of).retry(Retry.atMost(1)),
            one -> One.<Object>fail(EachFunctionTest::planned).onErrorResume(failure -> one),
            one -> One.defer(() -> one),
            one -> One.zip(One.of(0), one, (left, right) -> 1),
            one -> One.race(List.of(one, One.<Object>never())),
            one -> one.timeout(Duration.ofHours(1)),
            one -> one.toMany().concatMap(i -> Many.of(i)).count().map(i -> i),
            one -> Many.of(0, 1).mapAsync(2, i -> one).count().map(i -> i),
            one -> one.cache());

    @TestFactory
    @SuppressWarnings("unchecked") // a value of any type is an object
    Stream<DynamicTest> ofEachOperatorOfOneSeesWhatIsCarriedThere() {
        return ONE.entrySet().stream()
                .flatMap(row -> Arrays.stream(Elsewhere.Origin.values())
                        .map(origin -> dynamicTest(row.getKey() + " of " + origin, () -> {
                            for (UnaryOperator<One<Object>> spot : SPOTS) {
                                beginAnew();
                                Seen ada = new Seen("ada");
                                One<?> step = row.getValue().on(elsewhere.one(origin), ada, elsewhere.thread);
                                One<Object> one = ((One<Object>) step)
                                        .withContext(context -> Propagation.with(context, Seen.KEY, "ada"));
                                check(spot.apply(one), ada);
                            }
                        })));
    }

    private void check(One<?> one, Seen seen) {
        Seen below = new Seen(MINE); // which is no function of the row
        ScopedValue.where(Seen.SCOPED, MINE).run(() -> one.map(v -> below.in(1)).await());
        below.check();
        check(seen);
    }

    @Test
    void eachOperatorThatTakesAFunctionIsAmongThem() {
        assertEquals(Set.of(), missing(Many.class, MANY.keySet()), "Many has functions that no row tries: add them");
        assertEquals(Set.of(), missing(One.class, ONE.keySet()), "One has functions that no row tries: add them");
    }

    private static Set<String> missing(Class<?> facade, Set<String> rows) {
        Set<String> names = new TreeSet<>();
        for (Method method : facade.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())
                    && Arrays.stream(method.getParameterTypes()).anyMatch(EachFunctionTest::isFunction)) {
                names.add(method.getName());
            }
        }
        names.removeAll(rows);
        names.removeAll(ELSEWHERE);
        return names;
    }

    private static boolean isFunction(Class<?> type) {
        return type == Collector.class
                || type == Retry.class
                || (type != Executor.class
                        && type.isInterface()
                        && Arrays.stream(type.getMethods())
                                        .filter(method -> Modifier.isAbstract(method.getModifiers()))
                                        .count()
                                == 1);
    }

    @Test
    void ofABroadcastEachListenerSeesItsOwn() {
        Broadcast<Integer> broadcast = Broadcast.create();
        Seen mine = new Seen(MINE);
        Seen theirs = new Seen(Elsewhere.THEIRS);
        ScopedValue.where(Seen.SCOPED, MINE)
                .run(() -> broadcast.listen(Overflow.buffer(1)).map(mine::in).subscribe());
        elsewhere.on(() -> broadcast.listen(Overflow.buffer(1)).map(theirs::in).subscribe());
        broadcast.emit(1);
        elsewhere.on(() -> {
            broadcast.emit(2);
            broadcast.complete();
            return null;
        });
        mine.check();
        theirs.check();
        check(mine);
    }
}
