package dev.weir.lab.vthreads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;

/** What one would write without a library: a virtual thread for each call, a semaphore for the bound. */
final class Bounded {
    private Bounded() {}

    static void run(Work work, int items, int concurrency, IntConsumer inOrder) throws InterruptedException {
        Semaphore permits = new Semaphore(concurrency);
        List<CompletableFuture<Integer>> results = new ArrayList<>(items);
        for (int i = 0; i < items; i++) {
            int item = i;
            permits.acquire();
            CompletableFuture<Integer> result = new CompletableFuture<>();
            results.add(result);
            Thread.startVirtualThread(() -> {
                int value = work.block(item);
                permits.release();
                result.complete(value);
            });
        }
        results.forEach(result -> inOrder.accept(result.join()));
    }
}
