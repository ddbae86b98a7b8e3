package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The marble pictures in the docs are drawn from what happens: none is made by hand. With {@code -Ddrawings.write=true} they are
 * drawn anew.
 */
class DrawingsTest {
    private static final Path FACE = Path.of("../core/src/main/java/dev/weir");
    private static final Path GUIDE = Path.of("../docs/guide");
    private static final Map<String, Drawing> ALL = Drawing.all();
    private static final Map<String, Drawing> BY_LABEL =
            ALL.values().stream().collect(Collectors.toMap(Drawing::label, drawing -> drawing));

    /** In the guide, the names of the drawings are above them. */
    private static final Pattern IN_GUIDE =
            Pattern.compile("<!-- drawn: ([\\w ]+) -->\\n```text\\n.*?```", Pattern.DOTALL);

    /** In Javadoc, a drawing is found by its label. */
    private static final Pattern IN_DOC = Pattern.compile("<pre>\\{@code\\n(?: +\\* .*\\n)*? +\\* }</pre>");

    private static final Pattern BEFORE_LABEL = Pattern.compile("(?<=\\S {4,40})(?=\\S)");

    @TestFactory
    Stream<DynamicTest> drawings() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String name : List.of("Many", "Operators")) {
            tests.add(test(FACE.resolve(name + ".java"), IN_DOC, DrawingsTest::inDoc));
        }
        for (Path page : pages()) {
            tests.add(test(page, IN_GUIDE, DrawingsTest::inGuide));
        }
        return tests.stream();
    }

    @Test
    void eachDrawingIsInTheGuide() throws IOException {
        TreeSet<String> shown = new TreeSet<>();
        for (Path page : pages()) {
            IN_GUIDE.matcher(Files.readString(page))
                    .results()
                    .forEach(drawn -> shown.addAll(List.of(drawn.group(1).split(" "))));
        }
        assertEquals(new TreeSet<>(ALL.keySet()), shown);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(GUIDE)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static DynamicTest test(Path file, Pattern place, Function<MatchResult, String> drawn) {
        return DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
            String text = Files.readString(file);
            String right = place.matcher(text).replaceAll(found -> Matcher.quoteReplacement(drawn.apply(found)));
            if (Boolean.getBoolean("drawings.write")) {
                Files.writeString(file, right);
            } else {
                assertEquals(right, text, "something else happens than is drawn: -Ddrawings.write=true draws it anew");
            }
        });
    }

    private static String inGuide(MatchResult found) {
        List<String> drawings = new ArrayList<>();
        for (String name : found.group(1).split(" ")) {
            Drawing drawing = ALL.get(name);
            assertNotNull(drawing, () -> "Drawings has no " + name);
            drawings.add(String.join("\n", drawing.lines()));
        }
        return "<!-- drawn: " + found.group(1) + " -->\n```text\n" + String.join("\n\n", drawings) + "\n```";
    }

    private static String inDoc(MatchResult found) {
        Drawing drawing = BEFORE_LABEL
                .matcher(found.group())
                .results()
                .map(begin -> found.group().substring(begin.start()).lines().findFirst())
                .map(label -> BY_LABEL.get(label.orElse("")))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        assertNotNull(drawing, () -> "Drawings has none with the label of\n" + found.group());
        String margin = "\n     * ";
        return "<pre>{@code" + margin + String.join(margin, drawing.lines()) + margin + "}</pre>";
    }
}
