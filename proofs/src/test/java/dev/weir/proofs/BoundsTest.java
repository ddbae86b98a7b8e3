package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Broadcast;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.Retry;
import dev.weir.Valve;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * No operator keeps more items than its documentation says, however many its sources have: those that they have emitted
 * and that neither came out, nor were dropped and told, are counted before each item and after every step; while the
 * reader takes one item for long, and other threads go on; and whatever it asks for.
 */
class BoundsTest {
    private static final Duration TICK = Duration.ofMillis(1);
    private static final int FLOOD = 1_000;
    private static final int FEW = 20; // streams of that many
    private static final int STEPS = 100;
    private static final int AHEAD = 32; // of each of several streams
    private static final int LESS = 1; // as what is full, or has all that it waits for, goes on at once
    private static final long[] DEMANDS = {0, 1, 7, 300, Long.MAX_VALUE};

    private interface Flooded extends Function<Run, Many<?>> {}

    private record Row(Flooded flooded, int bound) {}

    private static final Map<String, Row> ROWS = new Rows<>();
    // whose items have their own test below, are as many as the Ones that were given, or are in what a function makes
    // of them
    private static final Set<String> TYPES =
            new TreeSet<>(Set.of("All", "Iterate", "Collect", "Reduce", "Scan", "Using"));

    static {
        put("publishOn", "PublishOn", Many.BUFFER_SIZE, run -> run.items().publishOn(run.others::add));
        put("publishOn with a buffer of 2", "PublishOn", 2, run -> run.items().publishOn(run.others::add, 2));
        put("subscribeOn", "SubscribeOn", 0, run -> run.items().subscribeOn(run.others::add));
        put("delay", "Delay", Many.BUFFER_SIZE, run -> run.items().delay(TICK));
        put("timeout", "Timeout", 0, run -> run.items().timeout(TICK));
        put("buffer", "Buffer", 4, run -> run.later().buffer(4));
        put("buffer with gaps", "Buffer", 4, run -> run.later().buffer(4, 6));
        put("last", "Last", 1, run -> run.items().last().toMany());
        put(
                "single",
                "Single",
                1,
                run -> run.items().through(Operators.single()).toMany());
        put("withLatestFrom", "WithLatestFrom", 1, run -> run.items().withLatestFrom(run.later(), (a, b) -> a));
        put("onErrorReturn", "OnErrorReturn", 0, run -> run.items().onErrorReturn(failure -> 0));
        put("takeLast", "TakeLast", 9, run -> run.items().through(Operators.takeLast(9)));
        put("skipLast", "TakeLast", 9, run -> run.items().through(Operators.skipLast(9)));
        put("buffer with a timer", "BufferTimed", 4, run -> run.later().buffer(4, TICK.multipliedBy(3)));
        put("flatMap", "FlatMap", 2 * AHEAD, run -> Many.range(0, FEW).flatMap(2, i -> run.later()));
        put("merge", "FlatMap", 3 * AHEAD, run -> Many.merge(run.later(), run.later(), run.later()));
        put("concatMap", "ConcatMap", 0, run -> Many.range(0, FEW).concatMap(i -> run.later()));
        put("concat", "Concat", 0, run -> Many.concat(run.later(), run.later()));
        put("switchMap", "SwitchMap", AHEAD, run -> run.oneByOne().switchMap(i -> run.later()));
        put("mapAsync", "MapAsync", 3, run -> Many.range(0, FLOOD).mapAsync(3, i -> run.value(i)));
        put(
                "mapAsyncUnordered by key",
                "FlatMap",
                3,
                run -> run.items()
                        .mapAsyncUnordered(3, i -> i / 3, i -> One.of(i).subscribeOn(run.others::add)));
        put("flatMapIterable", "FlatMapIterable", 1, run -> run.items().flatMapIterable(List::of));
        put("gather", "FlatMapIterable", 1, run -> run.items().gather(Gatherers.windowFixed(1)));
        put("zip", "Zip", 2 * AHEAD, run -> Many.zip(run.later(), run.items(), List::of));
        put(
                "groupBy",
                "GroupBy",
                Many.BUFFER_SIZE + 3 * AHEAD,
                run -> run.items().groupBy(3, i -> i % 3).flatMap(Many.Group::items));
        put("window", "GroupBy", Many.BUFFER_SIZE, run -> run.items().window(3).concatMap(items -> items));
        put("zip of three", "Zip", 3 * AHEAD, run -> Many.zip(run.later(), run.items(), run.later(), List::of));
        put(
                "combineLatest",
                "CombineLatest",
                AHEAD + 1, // of the one, and the newest of the other
                run -> Many.combineLatest(run.later(), run.items(), (a, b) -> List.of(a, b))
                        .map(list -> 0));
        put("share", "Share", Many.BUFFER_SIZE, run -> run.items().share());
        put("debounce", "Newest", 1, run -> run.counted(run.oneByOne()).debounce(TICK));
        put("sample", "Newest", 1, run -> run.counted(run.oneByOne()).through(Operators.sample(TICK)));
        put("throttleLatest", "Newest", 1, run -> run.counted(run.oneByOne()).through(Operators.throttleLatest(TICK)));
        put("limit rate", "LimitRate", 0, run -> run.items().through(Operators.limitRate(5)));
        put("rate limit", "RateLimit", 5, run -> run.items().through(Operators.rateLimit(5, TICK)));
        put("switchIfEmpty", "SwitchIfEmpty", 0, run -> run.items().switchIfEmpty(Many::empty));
        put("retry", "RetryWith", 0, run -> run.items().retry(Retry.atMost(1)));
        put("onErrorResume", "OnErrorResume", 0, run -> run.items().onErrorResume(failure -> Many.empty()));
        put("expand", "ConcatMap", 1, run -> run.items().through(Operators.expand(i -> Many.empty())));
        put("raceWith", "Race", 0, run -> run.items().through(Operators.raceWith(Many.never())));
        put("pausable", "MapAsync", 1, run -> run.items().through(Operators.pausable(run.closed())));
        put(
                "bufferUntilChanged",
                "BufferUntilChanged",
                9,
                run -> run.items().through(Operators.bufferUntilChanged(9, i -> 0)));
        put("take", "Take", 0, run -> run.items().take(FLOOD));
        put("skip", "Skip", 0, run -> run.items().skip(9));
        put("filter", "Filter", 0, run -> run.items().filter(i -> true));
        put("drop the oldest", "OnOverflow", 3, run -> run.items().onOverflow(Overflow.dropOldest(3)));
        put("drop the latest", "OnOverflow", 3, run -> run.items().onOverflow(Overflow.dropLatest(3)));
        put("the latest", "OnOverflow", 1, run -> run.items().onOverflow(Overflow.latest()));
        put("a bound that fails", "OnOverflow", 3, run -> run.items().onOverflow(Overflow.buffer(3)));
        put(
                "emitter",
                "Emit",
                3,
                run -> Many.<Integer>emitter(
                        Overflow.dropOldest(3),
                        emitter -> run.items().subscribe(emitter::next, emitter::error, emitter::complete)));
        put("listen", "Listen", 3, run -> {
            Broadcast<Integer> broadcast = Broadcast.create();
            return Many.defer(() -> {
                run.later().subscribe(broadcast::emit);
                return broadcast.listen(Overflow.dropOldest(3));
            });
        });
    }

    /**
     * @param type the simple name of the operator's class
     * @param bound how many items it may keep, beside those that it was asked for
     */
    private static void put(String name, String type, int bound, Flooded flooded) {
        ROWS.put(name, new Row(flooded, bound));
        TYPES.add(type);
    }

    @TestFactory
    Stream<DynamicTest> nobodyKeepsMoreThanHeSays() {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    try (DroppedFailures _ = DroppedFailures.collect()) {
                        int most = Arrays.stream(DEMANDS)
                                .mapToInt(demand -> new Run(row.getValue(), demand).check())
                                .max()
                                .orElseThrow();
                        assertTrue(
                                most >= row.getValue().bound - LESS,
                                () -> "none of its runs gets near its bound: " + most);
                    }
                }));
    }

    @Test
    void aLoopOverAStreamKeepsItsBuffer() {
        Run run = new Run(new Row(Run::items, Many.BUFFER_SIZE), 0);
        try (Items<?> items = run.many.iterate()) {
            Iterator<?> iterator = items.iterator();
            for (int i = 0; i < STEPS; i++) {
                assertEquals(i, iterator.next());
                int kept = run.emitted - i - 1;
                assertTrue(kept <= Many.BUFFER_SIZE, () -> "it keeps " + kept);
            }
        }
    }

    @Test
    void eachOperatorThatKeepsItemsIsAmongThem() {
        Set<String> keeping = UndeliveredTest.keeping();
        keeping.removeAll(TYPES);
        assertEquals(Set.of(), keeping, "an operator that keeps items has a bound: add it here");
    }

    /** One subscription. */
    private static final class Run {
        private final VirtualTime time = new VirtualTime();
        private final Queue<Runnable> others = new ArrayDeque<>(); // what other threads would do
        private final Probe<Object> probe = Probe.demanding(0);
        private final Many<?> many;
        private final int bound;
        private final long demand;
        private int emitted;
        private int told;
        private boolean held;
        private int most;
        private int out;

        Run(Row row, long demand) {
            this.bound = row.bound();
            this.demand = demand;
            this.many = row.flooded().apply(this);
        }

        /** As many as anybody may ask for, on the thread that does. */
        Many<Integer> items() {
            return counted(Many.range(0, FLOOD));
        }

        Many<Integer> counted(Many<Integer> source) {
            return source.doOnNext(i -> {
                look();
                emitted++;
            });
        }

        /** As {@link #items}, from another thread. */
        Many<Integer> later() {
            return items().subscribeOn(others::add);
        }

        /** Each from another thread; none is counted. */
        Many<Integer> oneByOne() {
            return Many.range(0, FEW).concatMap(i -> Many.of(i).subscribeOn(others::add));
        }

        /** Which nobody opens. */
        Valve closed() {
            Valve valve = new Valve();
            valve.close();
            return valve;
        }

        One<Integer> value(int i) {
            return One.of(i).subscribeOn(others::add).doOnValue(value -> emitted++);
        }

        /** Returns how many it kept at most. */
        int check() {
            probe.whenItem((reader, item) -> {
                out += item instanceof List<?> list ? list.size() : 1;
                if (!held) { // by the first item, while all others go on
                    held = true;
                    goOn();
                }
            });
            many.map(item -> (Object) item)
                    .onUndelivered(Integer.class, item -> told++)
                    .withContext(context -> context.withClock(time))
                    .subscribe(probe);
            if (demand > 0) {
                probe.request(demand);
            }
            for (int i = 0; i < STEPS; i++) {
                time.advance(TICK);
                goOn();
            }
            probe.cancel();
            assertTrue(
                    most <= bound,
                    () -> "asked for " + demand + ", it kept " + most + " of " + emitted + " items, not " + bound);
            return most;
        }

        private void goOn() {
            for (int i = 0; i < STEPS && !others.isEmpty(); i++) {
                others.remove().run();
                look();
            }
            look();
        }

        private void look() {
            most = Math.max(most, emitted - told - out);
        }
    }
}
