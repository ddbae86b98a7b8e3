package dev.weir.op.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.op.demand.OnOverflow;
import dev.weir.proofs.ModuleClasses;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class TailorTest {
    private static final int OFTEN = 65;

    private final Object key = new Key();

    private static final class Key {}

    private static final class Other {}

    /** An operator as others are. */
    private static final class Described {
        private final int number;

        Described(int number) {
            this.number = number;
        }

        private static final class Made extends PassThrough<Integer, Integer> {
            private final int number;

            Made(Described described, Stage<? super Integer> downstream) {
                super(downstream);
                this.number = described.number;
                if (number < 0) {
                    throw new IllegalArgumentException("negative");
                }
            }

            @Override
            public boolean onNext(Integer item) {
                return downstream.onNext(item + number);
            }
        }
    }

    private static Stage<Integer> made(Object key, Stage<Integer> next, int number) {
        return Tailor.make(Described.class, key, new Described(number), next, Described.Made::new);
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
        assertSame(Described.Made.class, made(Function.identity(), recorder, 1).getClass());
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
    void copiesAOneThatRunsOften() {
        One<String> one = One.supply(() -> 20).map(i -> i + 1).flatMap(i -> One.of("<" + i + ">"));
        Step<String> first = Step.of(one).toRun();
        assertSame(one, first);
        for (int i = 0; i < OFTEN; i++) {
            assertEquals("<21>", one.await());
        }
        Step<String> copy = Step.of(one).toRun();
        assertTrue(copy.getClass().isHidden());
        assertTrue(copy.above() != null && copy.above().getClass().isHidden());
        assertEquals("<21>", one.await());
    }

    @Test
    void keepsTheNameOfAOneThatRunsOften() {
        One<Integer> one = One.supply(() -> 1).named("rates").map(i -> i + 1);
        for (int i = 0; i < OFTEN; i++) {
            assertEquals(2, one.await());
        }
        assertEquals("rates", Step.pipeline(Context.empty(), Step.of(one).toRun()));
    }

    @TestFactory
    Stream<DynamicTest> canCopyWhatEachOperatorMakes() {
        return ModuleClasses.of(Many.class).loaded().stream()
                .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                .filter(type -> Operator.class.isAssignableFrom(type)
                        || PullSource.class.isAssignableFrom(type)
                        || End.class.isAssignableFrom(type))
                .filter(type -> type != OnOverflow.class) // its stage is the kernel's, and calls no function
                .map(type -> DynamicTest.dynamicTest(type.getName(), () -> assertCanBeCopied(type)));
    }

    private static void assertCanBeCopied(Class<?> operator) throws Exception {
        Pattern pattern = Pattern.of(operator);
        assertNotNull(pattern, "no nested class has a constructor that takes (operator, next)");
        assertTrue(pattern.define().type().isHidden());
    }
}
