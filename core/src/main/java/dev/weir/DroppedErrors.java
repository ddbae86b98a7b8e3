package dev.weir;

import dev.weir.op.kernel.root.Dropped;
import org.jspecify.annotations.Nullable;

/**
 * Failures that reach a pipeline after it has ended or was cancelled have nobody to go to. Each is
 * logged at WARNING through {@link System.Logger} {@code dev.weir}, and shown to a listener. Of those
 * of one type and pipeline within a second the first is logged, and how many more there were; of more than
 * a hundred such kinds in a second, the others count as one.
 *
 * <p>A {@link java.util.concurrent.CancellationException}, or what one has caused, says only that
 * nobody wants it any more: it is logged at DEBUG, and the listener does not see it. What one of several
 * has failed with, where another one was first, the listener sees, and the log at DEBUG.
 */
public final class DroppedErrors {
    private DroppedErrors() {}

    /**
     * Sees each dropped failure, on the thread that dropped it; replaces the listener before, null
     * removes it.
     */
    public static void listener(@Nullable Listener listener) {
        Dropped.listener(listener);
    }

    /** Called for each dropped failure. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Sees one failure.
         *
         * @param pipeline the name given by {@code named(..)}, or the empty string
         */
        void dropped(String pipeline, Throwable failure);
    }
}
