package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code Many} and {@code One} are the vocabulary: in order, without logic, and not too large. */
class FacadeTest {
    private static final int MANY_NAMES = 85;
    private static final int ONE_NAMES = 55;
    private static final int STATEMENTS = 1;
    private static final Pattern BANNER = Pattern.compile("// -{10,} (\\w+)\\n");
    private static final List<String> MANY_FAMILIES = List.of(
            "source",
            "transform",
            "flatten",
            "limit",
            "combine",
            "group",
            "time",
            "recover",
            "demand",
            "thread",
            "share",
            "watch",
            "end");
    private static final List<String> ONE_FAMILIES =
            List.of("source", "transform", "combine", "absence", "time", "recover", "thread", "share", "watch", "end");

    // built from other families' operators: a merge is a flatMap of streams, the first item ends a stream in a One
    private static final Map<String, Set<String>> BORROWED = Map.of(
            "merge",
            Set.of("flatten"),
            "first",
            Set.of("end"),
            "last",
            Set.of("end"),
            "takeUntil",
            Set.of("limit", "combine"),
            "delayUntil",
            Set.of("flatten"));

    private static SourceFile facade(String name) {
        return SourceFile.ofModules("core").stream()
                .filter(file -> file.name().equals(name) && file.folder().equals("weir"))
                .findFirst()
                .orElseThrow();
    }

    private static List<MethodTree> methods(SourceFile file) {
        ClassTree type = (ClassTree) file.tree().getTypeDecls().getFirst();
        List<MethodTree> methods = new ArrayList<>();
        for (Tree member : type.getMembers()) {
            if (member instanceof MethodTree method && method.getReturnType() != null) {
                methods.add(method);
            }
        }
        return methods;
    }

    private static List<String> banners(SourceFile file) {
        return BANNER.matcher(file.text())
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static String familyAt(SourceFile file, Tree part) {
        int line = file.lineOf(part);
        String family = "";
        for (MatchResult banner : BANNER.matcher(file.text()).results().toList()) {
            long at = file.text().substring(0, banner.start()).lines().count();
            family = at < line ? banner.group(1) : family;
        }
        return family;
    }

    private static long names(Class<?> facade) {
        return Arrays.stream(facade.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .distinct()
                .count();
    }

    @Test
    void theVocabularyIsSmall() {
        assertTrue(names(Many.class) <= MANY_NAMES, () -> "Many has " + names(Many.class) + " names");
        assertTrue(names(One.class) <= ONE_NAMES, () -> "One has " + names(One.class) + " names");
    }

    /** See ADR 23; what names a thread is no function of the user's. */
    @Test
    void functionsComeLast() {
        List<String> wrong = new ArrayList<>();
        for (Class<?> facade : List.of(Many.class, One.class, Operators.class)) {
            for (Method method : facade.getDeclaredMethods()) {
                boolean functions = false;
                for (Class<?> type : method.getParameterTypes()) {
                    boolean isFunction = type.getPackageName().equals("java.util.function")
                            || type == Callable.class
                            || type == Runnable.class;
                    if (functions && !isFunction && Modifier.isPublic(method.getModifiers())) {
                        wrong.add(method.toString());
                    }
                    functions |= isFunction;
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void familiesComeInTheOrderOfTheDocs() {
        assertEquals(MANY_FAMILIES, banners(facade("Many")));
        assertEquals(ONE_FAMILIES, banners(facade("One")));
    }

    @Test
    void eachMethodIsInItsOperatorsFamily() {
        SourceFile many = facade("Many");
        List<String> wrong = new ArrayList<>();
        for (MethodTree method : methods(many)) {
            String banner = familyAt(many, method);
            Set<String> expected = BORROWED.getOrDefault(method.getName().toString(), Set.of(banner));
            for (OperatorUse use : OperatorUse.in(many, method)) {
                if (!expected.contains(use.family()) && !use.family().startsWith("kernel")) {
                    wrong.add(method.getName() + " is under " + banner + " but uses " + use);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void methodsOnlyWire() {
        List<String> wrong = new ArrayList<>();
        for (String name : List.of("Many", "One")) {
            SourceFile file = facade(name);
            for (MethodTree method : methods(file)) {
                if (method.getBody() != null && method.getBody().getStatements().size() > STATEMENTS) {
                    wrong.add(name + "." + method.getName());
                }
            }
        }
        assertEquals(List.of(), wrong, "logic belongs into the operator");
    }
}
