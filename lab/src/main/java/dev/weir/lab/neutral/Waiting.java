package dev.weir.lab.neutral;

import java.util.concurrent.CountDownLatch;

/** Waits as the asynchronous rows do: it spins for a moment before it parks, since waking up may take longer than the work. */
public final class Waiting {
    private static final int SPINS = 1_000;

    private Waiting() {}

    public static void on(CountDownLatch latch) throws InterruptedException {
        for (int i = 0; i < SPINS && latch.getCount() != 0; i++) {
            Thread.onSpinWait();
        }
        latch.await();
    }
}
