package dev.weir.sql.engine;

import dev.weir.Context;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Threads that wait for databases, named after the pipelines that they work for. */
public final class Threads {
    /** Of the platform: for what waits for the network again and again, each time for a few kilobytes (ADR 34). */
    public static final ThreadFactory PLATFORM =
            Thread.ofPlatform().daemon().inheritInheritableThreadLocals(false).factory();

    public static final ThreadFactory VIRTUAL =
            Thread.ofVirtual().inheritInheritableThreadLocals(false).factory();

    private Threads() {}

    /** Fails if there is no thread for it. */
    public static void start(ThreadFactory factory, Context context, Runnable task) {
        String name = context.name();
        Thread thread = factory.newThread(task);
        if (thread == null) {
            throw new RejectedExecutionException("the factory of threads has made none");
        }
        thread.setName(name.isEmpty() ? "weir-sql" : name + "/sql");
        thread.setContextClassLoader(Threads.class.getClassLoader());
        thread.start();
    }

    /** For what has to be done: on a virtual thread, if the factory has none. */
    public static void startSurely(ThreadFactory factory, Context context, Runnable task) {
        try {
            start(factory, context, task);
        } catch (Throwable _) {
            start(VIRTUAL, context, task);
        }
    }

    /** What whoever waits is told if there is no thread to begin on. */
    static SqlException none(Throwable failure, String query) {
        return new SqlException(Reason.OVERLOADED, null, "it could not begin: " + failure, query, failure);
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
