package dev.weir.op.kernel;

import dev.weir.EventLoopThread;

/** Where blocking code runs. */
public final class VirtualThreads {
    private VirtualThreads() {}

    /** Runs the task on a new virtual thread of that name. */
    public static void start(String name, Runnable task) {
        Thread.ofVirtual().name(name).start(task);
    }

    /** The current thread as a thread dump shows it: by its name, or {@code #33} if it has none. */
    static String current() {
        Thread current = Thread.currentThread();
        return current.getName().isEmpty() ? "#" + current.threadId() : current.getName();
    }

    /** Fails if the current thread serves others and must not wait. */
    public static void checkMayBlock(String method) {
        Thread current = Thread.currentThread();
        if (current instanceof EventLoopThread) {
            throw new IllegalStateException(method
                    + " would block the event loop \""
                    + current.getName()
                    + "\": compose with flatMap instead, or move the blocking part to"
                    + " One.blocking(..) or mapBlocking(..)");
        }
    }
}
