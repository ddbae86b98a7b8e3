package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A failure made at one place has one trace, whatever the JVM has compiled or copied by then: so it can be counted as one. */
class TracesTest {
    private static final int RUNS = 10_000;

    private static final Map<String, One<?>> ROWS = new Rows<>();

    static {
        One<String> text = One.supply(() -> "x");
        Many<String> texts = Many.range(0, 3).map(i -> "x");
        ROWS.put("One.map", text.map(s -> number(s)).map(i -> i + 1));
        ROWS.put("One.flatMap", text.flatMap(s -> One.of(number(s))).map(i -> i + 1));
        ROWS.put("One.supply", One.supply(() -> number("x")).named("numbers"));
        ROWS.put("One.doOnValue", text.doOnValue(TracesTest::number));
        ROWS.put("One.retry", text.map(s -> number(s)).retry(Retry.atMost(1)));
        ROWS.put("One.timeout", text.map(s -> number(s)).timeout(Duration.ofHours(1)));
        ROWS.put("One.zip", One.zip(text, text, (a, b) -> number(a)));
        ROWS.put("Many.map", texts.map(s -> number(s)).toList());
        ROWS.put("Many.filter", texts.filter(s -> number(s) > 0).count());
        ROWS.put("Many.flatMap", texts.flatMap(s -> Many.of(number(s))).toList());
        ROWS.put("Many.concatMap", texts.concatMap(s -> Many.of(number(s))).toList());
        ROWS.put(
                "Many.mapAsync",
                texts.mapAsync(2, s -> One.supply(() -> number(s))).toList());
        ROWS.put("Many.scan", texts.scan(() -> 0, (sum, s) -> sum + number(s)).last());
        ROWS.put(
                "Many.publishOn",
                texts.publishOn(Runnable::run).map(s -> number(s)).toList());
        ROWS.put("Many.forEach", texts.forEach(TracesTest::number));
        ROWS.put("Many.collect", texts.collect(Collectors.summingInt(TracesTest::number)));
        ROWS.put("Many.defer", Many.defer(() -> Many.of(number("x"))).toList());
    }

    /** A failure that is made anew each time, by this code. */
    private static int number(String text) {
        throw new NumberFormatException(text);
    }

    @TestFactory
    Stream<DynamicTest> whoWaitsSeesOneShape() {
        return eachHasOneShape(one -> {
            try {
                Object value = one.await();
                throw new AssertionError("gave " + value);
            } catch (NumberFormatException failure) {
                return failure;
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> soDoesWhoSubscribes() {
        AtomicReference<Throwable> failed = new AtomicReference<>();
        return eachHasOneShape(one -> {
            one.subscribe(value -> {}, failed::set);
            return failed.getAndSet(null); // none makes it fail
        });
    }

    /** Each on a thread of its own, where traces are short. */
    private static Stream<DynamicTest> eachHasOneShape(Function<One<?>, Throwable> failing) {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(
                        row.getKey(),
                        () -> Threads.onFreshThread(() -> {
                            Set<List<Object>> shapes = new HashSet<>();
                            for (int i = 0; i < RUNS; i++) {
                                shapes.add(shape(failing.apply(row.getValue())));
                            }
                            assertEquals(1, shapes.size(), () -> text(shapes));
                        })));
    }

    private static List<Object> shape(Throwable failure) {
        List<Object> shape = new ArrayList<>(Arrays.asList(failure.getStackTrace()));
        for (Throwable suppressed : failure.getSuppressed()) {
            shape.add(suppressed.toString());
            shape.addAll(Arrays.asList(suppressed.getStackTrace()));
        }
        return shape;
    }

    private static String text(Set<List<Object>> shapes) {
        return shapes.stream()
                .map(shape -> shape.stream().map(Object::toString).collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n\n"));
    }
}
