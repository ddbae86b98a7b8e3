package dev.weir.net.http.content;

import dev.weir.One;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that wait for disks, with which virtual ones would hold their carriers. They end after a minute
 * without work (sooner, and each of a few files a second would start one), and keep nothing of whoever came first.
 */
public final class FileThreads {
    private static final int LEAST = 4;
    private static final long IDLE_SECONDS = 60;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** For what takes a disk's time, and no longer: what follows here must not block. */
    public static final Executor SHARED = of(
            Math.max(LEAST, Runtime.getRuntime().availableProcessors()),
            task -> thread("weir-net-file-" + NUMBER.incrementAndGet(), task));

    /** For who goes on behind them, and may block. */
    static final Executor BEHIND =
            task -> alone(Thread.ofVirtual(), "weir-net-file", task).start();

    private FileThreads() {}

    /** One thread, when there is something to do. */
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

    private static Thread alone(Thread.Builder kind, String name, Runnable task) {
        Thread thread = kind.inheritInheritableThreadLocals(false).name(name).unstarted(task);
        thread.setContextClassLoader(FileThreads.class.getClassLoader());
        return thread;
    }

    /** What it gives, which waits for a disk. */
    public static <T> One<T> call(Callable<? extends T> callable) {
        return left(One.<T>call(callable).subscribeOn(SHARED));
    }

    /** Who goes on with what comes may block, and does so on a virtual thread. */
    static <T> One<T> left(One<T> one) {
        return one.publishOn(BEHIND);
    }
}
