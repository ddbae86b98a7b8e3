package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Broadcast;
import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.Sharing;
import dev.weir.Valve;
import dev.weir.op.kernel.drain.Gathered;
import dev.weir.op.kernel.drain.Held;
import dev.weir.op.kernel.drain.SerialDrain;
import dev.weir.op.kernel.inner.Handover;
import dev.weir.op.kernel.race.Latest;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.lang.reflect.TypeVariable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Gatherer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Nothing on its way is lost: each item that a source has emitted comes out, or is told to the hook, or was given to a
 * function, and only one of these; and so it is with each that a function has made, or an inner stream has emitted. At every
 * moment of a cancellation, whatever the demand, and at a failure.
 */
class UndeliveredTest {
    private static final int ITEMS = 6;
    static final int MOMENTS = 8;
    static final Duration SECOND = Duration.ofSeconds(1);
    static final long[] DEMANDS = {0, 1, 2, Long.MAX_VALUE};

    /** Something that has to be closed. */
    record Token(int number) {}

    private static final Set<Class<?>> KEPT_IN =
            Set.of(Gathered.class, Held.class, Latest.class, Queue.class, List.class, Object[].class);

    // which keep what functions have made: of the items, or a resource
    private static final Set<String> OF_FUNCTIONS = Set.of("Reduce", "Scan", "Using");

    interface Operator extends BiFunction<Many<Token>, Run, Many<?>> {}

    static final Map<String, Operator> OPERATORS = new Rows<>();
    private static final Set<String> TYPES = new TreeSet<>(Set.of("All")); // which has a test of its own below

    static {
        put("publishOn", "PublishOn", (many, run) -> many.publishOn(run.time.executor()));
        put("publishOn with a buffer of 2", "PublishOn", (many, run) -> many.publishOn(run.time.executor(), 2));
        put("subscribeOn", "SubscribeOn", (many, run) -> many.subscribeOn(run.time.executor()));
        put("delay", "Delay", (many, run) -> many.delay(SECOND));
        put("timeout", "Timeout", (many, run) -> many.timeout(SECOND));
        put("buffer", "Buffer", (many, run) -> many.buffer(4));
        put("buffer with gaps", "Buffer", (many, run) -> many.buffer(2, 3));
        put("takeLast", "TakeLast", (many, run) -> many.through(Operators.takeLast(3)));
        put("takeLast, later", "TakeLast", (many, run) -> many.delay(SECOND).through(Operators.takeLast(3)));
        put(
                "skipLast",
                "TakeLast",
                (many, run) -> many.publishOn(run.time.executor()).through(Operators.skipLast(3)));
        put(
                "buffer with a timer",
                "BufferTimed",
                (many, run) -> many.delay(SECOND).buffer(4, SECOND));
        put("flatMap", "FlatMap", (many, run) -> many.flatMap(run::inner));
        put("concatMap", "ConcatMap", (many, run) -> many.concatMap(run::inner));
        put("expand", "ConcatMap", (many, run) -> many.through(Operators.expand(token -> Many.empty())));
        put(
                "expand, later",
                "ConcatMap",
                (many, run) -> many.through(
                        Operators.expand(token -> Many.<Token>empty().delay(SECOND))));
        put("switchMap", "SwitchMap", (many, run) -> many.switchMap(run::inner));
        put("switchMap, later", "SwitchMap", (many, run) -> many.delay(SECOND).switchMap(run::atOnce));
        put("mapAsync", "MapAsync", (many, run) -> many.mapAsync(3, run::later));
        put(
                "flatMapIterable",
                "FlatMapIterable",
                (many, run) -> many.flatMapIterable(token -> List.of(run.turned(token, 1), run.turned(token, 2))));
        put(
                "gather",
                "FlatMapIterable",
                (many, run) ->
                        many.gather(Gatherer.ofSequential((none, token, out) -> out.push(run.turned(token, 1)))));
        put(
                "zip",
                "Zip",
                (many, run) -> Many.zip(many, Many.range(0, 3).delay(SECOND), (token, i) -> run.turned(token, 1)));
        put(
                "zip with a list",
                "Zip",
                (many, run) -> Many.zip(many, Many.from(List.of(0, 1, 2)), (token, i) -> run.turned(token, 1)));
        put("merge", "FlatMap", (many, run) -> Many.merge(many, Many.never()));
        put("concat", "Concat", (many, run) -> Many.concat(Many.empty(), many));
        put("share", "Share", (many, run) -> many.share());
        put(
                "groupBy",
                "GroupBy",
                (many, run) -> many.groupBy(3, token -> token.number % 3).flatMap(Many.Group::items));
        put("window", "GroupBy", (many, run) -> many.delay(SECOND).window(2).concatMap(items -> items.delay(SECOND)));
        put(
                "window with a timer",
                "GroupBy",
                (many, run) ->
                        many.window(4, SECOND).flatMap(items -> items.toList().toMany()));
        put("a window that is left", "GroupBy", (many, run) -> many.window(3).concatMap(items -> items.take(1)));
        put("take", "Take", (many, run) -> many.publishOn(run.time.executor()).take(2));
        put("filter", "Filter", (many, run) -> many.filter(run::isWanted));
        put("retry", "RetryWith", (many, run) -> many.retry(Retry.atMost(0)));
        put(
                "onErrorResume",
                "OnErrorResume",
                (many, run) -> many.publishOn(run.time.executor()).onErrorResume(failure -> Many.empty()));
        put(
                "onErrorReturn",
                "OnErrorReturn",
                (many, run) -> many.take(1)
                        .concatWith(Many.fail(() -> new IllegalStateException("planned")))
                        .onErrorReturn(failure -> run.made(ITEMS)));
        put(
                "onErrorReturn, later",
                "OnErrorReturn",
                (many, run) -> many.publishOn(run.time.executor()).onErrorReturn(failure -> run.made(ITEMS)));
        put(
                "expand, from another thread",
                "ConcatMap",
                (many, run) -> many.publishOn(run.time.executor(), 2)
                        .through(Operators.expand(token -> Many.<Token>empty().delay(SECOND))));
        put(
                "unfoldAsync",
                "UnfoldAsync",
                (many, run) -> Many.unfoldAsync(
                        0, i -> One.timer(SECOND).map(passed -> new Many.Unfolded<>(run.made(i), i + 1))));
        put("raceWith", "Race", (many, run) -> many.through(Operators.raceWith(Many.never())));
        put("pausable", "MapAsync", (many, run) -> many.through(Operators.pausable(run.closed())));
        put(
                "bufferUntilChanged",
                "BufferUntilChanged",
                (many, run) -> many.through(Operators.bufferUntilChanged(9, token -> token.number / 2)));
        put("skip", "Skip", (many, run) -> many.publishOn(run.time.executor()).skip(2));
        put(
                "emitter",
                "Emit",
                (many, run) -> Many.<Token>emitter(
                        Overflow.buffer(ITEMS),
                        emitter -> emitter.onEnd(many.subscribe(emitter::next, emitter::error, emitter::complete))));
        put("debounce", "Newest", (many, run) -> many.delay(SECOND).debounce(SECOND.dividedBy(2)));
        put("sample", "Newest", (many, run) -> many.through(Operators.sample(SECOND)));
        put(
                "limitRate",
                "LimitRate",
                (many, run) -> many.publishOn(run.time.executor()).through(Operators.limitRate(2)));
        put("rateLimit", "RateLimit", (many, run) -> many.through(Operators.rateLimit(1, SECOND, 2)));
        put("throttleFirst", "Filter", (many, run) -> many.through(Operators.throttleFirst(SECOND)));
        put("distinct", "Filter", (many, run) -> many.distinct(2));
        put("switchIfEmpty", "SwitchIfEmpty", (many, run) -> many.switchIfEmpty(Many::never));
        put(
                "index",
                "PublishOn",
                (many, run) -> many.through(Operators.index())
                        .publishOn(run.time.executor())
                        .map(Operators.Indexed::item));
        put("repeat", "RepeatWith", (many, run) -> many.repeat(Repeat.times(0)));
        put("takeUntil", "WithLatestFrom", (many, run) -> many.take(SECOND));
        put(
                "skipUntil",
                "WithLatestFrom",
                (many, run) -> many.delay(SECOND)
                        .through(Operators.skipUntil(One.timer(SECOND).toMany())));
        put(
                "the other of withLatestFrom",
                "WithLatestFrom",
                (many, run) -> Many.interval(SECOND).withLatestFrom(many, (tick, token) -> run.given(token).number));
        put(
                "combineLatest",
                "CombineLatest",
                (many, run) -> Many.combineLatest(
                        many, Many.range(0, 3).delay(SECOND), (token, i) -> run.given(token).number));
        put("mapAsyncUnordered", "FlatMap", (many, run) -> many.mapAsyncUnordered(3, run::later));
        put(
                "mapAsyncUnordered by key",
                "FlatMap",
                (many, run) -> many.mapAsyncUnordered(3, token -> token.number / 3, run::later));
        put("listen", "Listen", (many, run) -> {
            Broadcast<Token> broadcast = Broadcast.create();
            Many<Token> heard = broadcast.listen(Overflow.dropOldest(2)).publishOn(run.time.executor(), 1);
            return Many.merge(heard, Many.defer(() -> feeding(broadcast, many)));
        });
        put("last", "Last", (many, run) -> many.last().toMany());
        put("single", "Single", (many, run) -> many.through(Operators.single()).toMany());
        put(
                "last, later",
                "Last",
                (many, run) -> many.publishOn(run.time.executor()).last().toMany());
        put("toList", "Collect", (many, run) -> many.toList().toMany());
        put(
                "toList, later",
                "Collect",
                (many, run) -> many.delay(SECOND).toList().toMany());
        put(
                "single of one",
                "Single",
                (many, run) -> many.take(1).through(Operators.single()).toMany());
        put("drop the oldest", "OnOverflow", (many, run) -> hurried(many, run, Overflow.dropOldest(2)));
        put("distinctUntilChanged", "Filter", (many, run) -> many.distinctUntilChanged());
        put("ofType", "Filter", (many, run) -> many.ofType(Token.class));
        put("replaying", "Share", (many, run) -> many.share(Sharing.replaying(2)));
        put("drop the latest", "OnOverflow", (many, run) -> hurried(many, run, Overflow.dropLatest(2)));
        put("the latest", "OnOverflow", (many, run) -> hurried(many, run, Overflow.latest()));
        put("a bound that fails", "OnOverflow", (many, run) -> hurried(many, run, Overflow.buffer(2)));
    }

    /**
     * @param type the simple name of the operator's class
     */
    private static void put(String name, String type, Operator operator) {
        OPERATORS.put(name, operator);
        TYPES.add(type);
    }

    /** Gives the items to those who listen by now, and emits none. */
    private static Many<Token> feeding(Broadcast<Token> broadcast, Many<Token> many) {
        many.subscribe(broadcast::emit, broadcast::error, broadcast::complete);
        return Many.never();
    }

    private static Many<Token> hurried(Many<Token> many, Run run, Overflow overflow) {
        return many.onOverflow(overflow).publishOn(run.time.executor(), 1);
    }

    @TestFactory
    Stream<DynamicTest> eachItemIsAccountedFor() {
        return OPERATORS.entrySet().stream()
                .map(operator -> dynamicTest(operator.getKey(), () -> {
                    int emitted = 0;
                    try (DroppedFailures _ = DroppedFailures.collect()) {
                        for (long demand : DEMANDS) {
                            for (int moment = 0; moment < MOMENTS; moment++) {
                                for (Many<Token> end : List.<Many<Token>>of(
                                        Many.empty(),
                                        Many.never(),
                                        Many.fail(() -> new IllegalStateException("planned")))) {
                                    Run run = new Run(operator.getValue(), end);
                                    run.check(demand, moment);
                                    emitted += run.in.size();
                                }
                            }
                        }
                    }
                    assertTrue(emitted > 0, "there was nothing to account for");
                }));
    }

    @Test
    void eachOperatorThatKeepsItemsIsAmongThem() {
        Set<String> keeping = keeping();
        keeping.removeAll(TYPES);
        keeping.removeAll(OF_FUNCTIONS);
        assertEquals(Set.of(), keeping, "an operator that keeps items has to account for them: add it here");
    }

    /** The operators that keep items. */
    static Set<String> keeping() {
        Set<String> keeping = new TreeSet<>();
        for (Class<?> type : ModuleClasses.of(Many.class).loaded()) {
            Class<?> operator = type.getEnclosingClass();
            if (operator != null && !type.getName().contains(".kernel.") && keepsItems(type)) {
                keeping.add(operator.getSimpleName());
            }
        }
        return keeping;
    }

    private static boolean keepsItems(Class<?> stage) {
        return SerialDrain.class.isAssignableFrom(stage)
                || Handover.class.isAssignableFrom(stage)
                || Arrays.stream(stage.getDeclaredFields())
                        .anyMatch(field -> KEPT_IN.contains(field.getType())
                                || (Stage.class.isAssignableFrom(stage)
                                        && field.getGenericType() instanceof TypeVariable<?>));
    }

    /** One subscription, cancelled at one moment. */
    static final class Run {
        final VirtualTime time = new VirtualTime();
        private final List<Token> in = new ArrayList<>();
        private final List<Token> told = new ArrayList<>();
        private final Set<Token> given = ConcurrentHashMap.newKeySet();
        final Probe<Object> probe = Probe.demanding(0);
        final Many<?> many;

        Run(Operator operator, Many<Token> end) {
            Many<Token> tokens = Many.range(0, ITEMS).map(Token::new).doOnNext(in::add);
            many = operator.apply(Many.concat(tokens, end), this);
        }

        Token made(int number) {
            Token token = new Token(number);
            in.add(token);
            return token;
        }

        /** Which nobody opens. */
        Valve closed() {
            Valve valve = new Valve();
            valve.close();
            return valve;
        }

        /** A function has it: nobody else has to account for it, or may. */
        Token given(Token token) {
            given.add(token);
            return token;
        }

        /** One of those that a function makes of it, which have to be accounted for in its place. */
        Token turned(Token token, int which) {
            return made(which * ITEMS + given(token).number);
        }

        boolean isWanted(Token token) {
            return token.number >= 2 || !given.add(token);
        }

        Many<Token> atOnce(Token token) {
            given(token);
            return Many.range(1, 2).map(i -> turned(token, i));
        }

        Many<Token> inner(Token token) {
            return atOnce(token).delay(SECOND);
        }

        One<Token> later(Token token) {
            given(token);
            return One.supply(() -> turned(token, 1)).delay(SECOND);
        }

        void check(long demand, int moment) {
            many.map(item -> (Object) item)
                    .onUndelivered(Token.class, told::add)
                    .withContext(context -> context.withClock(time))
                    .subscribe(probe);
            if (demand > 0) {
                probe.request(demand);
            }
            for (int i = 0; i < moment && time.advanceToNext(); i++) {
                // until then
            }
            probe.cancel();
            time.advance(SECOND.multipliedBy(MOMENTS));
            for (Token token : in) {
                assertAccounted(token, "demand " + demand + ", cancelled at moment " + moment + ": " + token);
            }
        }

        private void assertAccounted(Token token, String where) {
            long out = probe.items().stream()
                    .flatMap(item -> item instanceof List<?> list ? list.stream() : Stream.of(item))
                    .filter(token::equals)
                    .count();
            long lost = told.stream().filter(token::equals).count();
            boolean had = given.contains(token);
            if (out + lost + (had ? 1 : 0) != 1) {
                fail(where + " came out " + out + " times, was told " + lost + " times, given " + had);
            }
        }
    }

    // ---------------------------------------------------------------- of Ones

    @Test
    void theValuesOfAllThatNobodyReceivesAreTold() {
        VirtualTime time = new VirtualTime();
        List<Token> told = new ArrayList<>();
        List<One<Token>> ones = IntStream.range(0, ITEMS)
                .mapToObj(i -> One.timer(SECOND.multipliedBy(i + 1L)).map(nothing -> new Token(i)))
                .toList();
        One.all(ones)
                .onUndelivered(Token.class, told::add)
                .withContext(context -> context.withClock(time))
                .subscribe(all -> {})
                .cancel();
        assertEquals(List.of(), told);
        Cancellable subscription = One.all(ones)
                .onUndelivered(Token.class, told::add)
                .withContext(context -> context.withClock(time))
                .subscribe(all -> {});
        time.advance(SECOND.multipliedBy(2));
        subscription.cancel();
        assertEquals(List.of(new Token(0), new Token(1)), told);
    }

    /** What operators keep their items in is nothing that anybody has emitted. */
    @Test
    void noListOfAnOperatorIsTold() {
        List<Object> told = new ArrayList<>();
        Many<Integer> source = Many.concat(Many.of(1, 2), Many.never());
        Broadcast<Integer> broadcast = Broadcast.replaying(2);
        broadcast.emit(7);
        List<Many<?>> keeping = List.of(
                source.switchMap(i -> Many.of(i, i).concatWith(Many.never())),
                source.buffer(9),
                source.through(Operators.takeLast(3)),
                Many.combineLatest(source, Many.<Integer>never(), Integer::sum),
                broadcast.listen(Overflow.buffer(1)));
        for (Many<?> many : keeping) {
            Probe.subscribeTo(many.onUndelivered(Object.class, told::add), 1).cancel();
        }
        assertEquals(
                List.of(),
                told.stream().filter(value -> !(value instanceof Integer)).toList());
        assertFalse(told.isEmpty());
    }
}
