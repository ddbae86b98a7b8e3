package dev.weir.op.kernel.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.weir.Context;
import dev.weir.op.kernel.root.Undelivered;
import dev.weir.proofs.DroppedFailures;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class HoldingTest {
    private final VirtualTime time = new VirtualTime();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Object> outcomes = new ArrayList<>();
    private final List<Object> undelivered = new ArrayList<>();
    private final Run run =
            new Run(
                    Undelivered.with(Integer.class, undelivered::add)
                            .apply(Context.empty().withClock(time)),
                    0) {
                @Override
                protected void ended(Object outcome) {
                    outcomes.add(outcome instanceof Failure failure ? failure.error() : outcome);
                }
            };

    @Test
    void givesTheOutcomeWhenTheTimeHasPassed() {
        run.goOn(new Holding(1, Holding.after(Duration.ofMillis(1))));
        assertEquals(List.of(), outcomes);
        time.advance(Duration.ofMillis(1));
        run.cancel();
        assertEquals(List.of(1), outcomes);
        assertEquals(List.of(), undelivered);
    }

    @Test
    void tellsTheOutcomeOfARunThatIsCancelledMeanwhile() {
        run.goOn(new Holding(1, Holding.after(Duration.ofMillis(1))));
        run.cancel();
        time.advance(Duration.ofMillis(1));
        assertEquals(List.of(), outcomes);
        assertEquals(List.of(1), undelivered);
    }

    @Test
    void givesTheOutcomeOnTheExecutorOnce() {
        run.goOn(new Holding(1, Holding.on(tasks::add)));
        Runnable task = tasks.remove();
        task.run();
        task.run();
        assertEquals(List.of(1), outcomes);
        assertEquals(List.of(), undelivered);
    }

    @Test
    void tellsTheOutcomeOnceIfTheExecutorIsTooLate() {
        run.goOn(new Holding(1, Holding.on(tasks::add)));
        run.cancel();
        tasks.remove().run();
        assertEquals(List.of(), outcomes);
        assertEquals(List.of(1), undelivered);
    }

    @Test
    void tellsTheOutcomeThatIsNotEvenBegunToBeGiven() {
        run.makeKnown();
        run.cancel();
        run.goOn(new Holding(1, Holding.on(tasks::add)));
        assertEquals(List.of(), outcomes);
        assertEquals(List.of(1), undelivered);
        assertEquals(0, tasks.size());
    }

    @Test
    void tellsItInTheContextThatItBelongsTo() {
        List<Object> nearer = new ArrayList<>();
        run.makeKnown();
        run.cancel();
        Holding pending = new Holding(1, Holding.on(tasks::add));
        pending.within(Undelivered.with(Integer.class, nearer::add).apply(run.context()), run.context(), run);
        run.goOn(pending);
        assertEquals(List.of(1), nearer);
        assertEquals(List.of(), undelivered);
    }

    @Test
    void failsAndTellsTheOutcomeIfTheExecutorRejectsIt() {
        RejectedExecutionException full = new RejectedExecutionException("full");
        run.goOn(new Holding(1, Holding.on(task -> {
            throw full;
        })));
        assertEquals(List.of(full), outcomes);
        assertEquals(List.of(1), undelivered);
    }

    @Test
    void aFailureThatIsRejectedIsToldByTheRejection() {
        IllegalStateException broken = new IllegalStateException("broken");
        RejectedExecutionException full = new RejectedExecutionException("full");
        run.goOn(new Holding(new Failure(broken, null), Holding.on(task -> {
            throw full;
        })));
        assertEquals(List.of(full), outcomes);
        assertSame(broken, full.getSuppressed()[0]);
    }

    @Test
    void anExecutorThatRunsTheTaskAndThenThrowsHasGivenIt() {
        IllegalStateException broken = new IllegalStateException("broken");
        try (DroppedFailures dropped = DroppedFailures.collect()) {
            run.goOn(new Holding(1, Holding.on(task -> {
                task.run();
                throw broken;
            })));
            assertEquals(List.of(1), outcomes);
            assertEquals(List.of(), undelivered);
            assertEquals(List.of(broken), dropped.failures());
        }
    }
}
