package dev.weir.net.http.content;

import dev.weir.One;
import dev.weir.io.disk.DiskThreads;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Who waits for disks, and who goes on behind them. */
public final class FileThreads {
    /** For what takes a disk's time, and no longer: what follows here must not block. */
    public static final Executor SHARED = DiskThreads.several("weir-net-file");

    /** For who goes on behind them, and may block. */
    static final Executor BEHIND =
            task -> DiskThreads.alone(Thread.ofVirtual(), "weir-net-file", task).start();

    private FileThreads() {}

    /** What it gives, which waits for a disk. */
    public static <T> One<T> call(Callable<? extends T> callable) {
        return left(One.<T>call(callable).subscribeOn(SHARED));
    }

    /** Who goes on with what comes may block, and does so on a virtual thread. */
    static <T> One<T> left(One<T> one) {
        return one.publishOn(BEHIND);
    }
}
