package dev.weir.postgres.pipe;

import org.jspecify.annotations.Nullable;

/** Is told once how something ended, on the loop: by a value, or by a failure. */
interface Outcome<T extends @Nullable Object> {
    /** The statement itself is asked next, after what has prepared it. */
    default void begins() {}

    void done(@Nullable T value, @Nullable Throwable failure);
}
