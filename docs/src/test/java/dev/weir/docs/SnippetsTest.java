package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Holds every Java block of the README and the guide against code that is compiled and run here. The line before a
 * block says where it is from: {@code <!-- from: GettingStartedTest#first -->} is what stands between
 * {@code // tag::first} and {@code // end::first} in that class, {@code <!-- from: examples/Hello.java -->} a whole
 * file, {@code <!-- from: examples/travel/Travel.java#trip -->} a part of one. With {@code -Dsnippets.write=true} the code is written into the pages instead.
 */
class SnippetsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DOCS = ROOT.resolve("docs");
    private static final Path TESTS = DOCS.resolve("src/test/java/dev/weir/docs");
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- from: (\\S+) -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);

    @TestFactory
    Stream<DynamicTest> everyBlockIsCutFromCompiledCode() throws IOException {
        return pages().stream()
                .map(page -> DynamicTest.dynamicTest(ROOT.relativize(page).toString(), () -> check(page)));
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> guide = Files.walk(DOCS.resolve("guide"))) {
            guide.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private static void check(Path page) throws IOException {
        String text = Files.readString(page);
        StringBuilder right = new StringBuilder();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            String from = block.group(1);
            assertNotNull(from, "a block without <!-- from: … -->:\n" + block.group(2));
            block.appendReplacement(
                    right, Matcher.quoteReplacement("<!-- from: " + from + " -->\n```java\n" + code(from) + "```"));
        }
        block.appendTail(right);
        if (Boolean.getBoolean("snippets.write")) {
            Files.writeString(page, right);
        } else {
            assertEquals(right.toString(), text, "the page differs from the code: -Dsnippets.write=true mends it");
        }
    }

    private static String code(String from) throws IOException {
        int hash = from.indexOf('#');
        if (hash < 0) {
            return Files.readString(DOCS.resolve(from));
        }
        String tag = from.substring(hash + 1);
        String name = from.substring(0, hash);
        Path file = name.endsWith(".java") ? DOCS.resolve(name) : TESTS.resolve(name + ".java");
        String source = Files.readString(file);
        int begin = source.indexOf("// tag::" + tag + "\n");
        int end = source.indexOf("// end::" + tag + "\n");
        assertTrue(begin >= 0 && end > begin, "no snippet " + from);
        String tagged = source.substring(source.indexOf('\n', begin) + 1, end);
        assertFalse(tagged.isBlank(), "an empty snippet " + from);
        return tagged.stripTrailing().stripIndent() + "\n";
    }
}
