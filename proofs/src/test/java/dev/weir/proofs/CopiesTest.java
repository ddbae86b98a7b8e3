package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Repeat;
import dev.weir.Retry;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What has no function of the user's, or one of the JDK's, does not cost its neighbours their copies: the source above it, and
 * the stage below, run as copies of their classes.
 */
class CopiesTest {
    private static final int ITEMS = 300; // too many to do without
    private static final int OFTEN = 100; // then a One runs as a copy
    private static final Duration HOUR = Duration.ofHours(1);
    private static final StackWalker STACK = StackWalker.getInstance(
            Set.of(StackWalker.Option.SHOW_HIDDEN_FRAMES, StackWalker.Option.RETAIN_CLASS_REFERENCE));

    private static final Map<String, UnaryOperator<Many<Integer>>> MANY = new Rows<>();
    private static final Map<String, Function<Many<Integer>, One<?>>> ENDS = new Rows<>();
    private static final Map<String, UnaryOperator<One<Integer>>> ONE = new Rows<>();

    static {
        MANY.put("nothing", many -> many);
        MANY.put("named", many -> many.named("orders"));
        MANY.put("withContext", many -> many.withContext(context -> context));
        MANY.put("onUndelivered", many -> many.onUndelivered(Integer.class, item -> {}));
        MANY.put("retry", many -> many.retry(Retry.atMost(1)));
        MANY.put("repeat", many -> many.repeat(Repeat.times(0)));
        MANY.put("timeout", many -> many.timeout(HOUR));
        MANY.put("delay", many -> many.delay(Duration.ZERO));
        MANY.put("take", many -> many.take(ITEMS));
        MANY.put("skip", many -> many.skip(1));
        MANY.put("onErrorReturn", many -> many.onErrorReturn(failure -> 0));
        MANY.put("onErrorComplete", many -> many.onErrorComplete());
        MANY.put("concatWith", many -> many.concatWith(Many.empty()));
        MANY.put("publishOn", many -> many.publishOn(Runnable::run));
        MANY.put("mapBlocking", many -> many.mapBlocking(1, i -> i));
        MANY.put("distinctUntilChanged", Many::distinctUntilChanged);
        MANY.put("using", many -> Many.using(() -> many, used -> used, used -> {}));
        MANY.put("takeLast", many -> many.through(Operators.takeLast(ITEMS)));
        MANY.put("skipLast", many -> many.through(Operators.skipLast(1)));
        MANY.put("buffer", many -> many.buffer(2).flatMapIterable(list -> list));
        MANY.put("startWith", many -> many.startWith(1));
        MANY.put("withLatestFrom", many -> many.withLatestFrom(Many.of(1), (item, other) -> item));
        MANY.put("takeUntil", many -> many.takeUntil(Many.never()));
        MANY.put("take for a time", many -> many.take(HOUR));
        MANY.put("switchIfEmpty", many -> many.switchIfEmpty(() -> Many.of(1)));
        MANY.put("doFinally", many -> many.doFinally(ending -> {}));
        MANY.put("doOnCancel", many -> many.through(Operators.doOnCancel(() -> {})));
        MANY.put("index", many -> many.through(Operators.<Integer>index()).map(indexed -> indexed.item()));
        MANY.put("limitRate", many -> many.through(Operators.limitRate(16)));
        MANY.put("skipUntil", many -> many.through(Operators.skipUntil(Many.of(1))));
        MANY.put("subscribeOn", many -> many.subscribeOn(Runnable::run));
        MANY.put("race", many -> many.through(Operators.raceWith(Many.never())));
        MANY.put("mapAsync", many -> many.mapAsync(4, One::of));
        MANY.put("flatMap", many -> many.flatMap(Many::of));
        MANY.put("concatMap", many -> many.concatMap(Many::of));
        MANY.put("switchMap", many -> many.switchMap(Many::of));
        MANY.put("onErrorResume", many -> many.onErrorResume(failure -> Many.of(1)));
        MANY.put("onErrorMap", many -> many.onErrorMap(failure -> failure));
        MANY.put("delayUntil", many -> many.delayUntil(One::of));
        MANY.put("distinct", many -> many.distinct(10));
        MANY.put("gather", many -> many.gather(Gatherers.scan(() -> 0, (sum, item) -> item)));
        MANY.put("defer", many -> Many.defer(() -> many));
        MANY.put("thenMany", many -> One.of(1).thenMany(many));
        MANY.put("a function of the JDK", many -> many.map(Function.identity()));
        MANY.put("a predicate of the JDK", many -> many.filter(Predicate.not(i -> i < 0)));
        MANY.put("ofType", many -> many.ofType(Integer.class));
        MANY.put("log", many -> many.log("copies"));

        ENDS.put("toList", Many::toList);
        ENDS.put("a collector of the JDK", many -> many.collect(Collectors.counting()));
        ENDS.put("count", Many::count);
        ENDS.put("last", Many::last);
        ENDS.put("named", many -> many.named("orders").toList());

        ONE.put("nothing", one -> one);
        ONE.put("named", one -> one.named("orders"));
        ONE.put("withContext", one -> one.withContext(context -> context));
        ONE.put("retry", one -> one.retry(Retry.atMost(1)));
        ONE.put("timeout", one -> one.timeout(HOUR));
        ONE.put("delay", one -> one.delay(Duration.ZERO));
        ONE.put("then", one -> one.then(One.of(1)));
        ONE.put("publishOn", one -> one.publishOn(Runnable::run));
        ONE.put("onErrorReturn", one -> one.onErrorReturn(failure -> 0));
        ONE.put("onErrorComplete", one -> one.onErrorComplete().orElse(0));
        ONE.put("orElse", one -> one.orElse(0));
        ONE.put("cache", one -> one.cache(Duration.ofNanos(1))); // which is over when it is run again
        ONE.put("doFinally", one -> one.doFinally(ending -> {}));
        ONE.put("a function of the JDK", one -> one.map(Function.identity()));
    }

    /** The classes of the library's operators that called the user's code. */
    private final Map<String, Boolean> callers = new ConcurrentHashMap<>();

    @TestFactory
    Stream<DynamicTest> theNeighboursOfAStageRunAsCopies() {
        LogLines quiet = LogLines.of("dev.weir.copies");
        return MANY.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    Many<Integer> many = row.getValue().apply(Many.from(this::watched));
                    get(many.count()); // which learns where many items come from
                    callers.clear();
                    get(many.map(this::seen).count());
                    assertEquals(Map.of("From", true, "Map", true), callers);
                    callers.clear();
                }))
                .onClose(quiet::close);
    }

    @TestFactory
    Stream<DynamicTest> theNeighboursOfAnEndRunAsCopies() {
        return ENDS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    get(row.getValue().apply(Many.from(this::watched).map(this::seen)));
                    assertEquals(Map.of("From", true, "Map", true), callers);
                    callers.clear();
                }));
    }

    @TestFactory
    Stream<DynamicTest> theNeighboursOfAStepRunAsCopies() {
        return ONE.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    One<Integer> one =
                            row.getValue().apply(One.supply(() -> seen(1))).map(this::seen);
                    for (int i = 0; i < OFTEN; i++) {
                        callers.clear();
                        get(one);
                    }
                    assertEquals(Map.of("Call", true, "Map", true), callers);
                    callers.clear();
                }));
    }

    /** How many items it has is looked at when it is there, and not only by those who come later. */
    @Test
    void whatAFunctionMakesRunsAsACopyAtOnce() throws Exception {
        get(Many.defer(() -> Many.from(this::watched).map(this::seen)).count());
        assertEquals(Map.of("From", true, "Map", true), callers);
        callers.clear();
        get(One.of(1)
                .flatMapMany(one -> Many.from(this::watched).map(this::seen))
                .count());
        assertEquals(Map.of("From", true, "Map", true), callers);
    }

    /** What is above it runs once, too seldom to be a copy. */
    @Test
    void whatIsBelowACacheRunsAsACopy() throws Exception {
        One<Integer> one = One.supply(() -> seen(1)).cache().map(this::seen);
        for (int i = 0; i < OFTEN; i++) {
            callers.clear();
            get(one);
            assertEquals(i == 0 ? Set.of("Call", "Map") : Set.of("Map"), callers.keySet());
        }
        assertEquals(Map.of("Map", true), callers);
    }

    private static void get(One<?> one) throws Exception {
        CompletableFuture<?> future = one.toCompletionStage().toCompletableFuture();
        Object _ = future.get(120, TimeUnit.SECONDS);
    }

    private Iterator<Integer> watched() {
        Iterator<Integer> items = IntStream.range(0, ITEMS).iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public Integer next() {
                return seen(items.next());
            }
        };
    }

    /** Remembers whose code called this, and whether it is a copy. */
    private Integer seen(Integer item) {
        Optional<Class<?>> caller = STACK.walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                .filter(type -> type.getName().startsWith("dev.weir.op.")
                        && !type.getPackageName().startsWith("dev.weir.op.kernel")
                        && !type.getName().contains("$$Lambda"))
                .findFirst());
        caller.ifPresent(type -> callers.merge(operator(type), type.isHidden(), Boolean::logicalAnd));
        return item;
    }

    private static String operator(Class<?> type) {
        String name = type.getName().substring(type.getPackageName().length() + 1);
        return name.split("[$/.]", 2)[0];
    }
}
