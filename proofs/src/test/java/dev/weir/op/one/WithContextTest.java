package dev.weir.op.one;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.Repeat;
import dev.weir.Retry;
import dev.weir.proofs.DroppedFailures;
import dev.weir.proofs.Threads;
import dev.weir.testkit.OneLaws;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WithContextTest {
    /** Gives the name in its context. */
    private static One<String> name() {
        return One.deferContextual(context -> One.of(context.name()));
    }

    private static One<String> later(String value) {
        return One.blocking(() -> value);
    }

    @Test
    void laws() {
        try (DroppedFailures _ = DroppedFailures.collect()) {
            OneLaws.check(one -> one.withContext(context -> context.withName("x")));
            OneLaws.check(one -> one.named("x"));
            OneLaws.checkFunction((one, fault) ->
                    one.flatMap(i -> One.of(i).withContext(context -> fault.at(i, context))));
        }
    }

    @Test
    void changesWhatTheStepsAboveSee() {
        assertEquals("x", name().named("x").await());
        assertEquals("x", name().named("x").named("y").await());
        assertEquals("", name().await());
    }

    /** What runs Ones may use one run for several: none sees what the one before it has changed. */
    @Test
    void isGoneWithTheRun() {
        One<String> atOnce = name().withContext(context -> context.withName(context.name() + "x"));
        One<String> waiting =
                later("").flatMap(i -> name()).withContext(context -> context.withName(context.name() + "x"));
        for (One<String> one : List.of(atOnce, waiting)) {
            Many<Integer> three = Many.of(1, 2, 3);
            List<Many<String>> runners = List.of(
                    three.flatMap(i -> one.toMany()),
                    three.concatMap(i -> one.toMany()),
                    three.mapAsync(2, i -> one),
                    three.mapAsyncUnordered(2, i -> one),
                    three.flatMap(i -> one.toMany().concatWith(one.toMany())),
                    Many.concat(one.toMany(), one.toMany(), one.toMany()),
                    Many.merge(one.toMany(), one.toMany(), one.toMany()),
                    Many.unfoldAsync(0, i -> one.map(name -> i == 3 ? null : new Many.Unfolded<>(name, i + 1))),
                    three.delayUntil(i -> one).concatMap(i -> one.toMany()),
                    one.repeat(Repeat.times(2)),
                    One.all(List.of(one, one, one)).flatMapMany(Many::from),
                    One.zip(one, one, one, List::of).flatMapMany(Many::from),
                    one.flatMap(first -> one.flatMap(second -> one.map(third -> List.of(first, second, third))))
                            .flatMapMany(Many::from));
            for (int row = 0; row < runners.size(); row++) {
                int number = row;
                List<String> names = runners.get(row).toList().await();
                assertEquals(Set.of("x"), Set.copyOf(names), () -> "row " + number + ": " + names);
            }
        }
    }

    @Test
    void theStepsAboveSeeItAfterAWaitToo() {
        assertEquals("x", later("").flatMap(i -> name()).named("x").await());
        assertEquals(
                "x",
                later("")
                        .flatMap(i -> later(""))
                        .flatMap(i -> name())
                        .named("x")
                        .await());
        assertEquals("y", later("").flatMap(i -> name()).named("y").named("x").await());
    }

    @Test
    void theStepsBelowSeeTheirOwnAgain() {
        assertEquals("", later("").named("x").flatMap(i -> name()).await());
        assertEquals(
                "inner x outer z below ",
                later("")
                        .flatMap(i -> name().map(n -> "inner " + n))
                        .named("x")
                        .flatMap(s -> name().map(n -> s + " outer " + n))
                        .named("z")
                        .flatMap(s -> later(s).flatMap(i -> name().map(n -> s + " below " + n)))
                        .await());
    }

    @Test
    void afterAFailureToo() {
        assertEquals(
                "",
                later("")
                        .map(i -> {
                            throw new IllegalStateException("broken");
                        })
                        .named("x")
                        .map(i -> "")
                        .onErrorResume(failure -> name())
                        .await());
        assertEquals(
                "x",
                later("")
                        .<String>map(i -> {
                            throw new IllegalStateException("broken");
                        })
                        .onErrorResume(failure -> name())
                        .named("x")
                        .await());
    }

    @Test
    void aTimerAsksTheClockOfItsContext() {
        VirtualTime time = new VirtualTime();
        List<Object> outcomes = new ArrayList<>();
        CompletableFuture<String> stage = new CompletableFuture<>();
        One.from(stage)
                .flatMap(i -> One.timer(Duration.ofDays(1)))
                .timeout(Duration.ofDays(2))
                .withContext(context -> context.withClock(time))
                .subscribe(outcomes::add);
        stage.complete("");
        assertEquals(2, time.pending());
        time.advance(Duration.ofDays(1));
        assertEquals(1, outcomes.size());
    }

    @Test
    void isChangedForEachSubscription() {
        int[] count = {0};
        One<String> one = name().withContext(context -> context.withName("run " + ++count[0]));
        assertEquals("run 1", one.await());
        assertEquals("run 2", one.await());
    }

    @Test
    void recursionDoesNotGrowTheStack() throws Exception {
        Threads.onFreshThread(() -> assertEquals(0, nested(1_000_000).await()));
    }

    private static One<Integer> nested(int n) {
        return n == 0 ? One.of(0) : One.of(n).flatMap(i -> nested(i - 1)).named("n");
    }

    @Test
    void aFunctionThatReturnsNullIsNamed() {
        NullPointerException failure =
                assertThrows(NullPointerException.class, One.of(1).withContext(context -> null)::await);
        assertEquals("withContext: the function returned null where a context is due", failure.getMessage());
    }

    @Test
    void theContextOfAStreamEndsWithTheStream() {
        String behind = Many.of(1)
                .named("stream")
                .count()
                .flatMap(count -> One.deferContextual(context -> One.of(context.name())))
                .await();
        assertEquals("", behind);
    }

    @Test
    void theStepsBelowSeeTheirOwnAgainAfterAHop() {
        One<String> hopping = later("").named("x").subscribeOn(Thread::startVirtualThread);
        assertEquals("", hopping.flatMap(i -> name()).await());
    }

    @Test
    void eachAttemptBeginsWithWhatTheRunHas() {
        List<String> seen = new ArrayList<>();
        One<String> failing = One.deferContextual(context -> {
            seen.add(context.name());
            return One.blocking(() -> {
                throw new IllegalStateException("planned");
            });
        });
        One<String> changed = failing.withContext(context -> context.withName(context.name() + "x"));
        assertEquals(
                "none",
                changed.retry(Retry.atMost(3)).onErrorReturn(failure -> "none").await());
        assertEquals(List.of("x", "x", "x", "x"), seen);
    }

    /** What is made of a value that was waited for is the last of its own steps, but not of all. */
    @TestFactory
    Stream<DynamicTest> theStepsBelowSeeTheirOwnAgainIfItBeginsAfterAWait() {
        One<String> named = later("").named("x");
        One<String> failed = later("").flatMap(i -> One.fail(IllegalStateException::new));
        Map<String, One<String>> all = Map.of(
                "flatMap", later("").flatMap(i -> named),
                "orElse", later("").<String>mapNotNull(i -> null).orElse(() -> named),
                "onErrorResume", failed.onErrorResume(failure -> named),
                "delayUntil", later("").delayUntil(i -> named),
                "then", later("").then(named),
                "using, use", One.using(later(""), i -> named, i -> later("")),
                "using, close", One.using(later(""), i -> later(""), i -> named),
                "zip", later("").flatMap(i -> One.zip(named, named, (a, b) -> a)),
                "retry", later("").flatMap(i -> named.retry(Retry.atMost(1))),
                "defer", later("").flatMap(i -> One.defer(() -> named)));
        return all.entrySet().stream()
                .map(each -> dynamicTest(
                        each.getKey(),
                        () -> assertEquals(
                                "", each.getValue().flatMap(i -> name()).await())));
    }
}
