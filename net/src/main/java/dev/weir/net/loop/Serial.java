package dev.weir.net.loop;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one after the other, on whatever thread gives the first of them, at once if none runs: so what they
 * touch needs no lock, and no thread of its own. They must be short.
 */
public final class Serial implements Executor {
    private static final System.Logger LOG = System.getLogger("dev.weir.net");

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger due = new AtomicInteger();

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (due.getAndIncrement() == 0) {
            do {
                run(tasks.remove());
            } while (due.decrementAndGet() != 0);
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) { // those after it must not suffer
            tell(failure);
        }
    }

    private static void tell(Throwable failure) {
        try {
            LOG.log(System.Logger.Level.ERROR, "a task failed", failure);
        } catch (Throwable untold) { // nor from that
        }
    }
}
