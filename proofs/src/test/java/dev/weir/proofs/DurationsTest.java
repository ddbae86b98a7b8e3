package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Operators;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.Sharing;
import dev.weir.TimeoutOptions;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
     * @param atOnce what comes when there is no time; null if that is refused
     * @param never what comes as long as the time is not over
     */
    private record Row(@Nullable String atOnce, String never, Function<Duration, Many<?>> use) {}

    private static final Map<String, Row> ROWS = new Rows<>();

    static {
        Many<Integer> many = Many.concat(Many.of(1, 2), Many.never());
        Many<Integer> failing = Many.concat(Many.of(1), Many.fail(() -> new IllegalStateException("planned")));
        One<Integer> one = One.of(1);
        refusing("Many.interval", "...", Many::interval);
        allowing("Many.take", "1 2 |", "1 2 ...", many::take);
        refusing("Many.buffer", "...", time -> many.buffer(3, time));
        refusing("Many.window", "1 2 ...", time -> many.window(3, time).flatMap(items -> items.concatWith(Many.of(9))));
        allowing("Many.delay", "1 2 ...", "...", many::delay);
        refusing("Many.timeout", "1 2 ...", many::timeout);
        refusing("Many.debounce", "...", many::debounce);
        allowing("One.timer", "|", "...", time -> One.timer(time).toMany());
        allowing("One.delay", "1 |", "...", time -> one.delay(time).toMany());
        refusing("One.timeout", "...", time -> One.never().timeout(time).toMany());
        refusing("One.cache", "1 1 |", time -> {
            One<Integer> cached =
                    One.supply(new AtomicInteger()::incrementAndGet).cache(time);
            return Many.concat(cached.toMany(), later(cached.toMany()));
        });
        refusing("One.await", "1 |", time -> Many.of(One.blocking(() -> 1).await(time)));
        refusing("Operators.throttleFirst", "1 ...", time -> many.through(Operators.throttleFirst(time)));
        refusing("Operators.throttleLatest", "1 ...", time -> many.through(Operators.throttleLatest(time)));
        refusing("Operators.sample", "...", time -> many.through(Operators.sample(time)));
        refusing("Operators.rateLimit", "1 ...", time -> many.through(Operators.rateLimit(1, time)));
        refusing("Operators.delayBetween", "1 ...", time -> many.through(Operators.delayBetween(time)));
        allowing(
                "Operators.delaySubscription",
                "1 2 ...",
                "...",
                time -> many.through(Operators.delaySubscription(time)));
        allowing("Retry.backoff", "1 1 1 planned", "1 ...", time -> failing.retry(Retry.backoff(2, time)));
        allowing(
                "Retry.withMaxBackoff",
                "1 1 1 planned",
                "1 1 ...", // the second wait is twice as long
                time -> failing.retry(Retry.backoff(2, time.isZero() ? time : Duration.ofHours(9))
                        .withMaxBackoff(time)
                        .withJitter(0)));
        allowing(
                "Retry.withDeadline",
                "1 planned",
                "1 1 1 planned",
                time -> failing.retry(Retry.backoff(2, Duration.ofHours(1)).withDeadline(time)));
        allowing(
                "Repeat.withPause",
                "1 1 |",
                "1 ...",
                time -> Many.of(1).repeat(Repeat.times(1).withPause(time)));
        refusing("TimeoutOptions.each", "1 2 ...", time -> many.timeout(TimeoutOptions.each(time)));
        refusing("TimeoutOptions.first", "...", time -> Many.never().timeout(TimeoutOptions.first(time)));
        refusing("TimeoutOptions.total", "1 2 ...", time -> many.timeout(TimeoutOptions.total(time)));
        refusing(
                "TimeoutOptions.andTotal",
                "...",
                time -> Many.never()
                        .timeout(TimeoutOptions.first(Duration.ofDays(2)).andTotal(time)));
        refusing("Sharing.replaying", "1 2 2 ...", time -> {
            Many<Integer> shared = many.share(Sharing.replaying(1, time));
            return Many.merge(shared, later(shared));
        });
        allowing("Sharing.withGrace", "1 2 1 |", "1 2 2 |", time -> {
            Many<Integer> shared = many.share(Sharing.replaying(1).withGrace(time));
            return Many.concat(shared.take(2), later(shared.take(1)));
        });
    }

    private static void refusing(String method, String never, Function<Duration, Many<?>> use) {
        ROWS.put(method, new Row(null, never, use));
    }

    private static void allowing(String method, String atOnce, String never, Function<Duration, Many<?>> use) {
        ROWS.put(method, new Row(atOnce, never, use));
    }

    private static <T> Many<T> later(Many<T> many) {
        return many.through(Operators.delaySubscription(Duration.ofHours(1)));
    }

    @TestFactory
    Stream<DynamicTest> aNegativeTimeIsRefused() {
        return each(row -> NEGATIVE.forEach(time -> {
            Throwable refused = assertThrows(IllegalArgumentException.class, () -> row.use.apply(time));
            assertTrue(refused.getMessage().contains(time.toString()), refused.getMessage());
        }));
    }

    /** Not another, of which it is made. */
    @Test
    void whoRefusesATimeIsTheMethodThatWasCalled() {
        ROWS.forEach((method, row) -> {
            String message = assertThrows(IllegalArgumentException.class, () -> row.use.apply(NEGATIVE.getFirst()))
                    .getMessage();
            int colon = message.indexOf(": ");
            String[] called = method.split("\\.");
            if (colon > 0
                    && Set.of("Many", "One", "Operators").contains(called[0])) { // others are given to an operator
                assertEquals(called[1], message.substring(0, colon), message);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> noTimeIsRefusedWhereItMakesNoSense() {
        return each(row -> {
            if (row.atOnce == null) {
                assertThrows(IllegalArgumentException.class, () -> row.use.apply(Duration.ZERO));
            } else {
                assertEquals(row.atOnce, afterADay(row, Duration.ZERO));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aLongTimeIsNeverOver() {
        return each(row -> LONG.forEach(time -> assertEquals(row.never, afterADay(row, time), time::toString)));
    }

    @TestFactory
    Stream<DynamicTest> aLongTimeOfTheSystemClockIsNotOverEither() {
        return each(row -> LONG.forEach(time -> {
            VirtualTime stands = new VirtualTime();
            Probe<?> expected = subscribed(row, time, stands);
            stands.advance(Duration.ZERO);
            Probe<?> probe = subscribed(row, time, Clock.system());
            assertFires(Clock.system());
            assertFires(Clock.system());
            probe.cancel();
            assertEquals(Outcomes.of(expected), Outcomes.of(probe), time::toString);
        }));
    }

    /** The clock has started what was due before. */
    private static void assertFires(Clock clock) {
        CompletableFuture<Boolean> fired = new CompletableFuture<>();
        clock.schedule(() -> fired.complete(true), Duration.ofNanos(1));
        assertTrue(fired.orTimeout(120, TimeUnit.SECONDS).join());
    }

    private static Probe<?> subscribed(Row row, Duration time, Clock clock) {
        return Probe.subscribeTo(row.use.apply(time), Context.empty().withClock(clock), Long.MAX_VALUE);
    }

    private static String afterADay(Row row, Duration time) {
        VirtualTime virtual = new VirtualTime();
        Probe<?> probe = subscribed(row, time, virtual);
        virtual.advance(Duration.ofDays(1));
        probe.cancel();
        return Outcomes.of(probe);
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
