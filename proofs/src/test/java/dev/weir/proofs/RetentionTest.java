package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Broadcast;
import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Overflow;
import dev.weir.Sharing;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import dev.weir.testkit.VirtualTime;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Items that wait are dropped with the stream, even if the source keeps its subscriber. */
class RetentionTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private interface Operator extends BiFunction<Many<Object>, VirtualTime, Many<?>> {}

    /**
     * @param demand how many items are asked for
     * @param before how many the source emits before the one that waits
     */
    private record Row(long demand, int before, Operator operator) {}

    private static final Map<String, Row> ROWS = new Rows<>();
    private static final Set<String> TYPES = new TreeSet<>(Set.of(
            "LimitRate", // asks for no more than was asked for
            "OnErrorReturn", // keeps what its function has made, when its source is over
            "Reduce", // keeps what its function has made
            "Scan", // as that
            "SwitchIfEmpty", // keeps none: it has the other when there is one
            "Using")); // keeps a resource, which it gives to the function that closes it

    static {
        put("publishOn", "PublishOn", (many, time) -> many.publishOn(time.executor()));
        put("delay", "Delay", (many, time) -> many.delay(HOUR));
        put("buffer", "Buffer", (many, time) -> awaited(many.buffer(3)));
        put("buffer with a timer", "BufferTimed", (many, time) -> many.buffer(3, HOUR));
        put(
                "bufferUntilChanged",
                "BufferUntilChanged",
                (many, time) -> awaited(many.through(Operators.bufferUntilChanged(9, item -> 0))));
        put("takeLast", "TakeLast", (many, time) -> awaited(many.through(Operators.takeLast(3))));
        put("skipLast", "TakeLast", (many, time) -> awaited(many.through(Operators.skipLast(3))));
        put("flatMap", "FlatMap", (many, time) -> many.flatMap(Many::of));
        put("expand", "ConcatMap", (many, time) -> many.through(Operators.expand(item -> Many.empty())));
        put("switchMap", "SwitchMap", (many, time) -> many.switchMap(item -> Many.of("first", item)));
        put("mapAsync", "MapAsync", (many, time) -> many.mapAsync(2, One::of));
        put(
                "flatMapIterable",
                "FlatMapIterable",
                1,
                0,
                (many, time) -> many.flatMapIterable(item -> List.of("first", item)));
        put("zip", "Zip", (many, time) -> Many.zip(many, Many.never(), (a, b) -> a));
        put("combineLatest", "CombineLatest", (many, time) -> Many.combineLatest(many, Many.never(), (a, b) -> a));
        put("withLatestFrom", "WithLatestFrom", (many, time) -> Many.never().withLatestFrom(many, (a, b) -> b));
        put("share", "Share", (many, time) -> many.share());
        put(
                "share that replays",
                "Share",
                9,
                1,
                (many, time) -> many.share(Sharing.replaying(2)).filter(_ -> false));
        put(
                "share that replays for a time",
                "Share",
                9,
                1,
                (many, time) -> many.share(Sharing.replaying(2, HOUR)).filter(_ -> false));
        put("groupBy", "GroupBy", (many, time) -> many.groupBy(3, item -> 0).flatMap(Many.Group::items));
        put("window", "GroupBy", (many, time) -> many.window(3).concatMap(items -> items));
        put("debounce", "Newest", (many, time) -> many.debounce(HOUR));
        put("sample", "Newest", (many, time) -> many.through(Operators.sample(HOUR)));
        put("rateLimit", "RateLimit", 9, 1, (many, time) -> many.through(Operators.rateLimit(1, HOUR)));
        put("last", "Last", (many, time) -> awaited(many.last().toMany()));
        put(
                "single",
                "Single",
                1,
                0,
                (many, time) -> many.through(Operators.single()).toMany());
        put("toList", "Collect", (many, time) -> awaited(many.toList().toMany()));
        put(
                "all",
                "All",
                1,
                0,
                (many, time) -> One.all(List.of(many.first(), One.never())).toMany());
        put("onOverflow", "OnOverflow", (many, time) -> many.onOverflow(Overflow.buffer(2)));
        put(
                "emitter",
                "Emit",
                (many, time) -> Many.emitter(
                        Overflow.buffer(2),
                        emitter -> emitter.onEnd(many.subscribe(emitter::next, emitter::error, emitter::complete))));
        put("listen", "Listen", (many, time) -> {
            Broadcast<Object> broadcast = Broadcast.create();
            return Many.defer(() -> {
                Cancellable feeding = many.subscribe(broadcast::emit);
                return broadcast.listen(Overflow.buffer(2)).doFinally(ending -> feeding.cancel());
            });
        });
    }

    private static void put(String name, String type, Operator operator) {
        put(name, type, 1, 1, operator);
    }

    /**
     * @param type the simple name of the operator's class
     */
    private static void put(String name, String type, long demand, int before, Operator operator) {
        ROWS.put(name, new Row(demand, before, operator));
        TYPES.add(type);
    }

    /**
     * What is gathered without a lock is dropped only where somebody wants to know of it: else a cancellation can't come
     * between, and it goes with the source's subscriber.
     */
    private static Many<?> awaited(Many<?> many) {
        return many.onUndelivered(Object.class, item -> {});
    }

    @TestFactory
    Stream<DynamicTest> aCancelledStreamKeepsNoItem() {
        return ROWS.entrySet().stream().map(row -> dynamicTest(row.getKey(), () -> assertDropped(row.getValue())));
    }

    @Test
    void eachOperatorThatKeepsItemsIsAmongThem() {
        Set<String> keeping = UndeliveredTest.keeping();
        keeping.removeAll(TYPES);
        assertEquals(Set.of(), keeping, "an operator that keeps items has to drop them: add it here");
    }

    private static void assertDropped(Row row) {
        TestPublisher<Object> source = TestPublisher.create();
        VirtualTime time = new VirtualTime();
        Many<?> many = row.operator.apply(source.many(), time);
        Probe<?> probe = Probe.subscribeTo(many, time.context(), row.demand);
        for (int i = 0; i < row.before; i++) {
            source.next(new Object());
        }
        WeakReference<Object> item = emit(source);
        System.gc();
        assertFalse(item.refersTo(null), "it does not wait");
        probe.cancel();
        time.advance(Duration.ZERO);
        Garbage.assertCollected(item);
        source.assertCancelled(); // both are alive until here
    }

    private static WeakReference<Object> emit(TestPublisher<Object> source) {
        Object item = new Object();
        source.next(item);
        return new WeakReference<>(item);
    }
}
