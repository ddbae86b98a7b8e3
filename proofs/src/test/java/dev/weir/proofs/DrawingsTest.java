package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.testkit.Marbles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the marble drawings in the facade's docs: what is drawn there is what happens. */
class DrawingsTest {
    private static final Pattern DRAWING = Pattern.compile("<pre>\\n +\\* (\\S+) +(.+)\\n +\\* (\\S+)\\n +\\* </pre>");
    private static final Pattern OF_TWO =
            Pattern.compile("<pre>\\n +\\* (\\S+)\\n +\\* (\\S+) +(.+)\\n +\\* (\\S+)\\n +\\* </pre>");
    private static final Map<String, BinaryOperator<Many<String>>> MEANT_OF_TWO = Map.of(
            "combineLatest(a, b, joined)", (a, b) -> Many.combineLatest(a, b, String::concat),
            "a.withLatestFrom(b, joined)", (a, b) -> a.withLatestFrom(b, String::concat));
    private static final Map<String, Function<Many<String>, Many<String>>> MEANT = Map.of(
            "mapNotNull(upperCase of all but b)",
                    many -> many.mapNotNull(item -> item.equals("b") ? null : item.toUpperCase(Locale.ROOT)),
            "debounce(three ticks)", many -> many.debounce(Duration.ofMillis(30)),
            "buffer(2, 1).map(joined)", many -> many.buffer(2, 1).map(list -> String.join("", list)),
            "map(upperCase)", many -> many.map(String::toUpperCase),
            "filter(notB)", many -> many.filter(item -> !item.equals("b")),
            "scan(() -> \"a\", later)", many -> many.scan(() -> "a", (a, b) -> a.compareTo(b) > 0 ? a : b),
            "distinctUntilChanged()", Many::distinctUntilChanged,
            "groupBy(10, itself).flatMap(joined in each group)",
                    many -> many.groupBy(10, item -> item)
                            .flatMap(group -> group.items().scan(() -> "", String::concat)),
            "switchMap(itself five ticks later)",
                    many -> many.switchMap(item -> Many.of(item).delay(Duration.ofMillis(50))));

    @TestFactory
    Stream<DynamicTest> drawings() throws IOException {
        Matcher drawing = DRAWING.matcher(Files.readString(Path.of("../core/src/main/java/dev/weir/Many.java")));
        List<DynamicTest> tests = new ArrayList<>();
        while (drawing.find()) {
            String in = drawing.group(1);
            String label = drawing.group(2);
            String out = drawing.group(3);
            tests.add(DynamicTest.dynamicTest(label, () -> {
                Function<Many<String>, Many<String>> operator = MEANT.get(label);
                assertNotNull(operator, "say here what the drawing means by " + label);
                Marbles.assertMarble(in, operator, out);
            }));
        }
        assertTrue(tests.size() >= MEANT.size(), "the drawings are no longer found in the docs");
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> drawingsOfTwo() throws IOException {
        Matcher drawing = OF_TWO.matcher(Files.readString(Path.of("../core/src/main/java/dev/weir/Many.java")));
        List<DynamicTest> tests = new ArrayList<>();
        while (drawing.find()) {
            String first = drawing.group(1);
            String second = drawing.group(2);
            String label = drawing.group(3);
            String out = drawing.group(4);
            tests.add(DynamicTest.dynamicTest(label, () -> {
                BinaryOperator<Many<String>> operator = MEANT_OF_TWO.get(label);
                assertNotNull(operator, "say here what the drawing means by " + label);
                Marbles.assertMarble(first, second, operator, out);
            }));
        }
        assertTrue(tests.size() >= MEANT_OF_TWO.size(), "the drawings are no longer found in the docs");
        return tests.stream();
    }
}
