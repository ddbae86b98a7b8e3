package dev.weir.testkit;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import java.time.Duration;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until a test moves it. Due tasks run on the thread that moves the
 * clock, in the order of their times, then of their scheduling; what they schedule runs too if it
 * falls due. After a million that are due at the same time it fails: a task that schedules itself without delay has no end.
 *
 * <pre>{@code
 * VirtualTime time = new VirtualTime();
 * Probe<Long> probe = Probe.subscribeTo(Many.interval(Duration.ofSeconds(1)), time);
 * time.advance(Duration.ofSeconds(3));
 * probe.assertItems(0L, 1L, 2L);
 * }</pre>
 */
public final class VirtualTime implements Clock {
    // System.nanoTime may be negative too; code that takes that for "not set" shows up here
    private static final long ORIGIN = -Duration.ofDays(1).toNanos();
    private static final int RUNAWAY = 1_000_000;

    // not a queue: it would look at half of them to find the one that is cancelled
    private final TreeSet<Task> tasks =
            new TreeSet<>(Comparator.<Task>comparingLong(task -> task.due).thenComparingLong(task -> task.number));
    private long elapsed;
    private long scheduled;
    private @Nullable Thread runner;
    private boolean glancing; // the runner, who does not move it

    /** A clock that stands until it is moved. */
    public VirtualTime() {}

    @Override
    public synchronized long nanoTime() {
        return ORIGIN + elapsed;
    }

    /** The time that has passed since this clock was made. */
    public synchronized Duration now() {
        return Duration.ofNanos(elapsed);
    }

    /** Adds a task; one without delay runs with the next movement of the clock, not at once. */
    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        return add(task, delay, true);
    }

    private synchronized Task add(Runnable action, Duration delay, boolean isTimer) {
        Task task = new Task(action, later(delay), scheduled++, isTimer);
        tasks.add(task);
        return task;
    }

    /** Moves the clock on and runs what falls due; a zero duration runs what is due now. */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("time does not go back by " + Times.text(duration));
        }
        runUntil(later(duration));
    }

    /** Moves the clock to a time since its start and runs what falls due. */
    public void advanceTo(Duration sinceStart) {
        Duration now = now();
        if (sinceStart.compareTo(now) < 0) {
            throw new IllegalArgumentException(
                    "time does not go back from " + Times.text(now) + " to " + Times.text(sinceStart));
        }
        advance(sinceStart.minus(now));
    }

    /**
     * Moves the clock to the next task and runs all that are due then.
     *
     * @return false if there is no task
     */
    public boolean advanceToNext() {
        long next;
        synchronized (this) {
            Task first = first();
            if (first == null) {
                return false;
            }
            next = Math.max(first.due, elapsed);
        }
        runUntil(next);
        return true;
    }

    /** Whether something is to run before the clock moves on. */
    synchronized boolean isDue() {
        Task first = first();
        return first != null && first.due <= elapsed;
    }

    /** Runs what is due without moving the clock; false if that is nothing. */
    boolean runDue() {
        long now;
        synchronized (this) {
            Task first = first();
            if (first == null || first.due > elapsed) {
                return false;
            }
            now = elapsed;
        }
        runUntil(now);
        return true;
    }

    /** As {@link #runDue}, unless somebody moves the clock; who wants to meanwhile waits. */
    void glance() {
        long now;
        synchronized (this) {
            Task first = first();
            if (runner != null || first == null || first.due > elapsed) {
                return;
            }
            runner = Thread.currentThread();
            glancing = true;
            now = elapsed;
        }
        runAll(now);
    }

    /**
     * A context with this clock and nothing else, for {@link Probe#subscribeTo}; what a pipeline has is kept by {@code
     * withContext(context -> context.withClock(time))}.
     */
    public Context context() {
        return Context.empty().withClock(this);
    }

    /**
     * Runs tasks one after the other when the clock moves next: a deterministic stand-in for
     * threads. The tasks are not timers: nobody could cancel them.
     */
    public Executor executor() {
        return action -> add(action, Duration.ZERO, false);
    }

    /** How many tasks wait: timers, and tasks of the executor. */
    public synchronized int pending() {
        return tasks.size();
    }

    /** How many timers wait. */
    public synchronized int timers() {
        return (int) tasks.stream().filter(task -> task.isTimer).count();
    }

    /** Fails if timers wait: an operator that has ended or was cancelled leaves none. */
    public synchronized void assertNoTimers() {
        if (timers() > 0) {
            String dues = tasks.stream()
                    .filter(task -> task.isTimer)
                    .map(task -> Times.text(task.due))
                    .collect(Collectors.joining(", "));
            throw new AssertionError(
                    "expected no timer at " + Times.text(elapsed) + ", but " + timers() + " are left, due at " + dues);
        }
    }

    @Override
    public synchronized String toString() {
        return "VirtualTime[" + Times.text(elapsed) + ", " + pending() + " pending]";
    }

    private synchronized long later(Duration delay) {
        long sum = elapsed + Math.max(0, Times.nanos(delay));
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private void runUntil(long target) {
        begin();
        runAll(target);
    }

    private void runAll(long target) {
        try {
            long due = 0;
            int ran = 0; // of those that are due then
            for (Task task = take(target); task != null; task = take(target)) {
                ran = task.due == due ? ran + 1 : 1;
                due = task.due;
                if (ran > RUNAWAY) {
                    throw new AssertionError(RUNAWAY
                            + " tasks ran at "
                            + Times.text(due)
                            + ", and the clock did not move: does a task schedule itself without delay?");
                }
                task.action.run();
            }
        } finally {
            end();
        }
    }

    private synchronized void begin() {
        awaitGlance();
        if (runner != null) {
            throw new IllegalStateException("the clock is being moved already, by "
                    + runner
                    + ": don't move it from a task or from two threads");
        }
        runner = Thread.currentThread();
    }

    private synchronized void awaitGlance() {
        try {
            while (glancing && runner != Thread.currentThread()) {
                wait();
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while another thread runs what is due", interrupt);
        }
    }

    private synchronized void end() {
        runner = null;
        glancing = false;
        notifyAll();
    }

    private synchronized @Nullable Task take(long target) {
        Task first = first();
        if (first == null || first.due > target) {
            elapsed = Math.max(elapsed, target); // which another thread may have passed meanwhile
            return null;
        }
        tasks.remove(first);
        elapsed = Math.max(elapsed, first.due);
        return first;
    }

    private synchronized @Nullable Task first() {
        return tasks.isEmpty() ? null : tasks.first();
    }

    private synchronized void remove(Task task) {
        tasks.remove(task);
    }

    private final class Task implements Cancellable {
        final Runnable action;
        final long due;
        final long number;
        final boolean isTimer;

        Task(Runnable action, long due, long number, boolean isTimer) {
            this.action = action;
            this.due = due;
            this.number = number;
            this.isTimer = isTimer;
        }

        @Override
        public void cancel() {
            remove(this);
        }
    }
}
