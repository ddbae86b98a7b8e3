package dev.weir.op.kernel.root;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.DroppedErrors;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DroppedTest {
    /** Of its own type, so that no other test's failures are like it. */
    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Broken() {
            super("broken");
        }
    }

    private final Broken broken = new Broken();

    @Test
    void warnsWithTheNameOfThePipeline() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Dropped.report(broken, Context.empty().withName("orders"));
            Dropped.report(broken, Context.empty());
            assertEquals(
                    List.of(
                            "WARNING dropped a failure that nobody can receive, of pipeline \"orders\"",
                            "WARNING dropped a failure that nobody can receive, of pipeline (unnamed: give it a name"
                                    + " with named(..))"),
                    dropped.warnings());
            assertEquals(List.of(broken, broken), dropped.failures());
            assertEquals(List.of("orders", ""), dropped.pipelines());
        }
    }

    @Test
    void ofManyTheFirstIsToldAndTheOthersAreCounted() {
        VirtualTime time = new VirtualTime();
        List<String> told = new ArrayList<>();
        Repeats repeats = new Repeats(
                time, (kind, count) -> told.add(count + " more of " + kind.pipeline()), new ConcurrentHashMap<>());
        Repeats.Kind kind = new Repeats.Kind("a", Broken.class);
        assertTrue(repeats.isFirst(kind));
        assertFalse(repeats.isFirst(kind));
        assertFalse(repeats.isFirst(kind));
        assertTrue(repeats.isFirst(new Repeats.Kind("b", Broken.class)));
        assertTrue(repeats.isFirst(new Repeats.Kind("a", Error.class)));
        time.advance(Duration.ofSeconds(1));
        assertEquals(List.of("2 more of a"), told);
        assertTrue(repeats.isFirst(kind));
        time.advance(Duration.ofSeconds(1));
        assertEquals(1, told.size());
    }

    /** It would be silent for ever. */
    @Test
    void aKindThatNoTimerEndsIsNotCounted() {
        VirtualTime time = new VirtualTime();
        AtomicBoolean broken = new AtomicBoolean(true);
        Clock clock = new Clock() {
            @Override
            public long nanoTime() {
                return time.nanoTime();
            }

            @Override
            public Cancellable schedule(Runnable task, Duration delay) {
                if (broken.get()) {
                    throw new StackOverflowError("planned");
                }
                return time.schedule(task, delay);
            }
        };
        List<Long> told = new ArrayList<>();
        Repeats repeats = new Repeats(clock, (_, count) -> told.add(count), new ConcurrentHashMap<>());
        Repeats.Kind kind = new Repeats.Kind("a", Broken.class);
        assertTrue(repeats.isFirst(kind));
        broken.set(false);
        assertTrue(repeats.isFirst(kind));
        assertFalse(repeats.isFirst(kind));
        time.advance(Duration.ofSeconds(1));
        assertEquals(List.of(1L), told);
    }

    @Test
    void whatOnlyACancellationHasCausedIsNoWarning() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Dropped.report(new CancellationException("gone"), Context.empty());
            Dropped.report(new IllegalStateException(new CancellationException("gone")), Context.empty());
            assertEquals(List.of(), dropped.warnings());
            assertEquals(List.of(), dropped.failures());
        }
    }

    @Test
    void aListenerThatThrowsIsOnlyLogged() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            DroppedErrors.listener((pipeline, failure) -> {
                throw new IllegalStateException("unexpected");
            });
            Dropped.report(broken, Context.empty().withName("another"));
            assertEquals(2, dropped.warnings().size());
            assertEquals(
                    "WARNING the listener to dropped failures failed itself",
                    dropped.warnings().get(1));
        }
    }

    @Test
    void whatOnlyACancellationHasCausedIsNotShownByTheQuietWayEither() {
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Dropped.reportQuietly(new CancellationException("gone"), Context.empty());
            Dropped.reportQuietly(new IllegalStateException(new CancellationException("gone")), Context.empty());
            assertEquals(List.of(), dropped.failures());
        }
    }

    @Test
    void causesThatGoRoundInACircleAreReported() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second);
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            Dropped.report(first, Context.empty().withName("circle"));
            assertEquals(List.of(first), dropped.failures());
        }
    }

    @Test
    void kindsBeyondAHundredAreCountedTogether() {
        VirtualTime time = new VirtualTime();
        List<String> told = new ArrayList<>();
        Repeats repeats = new Repeats(
                time, (kind, count) -> told.add(count + " more of " + kind.pipeline()), new ConcurrentHashMap<>());
        for (int i = 0; i < 150; i++) {
            assertEquals(i <= 100, repeats.isFirst(new Repeats.Kind("pipeline " + i, Broken.class)));
        }
        time.advance(Duration.ofSeconds(1));
        assertEquals(List.of("49 more of (of many names)"), told);
    }
}
