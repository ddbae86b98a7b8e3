package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.Sharing;
import dev.weir.TimeoutOptions;
import dev.weir.testkit.VirtualTime;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Whatever takes a time refuses one that is negative, and nothing where that makes no sense; a long one is never over. */
class DurationsTest {
    private static final List<Duration> NEGATIVE = List.of(Duration.ofNanos(-1), Duration.ofSeconds(Long.MIN_VALUE));
    private static final List<Duration> LONG = List.of(
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofDays(293 * 365),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));

    /**
     * How a method is called.
     *
     * @param zero whether no time is a time, too
     */
    private record Row(boolean zero, Function<Duration, One<?>> use) {}

    private static final Map<String, Row> ROWS = new Rows<>();

    static {
        Many<Integer> many = Many.concat(Many.of(1, 2), Many.never());
        One<Integer> one = One.of(1);
        refusing("Many.interval", time -> Many.interval(time).count());
        allowing("Many.take", time -> many.take(time).count());
        refusing("Many.buffer", time -> many.buffer(3, time).count());
        refusing(
                "Many.window",
                time -> many.window(3, time).flatMap(items -> items).count());
        allowing("Many.delay", time -> many.delay(time).count());
        refusing("Many.timeout", time -> many.timeout(time).count());
        refusing("Many.debounce", time -> many.debounce(time).count());
        allowing("One.timer", One::timer);
        allowing("One.delay", one::delay);
        refusing("One.timeout", time -> One.never().timeout(time));
        refusing("One.cache", one::cache);
        refusing("One.await", time -> One.of(one.await(time)));
        refusing(
                "Operators.throttleFirst",
                time -> many.through(Operators.throttleFirst(time)).count());
        refusing(
                "Operators.throttleLatest",
                time -> many.through(Operators.throttleLatest(time)).count());
        refusing(
                "Operators.sample", time -> many.through(Operators.sample(time)).count());
        refusing(
                "Operators.rateLimit",
                time -> many.through(Operators.rateLimit(1, time)).count());
        refusing(
                "Operators.delayBetween",
                time -> many.through(Operators.delayBetween(time)).count());
        allowing(
                "Operators.delaySubscription",
                time -> many.through(Operators.delaySubscription(time)).count());
        allowing("Retry.backoff", time -> failing().retry(Retry.backoff(2, time)));
        allowing(
                "Retry.withMaxBackoff",
                time -> failing().retry(Retry.backoff(2, Duration.ZERO).withMaxBackoff(time)));
        allowing("Retry.withDeadline", time -> failing().retry(Retry.atMost(2).withDeadline(time)));
        allowing(
                "Repeat.withPause",
                time -> Many.of(1).repeat(Repeat.times(1).withPause(time)).count());
        refusing(
                "TimeoutOptions.each",
                time -> many.timeout(TimeoutOptions.each(time)).count());
        refusing(
                "TimeoutOptions.first",
                time -> many.timeout(TimeoutOptions.first(time)).count());
        refusing(
                "TimeoutOptions.total",
                time -> many.timeout(TimeoutOptions.total(time)).count());
        refusing(
                "TimeoutOptions.andTotal",
                time -> many.timeout(TimeoutOptions.first(Duration.ofDays(2)).andTotal(time))
                        .count());
        refusing(
                "Sharing.replaying",
                time -> many.share(Sharing.replaying(1, time)).count());
        allowing(
                "Sharing.withGrace",
                time -> many.share(Sharing.replaying(1).withGrace(time)).count());
    }

    private static void refusing(String method, Function<Duration, One<?>> use) {
        ROWS.put(method, new Row(false, use));
    }

    private static void allowing(String method, Function<Duration, One<?>> use) {
        ROWS.put(method, new Row(true, use));
    }

    private static One<Integer> failing() {
        return One.fail(() -> new IllegalStateException("planned"));
    }

    @TestFactory
    Stream<DynamicTest> aNegativeTimeIsRefused() {
        return each(row -> NEGATIVE.forEach(time -> {
            Throwable refused = assertThrows(IllegalArgumentException.class, () -> row.use.apply(time));
            assertTrue(refused.getMessage().contains(time.toString()), refused.getMessage());
        }));
    }

    @TestFactory
    Stream<DynamicTest> noTimeIsRefusedWhereItMakesNoSense() {
        return each(row -> {
            if (row.zero) {
                run(row.use.apply(Duration.ZERO), new VirtualTime());
            } else {
                assertThrows(IllegalArgumentException.class, () -> row.use.apply(Duration.ZERO));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aLongTimeIsNeverOver() {
        return each(row -> LONG.forEach(time -> {
            VirtualTime virtual = new VirtualTime();
            run(row.use.apply(time), virtual);
            run(row.use.apply(time), Clock.system());
        }));
    }

    private static void run(One<?> one, Clock clock) {
        List<Throwable> failures = new ArrayList<>();
        Cancellable subscription =
                one.withContext(context -> context.withClock(clock)).subscribe(value -> {}, failures::add);
        if (clock instanceof VirtualTime time) {
            time.advance(Duration.ofDays(1));
        }
        subscription.cancel();
        assertTrue(
                failures.stream().allMatch(failure -> "planned".equals(failure.getMessage())),
                () -> "fails: " + failures);
    }

    @Test
    void eachMethodThatTakesATimeIsAmongThem() {
        Set<String> methods = new TreeSet<>();
        for (Class<?> type : ModuleClasses.of(Many.class).loaded()) {
            if (type.getPackageName().equals("dev.weir") && Modifier.isPublic(type.getModifiers())) {
                Stream.of(type.getDeclaredMethods())
                        .filter(method -> Modifier.isPublic(method.getModifiers()) && takesTime(method))
                        .forEach(method -> methods.add(type.getSimpleName() + '.' + method.getName()));
            }
        }
        methods.remove("Clock.schedule"); // which the operators call
        assertEquals(new TreeSet<>(ROWS.keySet()), methods);
    }

    private static boolean takesTime(Method method) {
        return Arrays.asList(method.getParameterTypes()).contains(Duration.class);
    }

    private static Stream<DynamicTest> each(Use use) {
        return ROWS.entrySet().stream().map(row -> dynamicTest(row.getKey(), () -> use.accept(row.getValue())));
    }

    /** What to do with one. */
    @FunctionalInterface
    private interface Use {
        void accept(Row row);
    }
}
