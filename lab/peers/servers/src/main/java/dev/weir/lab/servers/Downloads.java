package dev.weir.lab.servers;

import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts what clients have received, and prints it ten times a second. */
final class Downloads {
    /** How many run at once. */
    static final int PARALLEL = 4;

    private static final int PERIOD_MILLIS = 100;

    private final LongAdder bytes = new LongAdder();

    /** Something that downloads once. */
    interface Download {
        void run() throws Exception;
    }

    void print() {
        Executors.newSingleThreadScheduledExecutor()
                .scheduleAtFixedRate(
                        () -> System.out.println("bytes " + bytes.sum()),
                        PERIOD_MILLIS,
                        PERIOD_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    long count(int more) {
        bytes.add(more);
        return more;
    }

    /** Downloads again and again, each on a thread of its own that waits for the end. */
    void repeat(Download download) {
        for (int i = 0; i < PARALLEL; i++) {
            Thread.ofPlatform().start(() -> forever(download));
        }
        print();
    }

    @SuppressWarnings("InfiniteLoopStatement")
    private static void forever(Download download) {
        try {
            while (true) {
                download.run();
            }
        } catch (Exception e) {
            throw new IllegalStateException("a download failed", e);
        }
    }
}
