package dev.weir.op.flatten;

import static dev.weir.testkit.Marbles.assertMarble;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.proofs.Garbage;
import dev.weir.proofs.Suppressed;
import dev.weir.proofs.Tck;
import dev.weir.testkit.OperatorLaws;
import dev.weir.testkit.Probe;
import dev.weir.testkit.TestPublisher;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MapAsyncUnorderedTest {
    private static final int MANY = 100_000;
    private static final int KEYS = 7;

    private final TestPublisher<Integer> source = TestPublisher.create();
    private final List<Integer> mapped = new ArrayList<>();
    private final List<CompletableFuture<Integer>> futures =
            Stream.generate(CompletableFuture<Integer>::new).limit(6).toList();
    private final Many<Integer> byParity = source.many().mapAsyncUnordered(4, i -> i % 2, this::begin);

    private One<Integer> begin(int i) {
        mapped.add(i);
        return One.from(futures.get(i));
    }

    private void end(int i) {
        futures.get(i).complete(10 + i);
    }

    // ---------------------------------------------------------------- of all items

    @Test
    void laws() {
        OperatorLaws.of(many -> many.mapAsyncUnordered(3, i -> One.of(i).delay(Duration.ofMillis(9 - i % 10))))
                .unordered()
                .failureOvertakes()
                .check();
        OperatorLaws.ofFunction((many, fault) -> many.mapAsyncUnordered(2, i -> fault.at(i, One.of(i))))
                .failureOvertakes()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tck() {
        return Tck.publisher(n -> Many.range(0, (int) n).mapAsyncUnordered(4, One::of));
    }

    @Test
    void emitsAsItComes() {
        assertMarble(
                "(bca|)",
                many -> many.mapAsyncUnordered(2, x -> One.of(x).delay(Duration.ofMillis(10L * (x.charAt(0) - '`')))),
                "--b(ca|)");
        Probe.subscribeTo(Many.of(1, 2).mapAsyncUnordered(1, i -> i == 1 ? One.<Integer>ofNull() : One.of(i)))
                .assertItems(2)
                .assertCompleted();
    }

    // ---------------------------------------------------------------- of each key in order

    @Test
    void lawsByKey() {
        OperatorLaws.of(many -> many.mapAsyncUnordered(3, i -> i % 3, One::of).filter(i -> i % 2 == 0))
                .failureOvertakes()
                .check();
        OperatorLaws.of(many ->
                        many.mapAsyncUnordered(3, i -> "all", i -> One.of(i).delay(Duration.ofMillis(9 - i % 10))))
                .failureOvertakes()
                .check();
        OperatorLaws.of(many ->
                        many.mapAsyncUnordered(3, i -> i % 2, i -> One.of(i).delay(Duration.ofMillis(9 - i % 10))))
                .unordered()
                .failureOvertakes()
                .check();
        OperatorLaws.ofFunction((many, fault) -> many.mapAsyncUnordered(2, i -> fault.at(i, i), One::of))
                .failureOvertakes()
                .check();
        OperatorLaws.ofFunction((many, fault) -> many.mapAsyncUnordered(2, i -> i % 2, i -> fault.at(i, One.of(i))))
                .failureOvertakes()
                .check();
        OperatorLaws.ofFunction((many, fault) -> many.mapAsyncUnordered(
                        2, i -> 0, i -> fault.at(i, One.of(i).delay(Duration.ofMillis(1)))))
                .failureOvertakes()
                .check();
    }

    @TestFactory
    Stream<DynamicTest> tckByKey() {
        return Tck.publisher(n -> Many.range(0, (int) n).mapAsyncUnordered(4, i -> i % 3, One::of));
    }

    @TestFactory
    Stream<DynamicTest> tckOfTheSubscriberByKey() {
        return Tck.subscriber(many -> many.mapAsyncUnordered(4, i -> 0, One::of));
    }

    @Test
    void anItemWaitsForThoseWithItsKeyOnly() {
        Probe<Integer> probe = Probe.subscribeTo(byParity);
        source.assertRequested(4).next(0, 2, 1, 4);
        assertEquals(List.of(0, 1), mapped);
        end(1);
        source.assertRequested(5).next(3).complete();
        assertEquals(List.of(0, 1, 3), mapped);
        end(4); // too early
        end(0);
        assertEquals(List.of(0, 1, 3, 2), mapped);
        probe.assertItems(11, 10);
        end(2);
        probe.assertItems(11, 10, 12, 14).assertNotEnded();
        end(3);
        probe.assertItems(11, 10, 12, 14, 13).assertCompleted();
        assertEquals(List.of(0, 1, 3, 2, 4), mapped);
    }

    @Test
    void allOfOneKeyHoldUpOthersBehindThem() {
        Probe<Integer> probe = Probe.subscribeTo(source.many().mapAsyncUnordered(2, i -> i % 2, this::begin));
        source.assertRequested(2).next(0, 2).assertRequested(2);
        end(0);
        source.assertRequested(3).next(1);
        assertEquals(List.of(0, 2, 1), mapped);
        probe.assertItems(10);
    }

    @Test
    void theNextBeginsWithoutDemandAndLeavesBehind() {
        Probe<Integer> probe = Probe.subscribeTo(byParity, 1);
        source.next(1, 0, 2);
        end(1);
        end(0);
        end(2);
        assertEquals(List.of(1, 0, 2), mapped);
        source.assertRequested(5);
        probe.assertItems(11).request(1);
        probe.assertItems(11, 10).request(1);
        probe.assertItems(11, 10, 12);
    }

    @Test
    void noItemForNullAndTheNextGoesOn() {
        assertMarble(
                "(abc|)",
                many -> many.mapAsyncUnordered(
                        3,
                        x -> 0,
                        x -> One.timer(Duration.ofMillis(20))
                                .thenReturn(x)
                                .mapNotNull(value -> value.equals("b") ? null : value)),
                "--a---(c|)");
    }

    @Test
    void aFailureEndsAllAndWhatWaitsIsTold() {
        List<Ending> endings = new ArrayList<>();
        List<Integer> told = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(source.many()
                .mapAsyncUnordered(4, i -> i % 2, i -> begin(i).doFinally(endings::add))
                .onUndelivered(Integer.class, told::add));
        source.next(0, 2, 1, 4);
        futures.get(1).completeExceptionally(new IllegalStateException("failed"));
        probe.assertFailed(IllegalStateException.class);
        source.assertCancelled();
        assertEquals(List.of(0, 1), mapped);
        assertEquals(List.of(Ending.FAILED, Ending.CANCELLED), endings);
        assertEquals(List.of(2, 4), told.stream().sorted().toList());
    }

    @Test
    void cancelsWhatRunsAndBeginsNothingMore() {
        List<Ending> endings = new ArrayList<>();
        List<Integer> told = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(source.many()
                .mapAsyncUnordered(4, i -> i % 2, i -> begin(i).doFinally(endings::add))
                .onUndelivered(Integer.class, told::add));
        source.next(0, 2, 1, 4);
        probe.cancel();
        source.assertCancelled();
        end(0);
        assertEquals(List.of(0, 1), mapped);
        assertEquals(List.of(Ending.CANCELLED, Ending.CANCELLED), endings);
        assertEquals(List.of(2, 4), told.stream().sorted().toList());
    }

    @Test
    void eachSubscriptionHasItsOwnKeys() {
        Many<Integer> never = Many.of(1).mapAsyncUnordered(1, i -> 0, i -> {
            mapped.add(i);
            return One.never();
        });
        Probe.subscribeTo(never);
        Probe.subscribeTo(never);
        assertEquals(List.of(1, 1), mapped);
    }

    @Test
    void keepsNoKeyOfWhichNothingRuns() {
        List<WeakReference<Object>> keys = new ArrayList<>();
        Probe<Integer> probe = Probe.subscribeTo(source.many().mapAsyncUnordered(4, i -> key(keys), One::of));
        source.next(1);
        probe.assertItems(1).assertNotEnded();
        Garbage.assertCollected(keys.getFirst());
    }

    private static Object key(List<WeakReference<Object>> keys) {
        Object key = new Object();
        keys.add(new WeakReference<>(key));
        return key;
    }

    @Test
    void manyThatWaitDoNotGrowTheStack() {
        Probe<Integer> probe = Probe.subscribeTo(Many.range(0, MANY)
                .mapAsyncUnordered(MANY, i -> 0, i -> i == 0 ? One.from(futures.getFirst()) : One.of(i)));
        futures.getFirst().complete(0);
        probe.assertItemCount(MANY).assertCompleted();
        Probe.subscribeTo(Many.range(0, MANY).mapAsyncUnordered(4, i -> i % 3, One::of))
                .assertItemCount(MANY)
                .assertCompleted();
    }

    @Test
    void onManyThreadsEachKeyIsInOrderAndAlone() {
        AtomicIntegerArray running = new AtomicIntegerArray(KEYS);
        List<Integer> items = Many.range(0, MANY / 10)
                .mapAsyncUnordered(
                        32,
                        i -> i % KEYS,
                        i -> One.blocking(() -> {
                            assertEquals(0, running.getAndIncrement(i % KEYS), "another one runs");
                            running.decrementAndGet(i % KEYS);
                            return i;
                        }))
                .toList()
                .await();
        Map<Integer, List<Integer>> byKey = new HashMap<>();
        items.forEach(
                i -> byKey.computeIfAbsent(i % KEYS, key -> new ArrayList<>()).add(i));
        assertEquals(MANY / 10, items.size());
        byKey.forEach((key, each) -> assertEquals(each.stream().sorted().toList(), each));
    }

    @Test
    void tellsWhichFunctionHasFailed() {
        String none = place(source.many().mapAsyncUnordered(1, i -> null, adding(0)));
        String key = place(source.many().mapAsyncUnordered(1, i -> Integer.parseInt("the key"), adding(0)));
        String mapper = place(source.many().mapAsyncUnordered(1, i -> i, i -> One.of(Integer.parseInt("no number"))));
        assertEquals(line(none) + 1, line(key));
        assertEquals(line(key) + 1, line(mapper));
    }

    private static Function<Integer, One<Integer>> adding(int n) {
        return i -> One.of(i + n);
    }

    private static int line(String place) {
        return Integer.parseInt(place.replaceFirst(".*\\(MapAsyncUnorderedTest\\.java:(\\d+)\\).*", "$1"));
    }

    private String place(Many<?> many) {
        Probe<Object> probe = Probe.subscribeTo(many.map(item -> item));
        source.next(0);
        return Suppressed.place(probe.failure());
    }

    @Test
    void refusesBadArguments() {
        Many<Integer> many = source.many();
        String concurrency = "mapAsyncUnordered: the concurrency must be positive, was 0";
        assertEquals(
                concurrency,
                assertThrows(IllegalArgumentException.class, () -> many.mapAsyncUnordered(0, i -> i, One::of))
                        .getMessage());
        assertEquals(
                concurrency,
                assertThrows(IllegalArgumentException.class, () -> many.mapAsyncUnordered(0, One::of))
                        .getMessage());
        assertEquals(
                "mapAsyncUnordered: the key is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> many.mapAsyncUnordered(1, null, One::of))
                        .getMessage());
        assertEquals(
                "mapAsyncUnordered: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> many.mapAsyncUnordered(1, i -> i, null))
                        .getMessage());
        Probe<Integer> probe = Probe.subscribeTo(Many.of(1).mapAsyncUnordered(1, i -> null, One::of));
        assertEquals(
                "mapAsyncUnordered: the key is null: give items that have none one of their own",
                probe.failure().getMessage());
    }
}
