package dev.weir.proofs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.weir.Cancellable;
import dev.weir.DroppedErrors;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Where something went wrong is told also where nobody receives it, and a limit names what has hung. */
class WhereTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    @AfterEach
    void forget() {
        DroppedErrors.listener(null);
    }

    // ---------------------------------------------------------------- failures that nobody receives

    /** What fails some time after it was cancelled. */
    private static final class Late {
        private final CountDownLatch latch = new CountDownLatch(1);
        private final Queue<Runnable> tasks = new ArrayDeque<>();

        int fail() {
            Threads.await(latch);
            throw new IllegalStateException("planned");
        }

        int failAtOnce() {
            throw new IllegalStateException("planned");
        }
    }

    private static final Map<String, Function<Late, Cancellable>> ROWS = new Rows<>();

    static {
        ROWS.put("blocking", late -> One.blocking(() -> late.fail()).subscribe());
        ROWS.put(
                "blocking in a stream",
                late -> Many.of(1)
                        .mapAsync(1, i -> One.blocking(() -> late.fail()))
                        .subscribe());
        ROWS.put(
                "mapBlocking",
                late -> Many.of(1).mapBlocking(1, i -> late.fail()).subscribe());
        ROWS.put(
                "map before a hop",
                late -> Many.of(1)
                        .map(i -> late.failAtOnce())
                        .publishOn(late.tasks::add)
                        .subscribe());
        ROWS.put(
                "One.map before a hop",
                late -> One.of(1)
                        .map(i -> late.failAtOnce())
                        .publishOn(late.tasks::add)
                        .subscribe());
        ROWS.put("generate", late -> Many.generate(out -> out.emit(late.fail())).subscribe());
        ROWS.put(
                "an inner stream",
                late -> Many.of(1)
                        .flatMap(i -> Many.generate(out -> out.emit(late.fail())))
                        .subscribe());
    }

    @TestFactory
    Stream<DynamicTest> aFailureThatNobodyReceivesTellsItsPlace() {
        return ROWS.entrySet().stream()
                .map(row -> dynamicTest(row.getKey(), () -> {
                    CompletableFuture<Throwable> dropped = new CompletableFuture<>();
                    DroppedErrors.listener((pipeline, failure) -> dropped.complete(failure));
                    try (LogLines _ = LogLines.of("dev.weir")) {
                        Late late = new Late();
                        row.getValue().apply(late).cancel();
                        late.latch.countDown();
                        late.tasks.forEach(Runnable::run);
                        String place = Suppressed.place(dropped.get(30, TimeUnit.SECONDS));
                        assertTrue(place.contains(" (WhereTest.java:"), place);
                    }
                }));
    }

    // ---------------------------------------------------------------- what has hung

    @Test
    void aLimitNamesThePipelineThatHasHung() {
        VirtualTime time = new VirtualTime();
        Probe<Object> probe = Probe.subscribeTo(
                Many.never().named("prices").filter(i -> true).timeout(LIMIT).named("orders"), time);
        time.advance(LIMIT);
        assertEquals(
                "timeout: no first item within 1 s in pipeline \"prices\"",
                probe.failure().getMessage());
    }

    @Test
    void soDoesOneOfAOne() {
        VirtualTime time = new VirtualTime();
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        One.never()
                .named("prices")
                .map(i -> i)
                .timeout(LIMIT)
                .named("orders")
                .withContext(context -> context.withClock(time))
                .subscribe(value -> {}, failed::complete);
        time.advance(LIMIT);
        assertEquals(
                "timeout: the One did not end within 1 s in pipeline \"prices\"",
                failed.getNow(null).getMessage());
    }

    @Test
    void soDoesOneWhoWaits() {
        One<Object> one = One.never().named("prices").map(i -> i);
        CompletionException thrown = assertThrows(CompletionException.class, () -> one.await(Duration.ofNanos(1)));
        assertTrue(thrown.getMessage().endsWith(" in pipeline \"prices\""), thrown.getMessage());
    }
}
