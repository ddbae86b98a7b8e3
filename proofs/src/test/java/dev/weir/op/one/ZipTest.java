package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Ending;
import dev.weir.One;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Suppressed;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ZipTest {
    private final List<CompletableFuture<Integer>> stages = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();
    private final List<Object> outcomes = new ArrayList<>();

    private One<Integer> one() {
        return One.from(() -> {
                    CompletableFuture<Integer> stage = new CompletableFuture<>();
                    stages.add(stage);
                    return stage;
                })
                .doFinally(endings::add);
    }

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> One.zip(one, One.of(2), (a, b) -> a + ":" + b));
            OneLaws.check(one -> One.zip(One.of(2), one, (a, b) -> a + ":" + b));
            OneLaws.of(one -> One.zip(one, one, (a, b) -> a + ":" + b))
                    .runsAgain()
                    .check();
            OneLaws.of(one -> One.zip(one, one, one, one, one, one, one, one, (a, b, c, d, e, f, g, h) -> a + ":" + h))
                    .runsAgain()
                    .check();
            OneLaws.checkFunction((one, fault) -> One.zip(one, One.of(2), (a, b) -> fault.at(a, b)));
            OneLaws.checkFunction((one, fault) ->
                    One.zip(one, One.of(2), One.of(3), One.of(4), One.of(5), (a, b, c, d, e) -> fault.at(a, e)));
        }
    }

    @Test
    void runsBothAtOnce() {
        One.zip(one(), one(), Integer::sum).subscribe(outcomes::add);
        assertEquals(2, stages.size());
        stages.get(1).complete(2);
        stages.get(0).complete(1);
        assertEquals(List.of(3), outcomes);
        assertEquals(List.of(Ending.COMPLETED, Ending.COMPLETED), endings);
    }

    @Test
    void failsWithTheFirstFailure() {
        IllegalStateException failure = new IllegalStateException("broken");
        One.zip(one(), one(), Integer::sum).subscribe(outcomes::add, outcomes::add);
        stages.get(1).completeExceptionally(failure);
        assertEquals(List.of(failure), outcomes);
        assertEquals(List.of(Ending.FAILED, Ending.CANCELLED), endings);
    }

    @Test
    void tellsOfTheHalfThatNobodyReceives() {
        List<Integer> lost = new ArrayList<>();
        One.zip(one(), one(), Integer::sum)
                .onUndelivered(Integer.class, lost::add)
                .subscribe(outcomes::add, outcomes::add);
        stages.get(0).complete(7);
        stages.get(1).completeExceptionally(new IllegalStateException("broken"));
        assertEquals(List.of(7), lost);
    }

    @Test
    void aFunctionThatThrowsTellsItsPlaceHoweverManyValuesItTakes() {
        One<Integer> one = One.of(1);
        for (One<Integer> zipped : List.of(
                One.zip(one, one, (a, b) -> a / (b - 1)),
                One.zip(one, one, one, (a, b, c) -> a / (b - c)),
                One.zip(one, one, one, one, (a, b, c, d) -> a / (b - c) + d),
                One.zip(one, one, one, one, one, (a, b, c, d, e) -> a / (b - c) + d + e),
                One.zip(one, one, one, one, one, one, (a, b, c, d, e, f) -> a / (b - c) + d + e + f),
                One.zip(one, one, one, one, one, one, one, (a, b, c, d, e, f, g) -> a / (b - c) + d + e + f + g),
                One.zip(
                        one,
                        one,
                        one,
                        one,
                        one,
                        one,
                        one,
                        one,
                        (a, b, c, d, e, f, g, h) -> a / (b - c) + d + e + f + g + h))) {
            ArithmeticException failure = assertThrows(ArithmeticException.class, zipped::await);
            assertTrue(Suppressed.place(failure).startsWith("at stage zip (ZipTest.java:"), Suppressed.place(failure));
        }
    }

    @Test
    void valuesMayBeNullHoweverManyThereAre() {
        One<String> none = One.ofNull();
        assertEquals(
                "null2null",
                One.zip(none, One.of(2), none, (a, b, c) -> a + b + c).await());
        assertNull(One.zip(none, none, none, none, none, none, none, none, (a, b, c, d, e, f, g, h) -> h)
                .await());
    }

    @Test
    void eachValueIsInItsOnesPlaceHoweverManyThereAre() {
        One<String> a = One.of("a");
        One<Integer> b = One.of(2);
        One<Character> c = One.of('c');
        One<Long> d = One.of(4L);
        One<String> e = One.of("e");
        One<Boolean> f = One.of(true);
        One<Double> g = One.of(7.5);
        One<String> h = One.of("h").delay(Duration.ofMillis(1));
        VirtualTime time = new VirtualTime();
        Stream.<One<String>>of(
                        One.zip(a, b, c, (x, y, z) -> x + y + z),
                        One.zip(a, b, c, d, (w, x, y, z) -> w + x + y + z),
                        One.zip(a, b, c, d, e, (v, w, x, y, z) -> v + w + x + y + z),
                        One.zip(a, b, c, d, e, f, (u, v, w, x, y, z) -> u + v + w + x + y + z),
                        One.zip(a, b, c, d, e, f, g, (t, u, v, w, x, y, z) -> t + u + v + w + x + y + z),
                        One.zip(a, b, c, d, e, f, g, h, (s, t, u, v, w, x, y, z) -> s + t + u + v + w + x + y + z))
                .forEach(zipped ->
                        zipped.withContext(context -> context.withClock(time)).subscribe(outcomes::add));
        time.advance(Duration.ofMillis(1));
        assertEquals(List.of("a2c", "a2c4", "a2c4e", "a2c4etrue", "a2c4etrue7.5", "a2c4etrue7.5h"), outcomes);
    }

    @Test
    void ofEightTheFirstFailureCancelsTheOthers() {
        One.zip(
                        one(),
                        one(),
                        one(),
                        one(),
                        one(),
                        one(),
                        one(),
                        one(),
                        (a, b, c, d, e, f, g, h) -> a + b + c + d + e + f + g + h)
                .subscribe(outcomes::add, outcomes::add);
        IllegalStateException failure = new IllegalStateException("broken");
        stages.get(7).completeExceptionally(failure);
        assertEquals(List.of(failure), outcomes);
        assertEquals(Ending.FAILED, endings.getFirst());
        assertEquals(Collections.nCopies(7, Ending.CANCELLED), endings.subList(1, 8));
    }

    @Test
    void refusesNull() {
        assertEquals(
                "zip: the function is missing: it must not be null",
                assertThrows(NullPointerException.class, () -> One.zip(One.of(1), One.of(2), null))
                        .getMessage());
    }
}
