package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Probe;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What recovers does so from all failures, from those of a class, or from those that satisfy a predicate: streams and Ones alike. */
class SomeFailuresTest {
    private static final Set<List<Class<?>>> WITH_A_FUNCTION = Set.of(
            List.of(Function.class), List.of(Class.class, Function.class), List.of(Predicate.class, Function.class));
    private static final Set<List<Class<?>>> ALONE = Set.of(List.of(), List.of(Class.class), List.of(Predicate.class));

    private final IOException broken = new IOException("broken");

    private interface Recovering extends BiFunction<Throwable, Predicate<Throwable>, Many<?>> {}

    /**
     * @param recovered what comes of a failure that satisfies the filter
     */
    private record Row(String recovered, Recovering recovering) {
        Many<?> apply(Throwable failure, Predicate<Throwable> filter) {
            return recovering.apply(failure, filter);
        }
    }

    private static final Map<String, Row> ROWS = new Rows<>();

    static {
        put("Many.onErrorReturn", "1 7 |", (failure, filter) -> many(failure).onErrorReturn(filter, _ -> 7));
        put("Many.onErrorResume", "1 7 |", (failure, filter) -> many(failure).onErrorResume(filter, _ -> Many.of(7)));
        put("Many.onErrorMap", "1 other", (failure, filter) -> many(failure).onErrorMap(filter, _ -> other()));
        put("Many.onErrorComplete", "1 |", (failure, filter) -> many(failure).onErrorComplete(filter));
        put(
                "One.onErrorReturn",
                "7 |",
                (failure, filter) -> one(failure).onErrorReturn(filter, _ -> 7).toMany());
        put(
                "One.onErrorResume",
                "7 |",
                (failure, filter) ->
                        one(failure).onErrorResume(filter, _ -> One.of(7)).toMany());
        put(
                "One.onErrorMap",
                "other",
                (failure, filter) ->
                        one(failure).onErrorMap(filter, _ -> other()).toMany());
        put(
                "One.onErrorComplete",
                "|",
                (failure, filter) -> one(failure).onErrorComplete(filter).toMany());
    }

    private static void put(String name, String recovered, Recovering recovering) {
        ROWS.put(name, new Row(recovered, recovering));
    }

    private static Many<Integer> many(Throwable failure) {
        return Many.concat(Many.of(1), Many.fail(() -> failure));
    }

    private static One<Integer> one(Throwable failure) {
        return One.fail(() -> failure);
    }

    private static Exception other() {
        return new IllegalStateException("other");
    }

    private static @Nullable Throwable failure(Many<?> many) {
        return Probe.subscribeTo(many).failure();
    }

    private static Stream<DynamicTest> each(Consumer<Row> check) {
        return ROWS.entrySet().stream().map(row -> dynamicTest(row.getKey(), () -> check.accept(row.getValue())));
    }

    @TestFactory
    Stream<DynamicTest> failuresThatSatisfyTheFilterAreRecoveredFrom() {
        return each(row -> assertEquals(
                row.recovered, Outcomes.of(Probe.subscribeTo(row.apply(broken, IOException.class::isInstance)))));
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
        for (Many<?> recovered : List.of(
                many(broken).skip(1).onErrorComplete(IOException.class),
                one(broken).onErrorComplete(IOException.class).toMany())) {
            assertEquals("|", Outcomes.of(Probe.subscribeTo(recovered)));
        }
        assertSame(broken, failure(many(broken).onErrorComplete(ArithmeticException.class)));
        assertSame(
                broken,
                failure(one(broken).onErrorComplete(ArithmeticException.class).toMany()));
    }

    private static Set<List<Class<?>>> forms(Class<?> type, String name) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .map(method -> List.<Class<?>>of(method.getParameterTypes()))
                .collect(Collectors.toSet());
    }
}
