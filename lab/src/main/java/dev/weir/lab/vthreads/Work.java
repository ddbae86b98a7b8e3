package dev.weir.lab.vthreads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Calls that block for a moment; counts how many do so at once. */
final class Work implements AutoCloseable {
    private static final long NANOS = 1_000_000;

    final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    int block(int item) {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        LockSupport.parkNanos(NANOS);
        running.decrementAndGet();
        return item;
    }

    CompletableFuture<Integer> start(int item) {
        return CompletableFuture.supplyAsync(() -> block(item), threads);
    }

    /** How many calls were running at once, at most, since this was asked last. */
    int most() {
        return most.getAndSet(0);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
