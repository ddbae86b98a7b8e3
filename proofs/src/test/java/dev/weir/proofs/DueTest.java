package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who returned nothing is told what is due. */
class DueTest {
    private static final Many<Integer> TWO = Many.of(1, 2);
    private static final Map<String, Supplier<One<?>>> RETURNED_NULL = new Rows<>();

    static {
        RETURNED_NULL.put(
                "flatMap: the function returned null where a stream is due",
                () -> TWO.flatMap(i -> null).toList());
        RETURNED_NULL.put(
                "concatMap: the function returned null where a stream is due",
                () -> TWO.concatMap(i -> null).toList());
        RETURNED_NULL.put(
                "switchMap: the function returned null where a stream is due",
                () -> TWO.switchMap(i -> null).toList());
        RETURNED_NULL.put(
                "expand: the function returned null where a stream is due",
                () -> TWO.through(Operators.expand(i -> null)).toList());
        RETURNED_NULL.put(
                "switchIfEmpty: the supplier returned null where a stream is due",
                () -> Many.empty().switchIfEmpty(() -> null).toList());
        RETURNED_NULL.put(
                "mapAsync: the function returned null where a One is due",
                () -> TWO.mapAsync(1, i -> null).toList());
        RETURNED_NULL.put(
                "mapAsyncUnordered: the function returned null where a One is due",
                () -> TWO.mapAsyncUnordered(1, i -> null).toList());
        RETURNED_NULL.put(
                "flatMapIterable: the function returned null where an iterable is due",
                () -> TWO.flatMapIterable(i -> null).toList());
        RETURNED_NULL.put(
                "flatMapIterable: the iterable returned null where an iterator is due",
                () -> TWO.flatMapIterable(i -> () -> null).toList());
        RETURNED_NULL.put(
                "bufferUntilChanged: the function returned null where a key is due",
                () -> TWO.through(Operators.bufferUntilChanged(9, i -> null)).toList());
        RETURNED_NULL.put(
                "scan: the seed returned null where a state is due",
                () -> TWO.scan(() -> null, (state, i) -> i).toList());
    }

    @TestFactory
    Stream<DynamicTest> whatIsDueIsTold() {
        return RETURNED_NULL.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    One<?> one = row.getValue().get();
                    assertEquals(
                            row.getKey(),
                            assertThrows(NullPointerException.class, one::await).getMessage());
                }));
    }

    @Test
    void allSettledSaysThatAOneIsMissing() {
        One<?> one = One.allSettled(Arrays.asList(One.of(1), null));
        assertEquals(
                "allSettled: a One is missing: it must not be null",
                assertThrows(NullPointerException.class, one::await).getMessage());
    }
}
