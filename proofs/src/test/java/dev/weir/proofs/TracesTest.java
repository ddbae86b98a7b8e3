package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A failure made at one place has one trace, whatever the JVM has compiled or copied by then: so it can be counted as one. */
class TracesTest {
    private static final int RUNS = 10_000;

    private static final Map<String, One<?>> ROWS = new LinkedHashMap<>();

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
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    Set<String> shapes = new TreeSet<>();
                    for (int i = 0; i < RUNS; i++) {
                        try {
                            Object _ = row.getValue().await();
                        } catch (NumberFormatException failure) {
                            shapes.add(shape(failure));
                        }
                    }
                    assertEquals(1, shapes.size(), () -> String.join("\n\n", shapes));
                }));
    }

    @TestFactory
    Stream<DynamicTest> soDoesWhoSubscribes() {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    Set<String> shapes = new TreeSet<>();
                    AtomicReference<Throwable> failed = new AtomicReference<>();
                    for (int i = 0; i < RUNS; i++) {
                        row.getValue().subscribe(value -> {}, failed::set);
                        shapes.add(shape(failed.get()));
                    }
                    assertEquals(1, shapes.size(), () -> String.join("\n\n", shapes));
                }));
    }

    private static String shape(Throwable failure) {
        String own = lines(failure);
        return Arrays.stream(failure.getSuppressed())
                .map(suppressed -> suppressed + "\n" + lines(suppressed))
                .collect(Collectors.joining("\n", own + "\n", ""));
    }

    private static String lines(Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
                .map(StackTraceElement::toString)
                .collect(Collectors.joining("\n"));
    }
}
