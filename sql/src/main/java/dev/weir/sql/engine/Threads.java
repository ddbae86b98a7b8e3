package dev.weir.sql.engine;

import dev.weir.Context;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Threads that wait for databases, named after the pipelines that they work for. */
public final class Threads {
    /** Of the platform: for what waits for the network again and again, each time for a few kilobytes (ADR 34). */
    public static final ThreadFactory PLATFORM =
            Thread.ofPlatform().daemon().inheritInheritableThreadLocals(false).factory();

    private Threads() {}

    public static void start(ThreadFactory factory, Context context, Runnable task) {
        String name = context.name();
        Thread thread = factory.newThread(task);
        thread.setName(name.isEmpty() ? "weir-sql" : name + "/sql");
        thread.setContextClassLoader(Threads.class.getClassLoader());
        thread.start();
    }

    /** Has a thread of the platform do what waits for the network again and again, if this one is virtual; it waits meanwhile. */
    public static void onPlatform(Context context, Callable<?> task) throws Exception {
        if (!Thread.currentThread().isVirtual()) {
            task.call();
            return;
        }
        CompletableFuture<@Nullable Throwable> over = new CompletableFuture<>();
        start(PLATFORM, context, () -> over.complete(thrownBy(task)));
        switch (over.join()) {
            case null -> {}
            case Exception thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case Throwable thrown -> throw new IllegalStateException(thrown);
        }
    }

    private static @Nullable Throwable thrownBy(Callable<?> task) {
        try {
            task.call();
            return null;
        } catch (Throwable thrown) {
            return thrown;
        }
    }
}
