package dev.weir.op.kernel;

import org.jspecify.annotations.Nullable;

/** Who waits for an outcome: of a {@link Run}, of a {@link Pending} step. */
@FunctionalInterface
public interface Receiver {
    /**
     * Takes the outcome.
     *
     * @param outcome the value, or a {@link Failure}
     */
    void accept(@Nullable Object outcome);
}
