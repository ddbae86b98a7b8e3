package dev.weir.postgres.pipe;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a job gets its connection. */
interface Place {
    /** Starts the job when the place is free, or ends it with a failure. */
    void enter(Job job);

    /** The job is cancelled: it need not start. */
    void withdraw(Job job);

    /** The connection. */
    void take(Job job, Outcome<Line> outcome);

    /**
     * Frees the place, whatever has happened.
     *
     * @param line null if there was none
     * @param then is told how the job has ended
     */
    void giveBack(Job job, @Nullable Line line, @Nullable Throwable failure, Consumer<@Nullable Throwable> then);
}
