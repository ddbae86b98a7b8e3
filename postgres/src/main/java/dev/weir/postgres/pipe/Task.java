package dev.weir.postgres.pipe;

import org.jspecify.annotations.Nullable;

/** What is done with a connection. */
interface Task<T extends @Nullable Object> {
    void run(Line line, Outcome<T> outcome);
}
