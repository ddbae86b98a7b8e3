package dev.weir.op.kernel.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.kernel.Recorder;
import dev.weir.op.kernel.root.Root;
import dev.weir.op.kernel.run.End;
import dev.weir.op.kernel.run.Link;
import dev.weir.op.kernel.run.Step;
import dev.weir.op.kernel.stage.Operator;
import dev.weir.op.kernel.stage.PassThrough;
import dev.weir.op.kernel.stage.Pull;
import dev.weir.op.kernel.stage.PullSource;
import dev.weir.op.kernel.stage.Stage;
import dev.weir.proofs.ModuleClasses;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TailorTest {
    private static final int OFTEN = 65;

    private final Object key = new Key();

    private static final class Key {}

    private static final class Other {}

    private static final class Made extends PassThrough<Integer, Integer> {
        private final int number;

        Made(Integer number, Stage<? super Integer> downstream, Root root) {
            super(downstream, root);
            this.number = number;
            if (number < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        @Override
        public boolean onNext(Integer item) {
            return downstream.onNext(item + number);
        }
    }

    @SuppressWarnings("unchecked")
    private static Stage<Integer> made(Object key, Stage<Integer> next, int number) {
        Object copy = Tailor.make(Made.class, key, next, number, next, next.root());
        return copy == null ? new Made(number, next, next.root()) : (Stage<Integer>) copy;
    }

    private final Recorder<Integer> recorder = new Recorder<>();

    @Test
    void makesACopyThatWorksAsItsClass() {
        Stage<Integer> stage = made(key, recorder, 5);
        assertTrue(stage.getClass().isHidden());
        assertTrue(stage.onNext(1));
        assertEquals(List.of(6), recorder.signals);
    }

    @Test
    void makesOneCopyForEachKey() {
        Class<?> copy = made(key, recorder, 1).getClass();
        assertSame(copy, made(key, recorder, 2).getClass());
        assertNotSame(copy, made(new Other(), recorder, 1).getClass());
    }

    @Test
    void makesNoCopyForAKeyThatOutlivesTheLibrary() {
        Object copy = Tailor.make(Made.class, Function.identity(), new Object(), 1, recorder, recorder);
        assertNull(copy);
    }

    @Test
    void makesNoEndlessRowOfCopiesForCopies() {
        Stage<Integer> stage = recorder;
        int copies = 0;
        do {
            stage = made(stage, stage, 1);
            copies++;
        } while (stage.getClass().isHidden());
        assertTrue(copies > 2 && copies < 20, "copies in a row: " + copies);
    }

    @Test
    void throwsWhatTheConstructorThrows() {
        assertThrows(IllegalArgumentException.class, () -> made(key, recorder, -1));
    }

    @Test
    void isTurnedOffOrLimitedByAProperty() {
        assertEquals(0, Copies.limit("off"));
        assertEquals(12, Copies.limit("12"));
        assertEquals(4_096, Copies.limit("few"));
        assertEquals(4_096, Copies.limit("-1"));
    }

    @Test
    void copiesAOneThatRunsOften() throws Exception {
        One<String> one = One.supply(() -> 20).map(i -> i + 1).flatMap(i -> One.of("<" + i + ">"));
        Step<String> first = Step.of(one).toRun();
        assertSame(one, first);
        for (int i = 0; i < OFTEN; i++) {
            assertEquals("<21>", one.await());
        }
        Step<String> copy = Step.of(one).toRun();
        assertTrue(copy.getClass().isHidden());
        assertTrue(above(copy).getClass().isHidden());
        assertEquals("<21>", one.await());
    }

    private static Object above(Step<?> step) throws ReflectiveOperationException {
        Method above = Step.class.getDeclaredMethod("above");
        above.setAccessible(true);
        return above.invoke(step);
    }

    @Test
    void keepsTheNameOfAOneThatRunsOften() {
        One<Integer> one = One.supply(() -> 1).named("rates").map(i -> i + 1);
        for (int i = 0; i < OFTEN; i++) {
            assertEquals(2, one.await());
        }
        assertEquals("rates", Step.pipeline(Context.empty(), Step.of(one).toRun()));
    }

    @Test
    void knowsWhereAFunctionWasGivenFirst() {
        Function<Integer, Integer> function = i -> i + 1;
        assertNull(Site.place(function.getClass()));
        Many<Integer> many = Many.of(1).map(function);
        Site.Place place = Site.place(function.getClass());
        assertEquals("map", place.method());
        assertEquals(TailorTest.class.getName(), place.caller().getClassName());
        assertEquals("knowsWhereAFunctionWasGivenFirst", place.caller().getMethodName());
        assertNotNull(many.map(function));
        assertEquals(place, Site.place(function.getClass()));
        assertNull(Site.place(Function.identity().getClass()));
    }

    @Test
    void learnsWhichFunctionMakesMany() {
        Function<Integer, Integer> function = i -> i + 2;
        assertFalse(Site.isWide(function));
        Site.wide(function);
        assertTrue(Site.isWide(function));
        assertTrue(Site.isWide(Function.identity()));
    }

    @TestFactory
    Stream<DynamicTest> canCopyWhatEachOperatorMakes() {
        return ModuleClasses.of(Many.class).loaded().stream()
                .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                .flatMap(type -> copied(type)
                        .map(made -> DynamicTest.dynamicTest(made.getName(), () -> assertCanBeCopied(made))));
    }

    @TestFactory
    Stream<DynamicTest> canCopyWhatTheKernelNames() throws IOException {
        Path root = Path.of("../core/src/main/java");
        List<String> named = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher made = Pattern.compile("Tailor\\.make\\((\\w+)\\.class").matcher(Files.readString(file));
                while (made.find()) {
                    String outer = root.relativize(file).toString().replace(".java", "");
                    named.add(outer.replace(File.separatorChar, '.') + '$' + made.group(1));
                }
            }
        }
        assertFalse(named.isEmpty());
        return named.stream().map(name -> DynamicTest.dynamicTest(name, () -> assertCanBeCopied(Class.forName(name))));
    }

    /** The classes of which a description of that class makes copies. */
    private static Stream<Class<?>> copied(Class<?> type) {
        if (Operator.class.isAssignableFrom(type) || End.class.isAssignableFrom(type)) {
            return Stream.of(type.getDeclaredClasses()).filter(nested -> isMadeOf(type, nested));
        }
        if (PullSource.class.isAssignableFrom(type)) {
            return Stream.of(type, type.getSuperclass())
                    .flatMap(describing -> Stream.of(describing.getDeclaredClasses()))
                    .filter(Pull.class::isAssignableFrom);
        }
        boolean step = Step.class.isAssignableFrom(type)
                && Stream.of(type.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("function"));
        return step || isLinkOfFunction(type) ? Stream.of(type) : Stream.of();
    }

    private static boolean isLinkOfFunction(Class<?> type) {
        return Link.class.isAssignableFrom(type)
                && Stream.of(type.getDeclaredConstructors())
                        .anyMatch(made -> made.getParameterCount() == 2
                                && made.getParameterTypes()[1].getPackageName().equals("java.util.function"));
    }

    /** Whether its instances are made of one of the description, as stages and terminals are. */
    private static boolean isMadeOf(Class<?> description, Class<?> nested) {
        return Stage.class.isAssignableFrom(nested)
                && Stream.of(nested.getDeclaredConstructors())
                        .anyMatch(made -> made.getParameterCount() > 0 && made.getParameterTypes()[0] == description);
    }

    private static void assertCanBeCopied(Class<?> made) {
        assertEquals(1, made.getDeclaredConstructors().length, "constructors");
        Copies.Copy copy = Copies.of(made);
        assertNotNull(copy, "no copy");
        assertTrue(copy.type().isHidden());
    }

    static final class Plain {
        Plain(Object first) {}
    }

    /** As in a native image, whose errors are none of linkage. */
    @Test
    void whereLookingForTheFileIsAnErrorThereIsNoCopy() throws Exception {
        byte[] file;
        try (InputStream in = TailorTest.class.getResourceAsStream("TailorTest$Plain.class")) {
            file = in.readAllBytes();
        }
        ClassLoader loader = new ClassLoader(null) {
            @Override
            protected Class<?> findClass(String name) {
                return defineClass(name, file, 0, file.length);
            }

            @Override
            public InputStream getResourceAsStream(String name) {
                throw new Error("planned: not registered");
            }
        };
        assertNull(Copies.of(loader.loadClass(Plain.class.getName())));
    }
}
