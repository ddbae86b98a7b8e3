package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.Operators;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Streams that are given count as they were then: who changes the array, or the list, afterwards changes no pipeline. */
class GivenTest {
    private static final Map<String, Function<Many<Integer>[], Many<?>>> ARRAYS = new Rows<>();
    private static final Map<String, Function<List<Many<Integer>>, Many<?>>> LISTS = new Rows<>();

    static {
        ARRAYS.put("merge", Many::merge);
        ARRAYS.put("concat", Many::concat);
        ARRAYS.put("raceWith", all -> Many.<Integer>never().through(Operators.raceWith(all)));
        LISTS.put("merge", Many::merge);
        LISTS.put("concat", Many::concat);
        LISTS.put("zip", all -> Many.zip(all, List::toString));
        LISTS.put("combineLatest", all -> Many.combineLatest(all, List::toString));
    }

    @TestFactory
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of streams
    Stream<DynamicTest> anArrayOfStreamsIsCopied() {
        return ARRAYS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    Many<Integer>[] given = new Many[] {Many.of(1), Many.of(2)};
                    Many<?> many = row.getValue().apply(given);
                    List<?> before = many.toList().await();
                    Arrays.fill(given, Many.of(99));
                    assertEquals(before, many.toList().await());
                }));
    }

    @TestFactory
    Stream<DynamicTest> soIsAList() {
        return LISTS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    List<Many<Integer>> given = new ArrayList<>(List.of(Many.of(1), Many.of(2)));
                    Many<?> many = row.getValue().apply(given);
                    List<?> before = many.toList().await();
                    given.set(1, Many.of(99));
                    given.add(Many.of(100));
                    assertEquals(before, many.toList().await());
                }));
    }

    @Test
    void aPublisherThatIsAStreamIsThatStream() {
        Flow.Publisher<Integer> stream = Many.of(1).named("numbers");
        assertSame(stream, Many.from(stream));
    }
}
