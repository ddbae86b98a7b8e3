package dev.weir.op.kernel.root;

import dev.weir.Context;
import dev.weir.EventLoopThread;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Where blocking code runs. */
public final class VirtualThreads {
    private static final ScopedValue<Context> CONTEXT = ScopedValue.newInstance();

    private VirtualThreads() {}

    /**
     * Runs the task on a new virtual thread, which inherits nothing from this one: who runs here now may serve somebody
     * else than the pipeline.
     */
    public static void start(String name, Runnable task) {
        alone(Thread.ofVirtual(), name, task).start();
    }

    /** A thread that has nothing of the one that makes it. */
    static Thread alone(Thread.Builder kind, String name, Runnable task) {
        Thread thread = kind.inheritInheritableThreadLocals(false).name(name).unstarted(task);
        thread.setContextClassLoader(VirtualThreads.class.getClassLoader());
        return thread;
    }

    /** Runs the task on a new virtual thread that tells its pipeline. */
    public static void start(String purpose, Context context, Runnable task) {
        String pipeline = context.name();
        start(pipeline.isEmpty() ? "weir-" + purpose : pipeline + '/' + purpose, Carried.within(context, task));
    }

    /** Calls a user's blocking code, which can read the context: what comes of it may go on to somebody else. */
    public static <V extends @Nullable Object> V call(Context context, Callable<? extends V> code) throws Exception {
        return ScopedValue.where(CONTEXT, context).<V, Exception>call(code::call);
    }

    /** The context of the pipeline whose blocking code this is; the empty one elsewhere. */
    public static Context context() {
        return CONTEXT.orElse(Context.empty());
    }

    /** The current thread as a thread dump shows it: by its name, or {@code #33} if it has none. */
    public static String current() {
        Thread current = Thread.currentThread();
        return current.getName().isEmpty() ? "#" + current.threadId() : current.getName();
    }

    /** Fails if the current thread serves others and must not wait. */
    public static void checkMayBlock(String method) {
        Thread current = Thread.currentThread();
        if (current instanceof EventLoopThread) {
            String instead = "\": compose with flatMap, or move what blocks to One.blocking(..) or mapBlocking(..)";
            throw new IllegalStateException(method + " would block the event loop \"" + current.getName() + instead);
        }
    }
}
