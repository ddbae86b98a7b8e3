package dev.weir.op.kernel.root;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.weir.Cancellable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** No timer is forgotten, whether the clock's thread is there, is just leaving, or has left. */
public final class SystemClockStress {
    private static final long PATIENCE = 20_000_000_000L;

    private SystemClockStress() {}

    /** Counts how often it has run. */
    private static final class Task implements Runnable {
        private final AtomicInteger runs = new AtomicInteger();

        @Override
        public void run() {
            runs.incrementAndGet();
        }

        /** Waits, without a lock that could hide a race. */
        Task await(int times) {
            long begin = System.nanoTime();
            while (runs.get() < times && System.nanoTime() - begin < PATIENCE) {
                Thread.yield();
            }
            return this;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both, once each")
    public static class ScheduleVersusSchedule {
        private final SystemClock clock = new SystemClock(0);
        private final Task task = new Task();

        @Actor
        public void one() {
            clock.schedule(task, Duration.ZERO);
        }

        @Actor
        public void other() {
            clock.schedule(task, Duration.ZERO);
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = task.await(2).runs.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "4", expect = ACCEPTABLE, desc = "all, though the thread leaves again and again")
    public static class ScheduleVersusLeavingThread {
        private final SystemClock clock = new SystemClock(0);
        private final Task one = new Task();
        private final Task other = new Task();

        @Actor
        public void one() {
            clock.schedule(one, Duration.ZERO);
            one.await(1);
            clock.schedule(one, Duration.ZERO);
        }

        @Actor
        public void other() {
            clock.schedule(other, Duration.ofNanos(1));
            other.await(1);
            clock.schedule(other, Duration.ofNanos(1));
        }

        @Arbiter
        public void story(L_Result result) {
            result.r1 = one.await(2).runs.get() + other.await(2).runs.get();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "[01], 1", expect = ACCEPTABLE, desc = "cancelled in time, or run; the other runs")
    public static class CancelVersusFire {
        private final SystemClock clock = new SystemClock(0);
        private final Task cancelled = new Task();
        private final Task other = new Task();
        private final Cancellable timer = clock.schedule(cancelled, Duration.ofNanos(1_000));

        @Actor
        public void cancel() {
            timer.cancel();
        }

        @Actor
        public void schedule() {
            clock.schedule(other, Duration.ZERO);
        }

        @Arbiter
        public void story(L_Result result) {
            int ran = other.await(1).runs.get();
            result.r1 = cancelled.runs.get() + ", " + ran;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled long before its time; the other runs")
    public static class CancelledVersusSchedule {
        private static final SystemClock CLOCK = new SystemClock(1_000_000_000); // of all rounds
        private final Task cancelled = new Task();
        private final Task other = new Task();

        @Actor
        public void cancel() {
            CLOCK.schedule(cancelled, Duration.ofDays(1)).cancel();
        }

        @Actor
        public void schedule() {
            CLOCK.schedule(other, Duration.ZERO);
        }

        @Arbiter
        public void story(L_Result result) {
            int ran = other.await(1).runs.get();
            result.r1 = cancelled.runs.get() + ", " + ran;
        }
    }
}
