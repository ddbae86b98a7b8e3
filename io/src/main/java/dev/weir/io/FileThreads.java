package dev.weir.io;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that wait for disks. They end when there is nothing to do for a minute, and keep nothing of whoever came first. */
final class FileThreads {
    private static final int LEAST = 4;
    private static final long IDLE_SECONDS = 60;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    static final Executor SHARED = shared();

    private FileThreads() {}

    private static Executor shared() {
        int size = Math.max(LEAST, Runtime.getRuntime().availableProcessors());
        // each stream has at most one task here
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), FileThreads::thread);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Thread thread(Runnable task) {
        Thread thread = Thread.ofPlatform()
                .daemon()
                .inheritInheritableThreadLocals(false)
                .name("weir-file-" + NUMBER.incrementAndGet())
                .unstarted(task);
        thread.setContextClassLoader(FileThreads.class.getClassLoader());
        return thread;
    }
}
