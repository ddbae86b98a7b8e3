package dev.weir.io.disk;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that wait for disks, with which virtual ones would hold their carriers. They are daemons, which end after a minute
 * without work (sooner, and each of a few files a second would start one), and keep nothing of whoever came first.
 */
public final class DiskThreads {
    private static final int LEAST = 4;
    private static final long IDLE_SECONDS = 60;

    private DiskThreads() {}

    /** One for each processor, and at least four; they are numbered behind the name. */
    public static Executor several(String name) {
        AtomicInteger number = new AtomicInteger();
        return of(
                Math.max(LEAST, Runtime.getRuntime().availableProcessors()),
                task -> thread(name + "-" + number.incrementAndGet(), task));
    }

    /** One, when there is something to do. */
    public static Executor one(String name) {
        return of(1, task -> thread(name, task));
    }

    private static Executor of(int size, ThreadFactory factory) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Thread thread(String name, Runnable task) {
        return alone(Thread.ofPlatform().daemon(), name, task);
    }

    /** A thread that inherits nothing, not started yet. */
    public static Thread alone(Thread.Builder kind, String name, Runnable task) {
        Thread thread = kind.inheritInheritableThreadLocals(false).name(name).unstarted(task);
        thread.setContextClassLoader(DiskThreads.class.getClassLoader());
        return thread;
    }
}
