package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Holds every Java block of the README and the guide against the compiled code it was cut from. A
 * block is preceded by {@code <!-- from: Class name -->}; the code stands between {@code //
 * tag::name} and {@code // end::name} in that class here. {@code -Dsnippets.write=true} writes the
 * code into the pages instead.
 */
class SnippetsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SOURCES = ROOT.resolve("docs/src/test/java/dev/weir/docs");
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- from: (\\w+) ([\\w-]+) -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("// tag::([\\w-]+)\\n(.*?) *// end::\\1\\n", Pattern.DOTALL);

    @TestFactory
    Stream<DynamicTest> everyBlockIsCutFromCompiledCode() throws IOException {
        return pages().stream()
                .map(page -> DynamicTest.dynamicTest(ROOT.relativize(page).toString(), () -> check(page)));
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
            guide.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    private static void check(Path page) throws IOException {
        String text = Files.readString(page);
        StringBuilder written = new StringBuilder();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            assertTrue(block.group(1) != null, "a block without <!-- from: Class name -->:\n" + block.group(3));
            String code = snippet(block.group(1), block.group(2));
            String replacement = "<!-- from: %s %s -->%n```java%n%s```".formatted(block.group(1), block.group(2), code);
            block.appendReplacement(written, Matcher.quoteReplacement(replacement));
        }
        block.appendTail(written);
        if (Boolean.getBoolean("snippets.write")) {
            Files.writeString(page, written);
        } else {
            assertEquals(written.toString(), text, "the page differs from the code: -Dsnippets.write=true mends it");
        }
    }

    private static String snippet(String className, String name) throws IOException {
        Map<String, String> snippets = new HashMap<>();
        Matcher tag = TAG.matcher(Files.readString(SOURCES.resolve(className + ".java")));
        while (tag.find()) {
            snippets.put(tag.group(1), tag.group(2).stripIndent());
        }
        assertTrue(snippets.containsKey(name), "no snippet " + name + " in " + className);
        return snippets.get(name);
    }
}
