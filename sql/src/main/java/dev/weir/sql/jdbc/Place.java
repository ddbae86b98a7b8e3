package dev.weir.sql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Where a work gets its connection. */
interface Place {
    /** Starts the work when the place is free, or ends it with a failure. */
    void enter(Work work);

    /** Makes the threads of the work. */
    ThreadFactory threads();

    /** The work is cancelled: it need not start. */
    void withdraw(Work work);

    /** The connection; on the thread of the work. */
    Connection take(Work work) throws SQLException;

    /**
     * Frees the place, whatever has happened.
     *
     * @param taken null if there was none
     * @return how the work has ended, then
     */
    @Nullable
    Throwable giveBack(Work work, @Nullable Connection taken, @Nullable Throwable failure);
}
