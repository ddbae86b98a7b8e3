package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Repeat;
import dev.weir.Sharing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A chain that is longer than the stack is let grow is begun in parts, and what crosses from one to the next does so later. So an
 * operator with more than one stream has to have them in the same order wherever it stands: its items are those of a short chain.
 */
class DepthOrderTest {
    private static final int LONG = 300; // more than two parts
    private static final Duration HOUR = Duration.ofHours(1); // no timer of it is met
    private static final List<Integer> SOURCE = List.of(1, 2, 3);

    private interface Level extends UnaryOperator<Many<Integer>> {}

    private static final Map<String, Level> LEVELS = new Rows<>();

    static {
        LEVELS.put("withLatestFrom", many -> many.withLatestFrom(Many.of(0), (item, latest) -> item));
        LEVELS.put("skipUntil", many -> many.through(Operators.skipUntil(Many.of(0))));
        LEVELS.put("takeUntil", many -> many.concatWith(many.takeUntil(Many.of(0))));
        LEVELS.put("raceWith", many -> many.through(Operators.raceWith(Many.of(7, 8))));
        LEVELS.put("raceWith as the other", many -> Many.of(7, 8).through(Operators.raceWith(many)));
        LEVELS.put("combineLatest", many -> Many.combineLatest(Many.of(0), many, (latest, item) -> item));
        LEVELS.put(
                "combineLatest with what is longer first",
                many -> Many.combineLatest(many, Many.of(7, 8), Integer::sum));
        LEVELS.put("zip", many -> Many.zip(many, Many.of(7, 8), Integer::sum));
        LEVELS.put(
                "concatMap", many -> many.concatMap(item -> Many.range(item, 3).map(inner -> inner)));
        LEVELS.put("flatMap", many -> many.flatMap(2, item -> Many.of(item, 7).filter(inner -> true)));
        LEVELS.put("mapAsync", many -> many.mapAsync(2, item -> One.of(item).map(inner -> inner)));
        LEVELS.put("delayUntil", many -> many.delayUntil(One::of));
        LEVELS.put(
                "expand",
                many -> many.through(Operators.expand(item -> item < 20 ? Many.of(item * 10) : Many.empty())));
        LEVELS.put("window", many -> many.window(1).concatMap(window -> window));
        LEVELS.put("share", Many::share);
        LEVELS.put("startWith", many -> many.startWith(7));
        LEVELS.put("switchIfEmpty", many -> many.filter(item -> item > 9).switchIfEmpty(() -> Many.of(7, 8)));
        LEVELS.put("repeat", many -> many.repeat(Repeat.times(1)));
        LEVELS.put("debounce", many -> many.debounce(HOUR));
        LEVELS.put("concat", many -> Many.concat(Many.of(7), many));
        LEVELS.put("groupBy", many -> many.groupBy(3, item -> item, Many.Group::items));
        LEVELS.put("replaying", many -> many.share(Sharing.replaying(2)));
        LEVELS.put("sample", many -> many.through(Operators.sample(HOUR)));
        LEVELS.put("throttleLatest", many -> many.through(Operators.throttleLatest(HOUR)));
    }

    @TestFactory
    Stream<DynamicTest> whatComesDoesNotDependOnThePlaceInALongChain() {
        return LEVELS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    List<Integer> expected = items(row.getValue(), 0, 0);
                    for (int above = 0; above <= LONG; above++) {
                        assertEquals(expected, items(row.getValue(), above, LONG - above), above + " above");
                    }
                }));
    }

    private static List<Integer> items(Level level, int above, int below) {
        return maps(below, level.apply(maps(above, Many.from(SOURCE)))).toList().await();
    }

    private static Many<Integer> maps(int count, Many<Integer> many) {
        Many<Integer> chain = many;
        for (int i = 0; i < count; i++) {
            chain = chain.map(item -> item);
        }
        return chain;
    }
}
