package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What recovers does so from all failures, from those of a class, or from those that satisfy a predicate: streams and Ones alike. */
class SomeFailuresTest {
    private static final Set<List<Class<?>>> WITH_A_FUNCTION = Set.of(
            List.of(Function.class), List.of(Class.class, Function.class), List.of(Predicate.class, Function.class));
    private static final Set<List<Class<?>>> ALONE = Set.of(List.of(), List.of(Class.class), List.of(Predicate.class));

    private final IOException broken = new IOException("broken");

    private interface Row extends BiFunction<Throwable, Predicate<Throwable>, One<?>> {}

    private static final Map<String, Row> ROWS = new Rows<>();

    static {
        ROWS.put(
                "Many.onErrorReturn",
                (failure, filter) ->
                        failing(failure).onErrorReturn(filter, _ -> 7).first());
        ROWS.put(
                "Many.onErrorResume",
                (failure, filter) ->
                        failing(failure).onErrorResume(filter, _ -> Many.of(7)).first());
        ROWS.put(
                "Many.onErrorMap",
                (failure, filter) -> failing(failure)
                        .onErrorMap(filter, _ -> new IllegalStateException("other"))
                        .first());
        ROWS.put(
                "Many.onErrorComplete",
                (failure, filter) -> failing(failure).onErrorComplete(filter).first());
        ROWS.put("One.onErrorReturn", (failure, filter) -> one(failure).onErrorReturn(filter, _ -> 7));
        ROWS.put("One.onErrorResume", (failure, filter) -> one(failure).onErrorResume(filter, _ -> One.of(7)));
        ROWS.put(
                "One.onErrorMap",
                (failure, filter) -> one(failure).onErrorMap(filter, _ -> new IllegalStateException("other")));
        ROWS.put("One.onErrorComplete", (failure, filter) -> one(failure).onErrorComplete(filter));
    }

    private static Many<Integer> failing(Throwable failure) {
        return Many.fail(() -> failure);
    }

    private static One<Integer> one(Throwable failure) {
        return One.fail(() -> failure);
    }

    private static Throwable failure(One<?> one) {
        Throwable[] seen = new Throwable[1];
        one.subscribe(value -> {}, failure -> seen[0] = failure);
        return seen[0];
    }

    private static Stream<DynamicTest> each(Consumer<Row> check) {
        return ROWS.entrySet().stream().map(row -> dynamicTest(row.getKey(), () -> check.accept(row.getValue())));
    }

    @TestFactory
    Stream<DynamicTest> failuresThatSatisfyTheFilterAreRecoveredFrom() {
        return each(row -> {
            Throwable left = failure(row.apply(broken, IOException.class::isInstance));
            assertEquals(true, left == null || left instanceof IllegalStateException, () -> "it failed with " + left);
        });
    }

    @TestFactory
    Stream<DynamicTest> othersGoOnAsTheyAre() {
        return each(row -> {
            assertSame(broken, failure(row.apply(broken, ArithmeticException.class::isInstance)));
            assertArrayEquals(new Throwable[0], Suppressed.of(broken));
        });
    }

    @TestFactory
    Stream<DynamicTest> whatAFilterThrowsGoesOnWithTheFailureSuppressed() {
        return each(row -> {
            ArithmeticException thrown = new ArithmeticException("of the filter");
            Throwable left = failure(row.apply(broken, failure -> {
                throw thrown;
            }));
            assertSame(thrown, left);
            assertSame(broken, Suppressed.of(left)[0]);
        });
    }

    @TestFactory
    Stream<DynamicTest> aFilterThatIsMissingIsToldOfWhereItIsGiven() {
        return each(row -> assertEquals(
                "the filter of failures is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> row.apply(broken, null))
                        .getMessage()));
    }

    @Test
    void allHaveTheSameForms() {
        for (Class<?> type : List.of(Many.class, One.class)) {
            for (String name : List.of("onErrorReturn", "onErrorResume", "onErrorMap")) {
                assertEquals(WITH_A_FUNCTION, forms(type, name), type.getSimpleName() + "." + name);
            }
            assertEquals(ALONE, forms(type, "onErrorComplete"), type.getSimpleName());
        }
    }

    @Test
    void aClassIsAFilterToo() {
        assertEquals(
                0, failing(broken).onErrorComplete(IOException.class).count().await());
        assertSame(
                broken,
                failure(failing(broken)
                        .onErrorComplete(ArithmeticException.class)
                        .count()));
        assertSame(broken, failure(one(broken).onErrorComplete(ArithmeticException.class)));
        assertEquals(null, failure(one(broken).onErrorComplete(IOException.class)));
    }

    private static Set<List<Class<?>>> forms(Class<?> type, String name) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .map(method -> List.<Class<?>>of(method.getParameterTypes()))
                .collect(Collectors.toSet());
    }
}
