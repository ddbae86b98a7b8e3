package dev.weir.sql.jdbc;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** What drivers throw, as what callers see. */
final class Failures {
    /* Codes of MariaDB and MySQL, where the SQLSTATE tells less (MariaDB, Error Codes). */
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DUPLICATE_KEY = 1062;
    private static final int DUPLICATE_NAMED_KEY = 1586;

    /* What PostgreSQL's driver appends, line by line and in the language of the machine; a detail has the values of the row. */
    private static final Pattern DETAILS = Pattern.compile("\\n  \\p{L}[^\\n:：]*[:：].*", Pattern.DOTALL);

    private Failures() {}

    static Throwable of(Throwable failure, String query) {
        if (!(failure instanceof SQLException sql)) {
            return failure;
        }
        SQLException telling =
                sql instanceof BatchUpdateException && sql.getNextException() != null ? sql.getNextException() : sql;
        return new SqlException(
                reason(telling),
                telling.getSQLState(),
                DETAILS.matcher("" + telling.getMessage()).replaceFirst(""),
                query,
                telling); // a batch's own message has the values
    }

    /**
     * Whether the database has undone the transaction that it was in, and goes on with another (SQLSTATE class 40); not those
     * that undo one statement, nor PostgreSQL, which has no codes of its own: that goes on with none.
     *
     * @param isSqlServer whose code 1205 is of a deadlock: MySQL's is of a lock that was waited for
     */
    static boolean undoesAll(Throwable failure, BooleanSupplier isSqlServer) {
        return failure instanceof SQLException sql
                && sql.getSQLState() != null
                && sql.getSQLState().startsWith("40")
                && sql.getErrorCode() != 0
                && (sql.getErrorCode() != LOCK_WAIT_TIMEOUT || isSqlServer.getAsBoolean());
    }

    private static Reason reason(SQLException failure) {
        Reason reason = Reason.of(failure.getSQLState());
        if (reason == Reason.CONSTRAINT && isDuplicate(failure.getErrorCode())) {
            return Reason.DUPLICATE;
        } else if (reason != Reason.OTHER) {
            return reason;
        } else if ("HY000".equals(failure.getSQLState()) && failure.getErrorCode() == LOCK_WAIT_TIMEOUT) {
            return Reason.CONFLICT;
        } else if (failure instanceof SQLTransientConnectionException && failure.getErrorCode() == 0) {
            return Reason.CONNECTION; // a pool that has none; MariaDB's driver calls what a procedure signals so, too
        } else if (failure instanceof SQLTimeoutException) {
            return Reason.CANCELLED;
        }
        return reason;
    }

    private static boolean isDuplicate(int code) {
        return code == DUPLICATE_KEY || code == DUPLICATE_NAMED_KEY;
    }
}
