package dev.weir.op.kernel;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.op.kernel.race.Once;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A clock whose time a test sets, and whose due timers fire on the thread that calls {@link #fire}. */
public final class HandClock implements Clock {
    private final Queue<Timer> timers = new ConcurrentLinkedQueue<>();
    private volatile long now;

    public Context context() {
        return Context.empty().withClock(this);
    }

    public void set(Duration time) {
        now = time.toNanos();
    }

    /** Fires what is due and was not cancelled; a timer set meanwhile counts if it is due. */
    public void fire() {
        for (Timer timer : timers) {
            if (timer.due <= now && timer.over.first()) {
                timer.task.run();
            }
        }
    }

    /** How many timers neither fired nor were cancelled. */
    public int pending() {
        int count = 0;
        for (Timer timer : timers) {
            count += timer.over.isTaken() ? 0 : 1;
        }
        return count;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        Timer timer = new Timer(task, now + delay.toNanos());
        timers.add(timer);
        return timer;
    }

    private static final class Timer implements Cancellable {
        private final Runnable task;
        private final long due;
        private final Once over = new Once();

        Timer(Runnable task, long due) {
            this.task = task;
            this.due = due;
        }

        @Override
        public void cancel() {
            over.first();
        }
    }
}
