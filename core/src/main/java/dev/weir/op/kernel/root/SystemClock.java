package dev.weir.op.kernel.root;

import dev.weir.Cancellable;
import dev.weir.Clock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * {@code System.nanoTime}, with all timers on one daemon thread that hands each due task to a virtual thread, and ends
 * when nothing has waited for a second.
 */
public final class SystemClock implements Clock {
    /*
     * All pipelines share this, so none must be able to break it, not even one whose stack overflows while it sets a
     * timer. A new timer is one compare-and-set away from the list `fresh`, cancelling it is one write; what needs more
     * of the stack, waking or starting the thread, is tried before with as many frames. Everything else is done by the
     * thread alone, on a stack of its own: it takes the list now and then, and most timers, as timeouts that were not
     * needed, are cancelled by then and never get into the heap.
     *
     * The thread looks at least once a second. It sets `wakeAt` before it looks at the list for the last time and
     * sleeps; who adds to the list looks at `wakeAt` afterwards. One of the two sees the other.
     */
    public static final SystemClock INSTANCE = new SystemClock(1_000_000_000);

    private static final VarHandle FRESH = Atomics.field(MethodHandles.lookup(), "fresh", Timer.class);
    private static final VarHandle THREAD = Atomics.field(MethodHandles.lookup(), "thread", Thread.class);
    private static final long SECOND = 1_000_000_000;
    private static final long PAUSE = 10_000_000; // until what could not be started is tried again
    private static final int MOST_FRESH = 4_096;
    private static final int FEW = 64;
    private static final int FRAMES = 200;

    private volatile @Nullable Timer fresh;
    private volatile @Nullable Thread thread;
    private volatile long wakeAt;

    private final long idle;

    // of the thread
    private final PriorityQueue<Timer> waiting = new PriorityQueue<>();
    private int kept; // when it was last looked for cancelled ones
    private long added;
    private @Nullable Timer taken; // from the list, and not in the heap yet

    /**
     * @param idle how many nanoseconds the thread goes on when nothing waits
     */
    SystemClock(long idle) {
        this.idle = idle;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** A delay of more than 146 years is one of 146 years: {@code nanoTime} can't tell apart more. */
    @Override
    public Cancellable schedule(Runnable task, Duration delay) {
        Timer timer = new Timer(task, System.nanoTime() + Math.min(nanos(delay), Long.MAX_VALUE >> 1));
        if (mustWake(timer)) {
            tryStack(FRAMES);
        }
        Timer before;
        do {
            before = fresh;
            timer.next = before;
            timer.place = before == null ? 1 : before.place + 1;
        } while (!FRESH.compareAndSet(this, before, timer));
        if (mustWake(timer)) {
            wake();
        }
        return timer;
    }

    private boolean mustWake(Timer timer) {
        return thread == null || timer.dueAt - wakeAt < 0 || timer.place % MOST_FRESH == 0;
    }

    private void wake() {
        Thread running = thread;
        if (running != null) {
            LockSupport.unpark(running);
            return;
        }
        Thread made = VirtualThreads.alone(Thread.ofPlatform().daemon(), "weir-clock", this::run);
        if (THREAD.compareAndSet(this, null, made)) {
            try {
                made.start();
            } catch (Throwable failure) {
                thread = null;
                throw failure;
            }
        }
    }

    /** Overflows the stack now if it soon would. */
    private static int tryStack(int frames) {
        return frames == 0 ? 0 : tryStack(frames - 1) + 1;
    }

    /** The delay in nanoseconds; what doesn't fit waits for ever. */
    public static long nanos(Duration delay) {
        return Math.max(0, TimeUnit.NANOSECONDS.convert(delay));
    }

    // ---------------------------------------------------------------- on the thread

    private void run() {
        long busyAt = nanoTime();
        for (; ; ) {
            try {
                takeFresh();
                runDue();
                if (waiting.size() < FEW || waiting.size() > 2 * kept) {
                    waiting.removeIf(timer -> timer.task == null); // which were cancelled
                    kept = waiting.size();
                }
            } catch (Throwable outOfMemory) { // without this thread no timer would ever fire
                LockSupport.parkNanos(this, PAUSE);
                continue;
            }
            long now = nanoTime();
            if (!waiting.isEmpty()) {
                busyAt = now;
            } else if (now - busyAt >= idle) {
                thread = null;
                if (fresh == null || !THREAD.compareAndSet(this, null, Thread.currentThread())) {
                    return; // this thread is not needed any more
                }
            }
            sleep(now);
        }
    }

    private void takeFresh() {
        long before = added;
        taken = taken == null ? (Timer) FRESH.getAndSet(this, null) : taken;
        while (taken != null) {
            Timer timer = taken;
            timer.place += before;
            added = Math.max(added, timer.place);
            if (timer.task != null) {
                waiting.add(timer);
            }
            taken = timer.next;
            timer.next = null;
        }
    }

    private void runDue() {
        for (Timer first = waiting.peek(); first != null && first.dueAt - nanoTime() <= 0; first = waiting.peek()) {
            waiting.remove();
            Runnable task = first.task;
            try {
                if (task != null) {
                    VirtualThreads.start("weir-timer", task);
                    first.cancel();
                }
            } catch (Throwable outOfMemory) {
                first.dueAt = nanoTime() + PAUSE;
                waiting.add(first);
            }
        }
    }

    private void sleep(long now) {
        Timer first = waiting.peek();
        long nanos = first == null ? SECOND : Math.min(SECOND, first.dueAt - now);
        wakeAt = now + nanos;
        if (fresh == null && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
    }

    private static final class Timer implements Cancellable, Comparable<Timer> {
        private volatile @Nullable Runnable task;
        private long dueAt;
        private long place = 1; // in the list, where the first wakes nobody for its place, then in the order of all
        private @Nullable Timer next;

        Timer(Runnable task, long dueAt) {
            this.task = task;
            this.dueAt = dueAt;
        }

        @Override
        public void cancel() {
            task = null;
        }

        @Override
        public int compareTo(Timer other) {
            return dueAt == other.dueAt ? Long.compare(place, other.place) : Long.signum(dueAt - other.dueAt);
        }
    }
}
