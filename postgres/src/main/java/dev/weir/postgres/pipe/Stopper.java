package dev.weir.postgres.pipe;

import java.util.function.Consumer;

/** Sends a request to stop. */
interface Stopper {
    /** Tells whether the server has taken it. */
    void ask(int processId, int secretKey, Consumer<Boolean> taken);

    /** Runs it on the loop after so many milliseconds. */
    void later(long millis, Runnable task);
}
