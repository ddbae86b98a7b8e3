package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The marble pictures in the docs are drawn from what happens: none is made by hand. With {@code -Ddrawings.write=true} they are
 * drawn anew.
 */
class DrawingsTest {
    private static final Path SNIPPETS = Path.of("../core/src/main/java/dev/weir/snippet-files");
    private static final Path GUIDE = Path.of("../docs/guide");
    private static final Map<String, Drawing> ALL = Drawing.all();
    private static final String ANEW = "something else happens than is drawn: -Ddrawings.write=true draws it anew";

    /** In the guide, the names of the drawings are above them. */
    private static final Pattern IN_GUIDE =
            Pattern.compile("<!-- drawn: ([\\w ]+) -->\\n```text\\n.*?```", Pattern.DOTALL);

    @TestFactory
    Stream<DynamicTest> drawingsInTheGuide() throws IOException {
        return pages().stream()
                .map(page -> DynamicTest.dynamicTest(page.getFileName().toString(), () -> {
                    String text = Files.readString(page);
                    String right = IN_GUIDE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(inGuide(found)));
                    if (Boolean.getBoolean("drawings.write")) {
                        Files.writeString(page, right);
                    } else {
                        assertEquals(right, text, ANEW);
                    }
                }));
    }

    /** Javadoc shows a file for each drawing. */
    @Test
    void drawingsInJavadoc() throws IOException {
        Map<String, String> right = new TreeMap<>();
        ALL.forEach((name, drawing) -> right.put(name + ".txt", String.join("\n", drawing.lines()) + "\n"));
        if (Boolean.getBoolean("drawings.write")) {
            write(right);
        } else {
            assertEquals(right, snippets(), ANEW);
        }
    }

    private static Map<String, String> snippets() throws IOException {
        Map<String, String> snippets = new TreeMap<>();
        for (Path file : filesIn(SNIPPETS)) {
            snippets.put(file.getFileName().toString(), Files.readString(file));
        }
        return snippets;
    }

    private static void write(Map<String, String> snippets) throws IOException {
        Files.createDirectories(SNIPPETS);
        for (Path file : filesIn(SNIPPETS)) {
            Files.delete(file);
        }
        for (Map.Entry<String, String> snippet : snippets.entrySet()) {
            Files.writeString(SNIPPETS.resolve(snippet.getKey()), snippet.getValue());
        }
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
        return filesIn(GUIDE).stream()
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
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
}
