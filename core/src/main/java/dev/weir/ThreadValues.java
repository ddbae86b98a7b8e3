package dev.weir;

/**
 * What carries values of threads, such as a logger's or a tracer's, from the thread that subscribes to every thread that the
 * pipeline runs on. For those who bring a bridge: the one implementation that {@link java.util.ServiceLoader} finds with
 * Weir's own class loader is asked, from the first subscription on; without one, nothing is asked at all.
 */
public interface ThreadValues {
    /**
     * Where a context has them: put there at each subscription, and read where a thread comes in. A {@code withContext} that
     * puts others there has them be right for all above it.
     */
    Context.Key<Captured> KEY = Context.Key.of("thread values");

    /** What the current thread has now. Must not throw. */
    Captured capture();

    /** The values of one thread at one moment. */
    @FunctionalInterface
    interface Captured {
        /**
         * Runs the task on the current thread with these values and no others, and gives the thread its own back. Throws what the
         * task throws, and nothing else. May be called any number of times, by several threads at once.
         */
        void run(Runnable task);
    }
}
