package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreeScanner;
import dev.weir.Many;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.Source;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.op.kernel.stage.WithContext;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the house looks like: see the package docs of {@code dev.weir.op}. */
class StyleTest {
    private static final int LONGEST_FILE = 400;
    private static final int LONGEST_FACADE = 1_300;
    private static final int LONGEST_METHOD = 60;
    private static final int MEDIAN_OPERATOR = 45;
    private static final int CORE_CODE_LINES = 11_000;
    private static final String KERNEL = "dev.weir.op.kernel";
    private static final List<String> FACADES = List.of("Many", "One");
    private static final Pattern VAGUE = Pattern.compile(".*(Impl|Base|Utils?|Helpers?|Managers?)");

    private static final List<SourceFile> ALL = SourceFile.ofAll();
    private static final List<SourceFile> CORE = SourceFile.ofModules("core");
    private static final List<Class<?>> CLASSES = ModuleClasses.of(Many.class).loaded();

    private static boolean isOperator(Class<?> type) {
        return !type.getPackageName().startsWith(KERNEL)
                && (Operator.class.isAssignableFrom(type)
                        || Source.class.isAssignableFrom(type)
                        || Step.class.isAssignableFrom(type));
    }

    private static boolean isStage(Class<?> type) {
        return !type.getPackageName().startsWith(KERNEL) && Stage.class.isAssignableFrom(type);
    }

    private static List<String> classes(Predicate<Class<?>> wrong) {
        return CLASSES.stream().filter(wrong).map(Class::getName).toList();
    }

    private static List<String> files(List<SourceFile> files, Predicate<SourceFile> wrong) {
        return files.stream().filter(wrong).map(SourceFile::toString).toList();
    }

    @Test
    void operatorsAreFinalAndAtTheTop() {
        assertEquals(
                List.of(),
                classes(type -> isOperator(type)
                        && !(Modifier.isFinal(type.getModifiers()) && type.getEnclosingClass() == null)));
    }

    @Test
    void stagesArePrivateNestedAndFinalOrAPartOfOne() {
        // a class that is nothing but a subscriber may be a stage itself: it cannot be made from outside
        assertEquals(
                List.of(),
                classes(type ->
                        isStage(type) && !(type.getEnclosingClass() == null ? isClosed(type) : isPrivateNested(type))));
    }

    private static boolean isPrivateNested(Class<?> type) {
        int modifiers = type.getModifiers();
        boolean closed = Modifier.isFinal(modifiers) || Modifier.isAbstract(modifiers);
        return Modifier.isPrivate(modifiers) && Modifier.isStatic(modifiers) && closed;
    }

    private static boolean isClosed(Class<?> type) {
        return Modifier.isFinal(type.getModifiers()) && type.getConstructors().length == 0;
    }

    @Test
    void sourcesStartUnlessTheyStandForOthers() {
        assertEquals(
                List.of(),
                classes(type -> Source.class.isAssignableFrom(type)
                        && !Operator.class.isAssignableFrom(type)
                        && !WithContext.class.isAssignableFrom(type)
                        && !Modifier.isAbstract(type.getModifiers())
                        && !declares(type, "start")
                        && !declares(type, "resolve")),
                "see Source.start");
    }

    private static boolean declares(Class<?> source, String method) {
        return Stream.<Class<?>>iterate(source, at -> at != Source.class, Class::getSuperclass)
                .flatMap(at -> Stream.of(at.getDeclaredMethods()))
                .anyMatch(declared -> declared.getName().equals(method));
    }

    @Test
    void nothingThatReceivesSignalsIsAnonymous() {
        assertEquals(
                List.of(),
                classes(type -> type.isAnonymousClass()
                        && (Stage.class.isAssignableFrom(type) || Flow.Subscriber.class.isAssignableFrom(type))));
    }

    @Test
    void filesAreShort() {
        assertEquals(
                List.of(),
                files(ALL, file -> file.lines() > (FACADES.contains(file.name()) ? LONGEST_FACADE : LONGEST_FILE)),
                "a file that does one thing has at most " + LONGEST_FILE + " lines");
    }

    @Test
    void methodsAreShort() {
        List<String> tooLong = new ArrayList<>();
        for (SourceFile file : ALL) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree method, Void nothing) {
                    if (linesOfBody(file, method) > LONGEST_METHOD) {
                        tooLong.add(file + ":" + file.lineOf(method) + " " + method.getName());
                    }
                    return super.visitMethod(method, null);
                }
            }.scan(file.tree(), null);
        }
        assertEquals(List.of(), tooLong, "a method that does one thing has at most " + LONGEST_METHOD + " lines");
    }

    @Test
    void patternsAreCompiledOnce() {
        List<String> compiledEachTime = new ArrayList<>();
        for (SourceFile file : ALL) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                    if (compilesPattern(call)) {
                        compiledEachTime.add(file + ":" + file.lineOf(call));
                    }
                    return super.visitMethodInvocation(call, null);
                }
            }.scan(file.tree(), null);
        }
        assertEquals(List.of(), compiledEachTime, "a method of String that takes a pattern compiles it with each call");
    }

    /** A single character is no pattern for {@code split}. */
    private static boolean compilesPattern(MethodInvocationTree call) {
        boolean isLiteral = !call.getArguments().isEmpty()
                && call.getArguments().getFirst() instanceof LiteralTree literal
                && literal.getValue() instanceof String pattern
                && !(call.getMethodSelect().toString().endsWith(".split") && pattern.length() == 1);
        int arguments = call.getArguments().size();
        return isLiteral
                && call.getMethodSelect() instanceof MemberSelectTree method
                && switch (method.getIdentifier().toString()) {
                    case "matches" -> arguments == 1;
                    case "replaceAll", "replaceFirst" -> arguments == 2;
                    case "split" -> true;
                    default -> false;
                };
    }

    private static int linesOfBody(SourceFile file, MethodTree method) {
        Tree body = method.getBody();
        return body == null ? 0 : file.linesOf(body);
    }

    @Test
    void operatorsAreSmall() {
        List<Integer> sizes = CORE.stream()
                .filter(file -> file.path().toString().contains("/op/")
                        && !file.path().toString().contains("/kernel/"))
                .map(SourceFile::codeLines)
                .sorted()
                .toList();
        int median = sizes.get(sizes.size() / 2);
        assertTrue(median <= MEDIAN_OPERATOR, () -> "the median operator has " + median + " code lines");
    }

    @Test
    void coreIsSmall() {
        int lines = CORE.stream().mapToInt(SourceFile::codeLines).sum();
        assertTrue(lines < CORE_CODE_LINES, () -> "core has " + lines + " code lines");
    }

    @Test
    void namesSayWhatAThingIs() {
        assertEquals(List.of(), files(ALL, file -> VAGUE.matcher(file.name()).matches()));
    }
}
