package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/**
 * Each method of the facade has its doc; each operator that it builds has its test, with the laws and the TCK, and so has each
 * of {@code Operators}, also if it is put together from others, and the TCK each method that gives a stream.
 */
class CompletenessTest {
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern LAWS = Pattern.compile("\\b(Operator|One)Laws\\.\\w+\\(");
    private static final Pattern TCK = Pattern.compile("@TestFactory[\\s\\S]*\\bTck\\.");

    private static final Set<String> FACADES = Set.of("Many", "One", "Operators");

    // nobody comes after them whom the laws could watch, or they run on threads of their own
    private static final Set<String> WITHOUT_LAWS = Set.of("one/Await", "one/Subscribe", "one/Blocking");

    // they can't emit as many items as the TCK asks for, or only in time
    private static final Set<String> WITHOUT_TCK = Set.of("source/Fail", "source/Interval");

    // their tests give the TCK a method of their own, which calls them
    private static final Set<String> GIVEN_UNNAMED = Set.of("unfold", "unfoldAsync", "generate", "emitter");

    private static void eachMethod(BiConsumer<SourceFile, MethodTree> action) {
        SourceFile.ofModules("core").stream()
                .filter(file -> file.folder().equals("weir") && FACADES.contains(file.name()))
                .forEach(file -> publicMethods(file).forEach(method -> action.accept(file, method)));
    }

    private static List<MethodTree> publicMethods(SourceFile file) {
        ClassTree type = (ClassTree) file.tree().getTypeDecls().getFirst();
        List<MethodTree> methods = new ArrayList<>();
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method
                    && method.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
                methods.add(method);
            }
        }
        return methods;
    }

    /** The operators of methods that satisfy the predicate but whose test does not contain the pattern. */
    private static List<String> lacking(Pattern pattern, Set<String> exempt, Predicate<MethodTree> concerned) {
        List<String> lacking = new ArrayList<>();
        eachMethod((file, method) -> {
            for (OperatorUse use : OperatorUse.in(file, method)) {
                if (concerned.test(method)
                        && !use.family().startsWith("kernel")
                        && !exempt.contains(use.toString())
                        && !pattern.matcher(test(use)).find()) {
                    lacking.add(file.name() + "." + method.getName() + ": " + use.testPath());
                }
            }
        });
        return lacking.stream().distinct().toList();
    }

    private static String test(OperatorUse use) {
        Path path = TESTS.resolve(use.testPath());
        try {
            return Files.exists(path) ? Files.readString(path) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean givesMany(MethodTree method) {
        return method.getReturnType() != null
                && method.getReturnType().toString().matches("(Many<|Function<Many<.*, Many<).*");
    }

    @Test
    void eachMethodHasADoc() {
        List<String> bare = new ArrayList<>();
        eachMethod((file, method) -> {
            String before = file.text().substring(0, file.textStart(method)).stripTrailing();
            if (!before.endsWith("*/")) {
                bare.add(file + ":" + file.lineOf(method) + " " + method.getName());
            }
        });
        assertEquals(List.of(), bare, "say what it emits, requests, completes, cancels");
    }

    @Test
    void eachOperatorKeepsTheLaws() {
        assertEquals(List.of(), lacking(LAWS, WITHOUT_LAWS, method -> true), "the test calls the laws");
    }

    @Test
    void eachStreamPassesTheTck() {
        assertEquals(
                List.of(),
                lacking(TCK, WITHOUT_TCK, CompletenessTest::givesMany),
                "the test has a factory of TCK tests");
    }

    @Test
    void eachOperatorThatIsAValueKeepsTheLaws() throws IOException {
        assertEquals(
                List.of(),
                unnamed("laws(?:\\.\\w+)?", Set.of("Operators"), method -> true),
                "a test calls the laws with it");
    }

    @Test
    void eachMethodThatGivesAStreamPassesTheTck() throws IOException {
        List<String> unnamed = unnamed("Tck\\.\\w+", FACADES, CompletenessTest::givesMany);
        assertEquals(GIVEN_UNNAMED, Set.copyOf(unnamed), "a test calls the TCK with it");
    }

    /** The methods of these that no test names in what it gives to such a call. */
    private static List<String> unnamed(String call, Set<String> facades, Predicate<MethodTree> concerned)
            throws IOException {
        StringBuilder tests = new StringBuilder();
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path test :
                    files.filter(path -> path.toString().endsWith("Test.java")).toList()) {
                tests.append(Files.readString(test));
            }
        }
        Set<String> unnamed = new LinkedHashSet<>();
        eachMethod((file, method) -> {
            String name = method.getName().toString();
            Pattern named = Pattern.compile("(?i:" + call + ")\\([^;]*?(?:\\b" + name + "\\(|::" + name + "\\b)");
            if (facades.contains(file.name())
                    && concerned.test(method)
                    && !named.matcher(tests).find()) {
                unnamed.add(name);
            }
        });
        return List.copyOf(unnamed);
    }
}
