package dev.weir.postgres.pipe;

import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.time.DateTimeException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What the driver tells, as what callers see. */
public final class Failures {
    private Failures() {}

    /** What a caller's own class has thrown, which he sees as it is. */
    static final class Own extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final Throwable thrown;

        Own(Throwable thrown) {
            super(thrown);
            this.thrown = thrown;
        }
    }

    /** What an attempt to connect has failed with: what nobody knows is no connection, such as the driver's own for TLS. */
    public static Throwable ofDialing(Throwable failure) {
        return switch (failure) {
            case PgException told -> told;
            case VertxException lost -> lost;
            case IOException lost -> lost;
            default -> new IOException(failure.getMessage(), failure);
        };
    }

    public static Throwable of(Throwable failure, String query) {
        return switch (failure) {
            case Own own -> own.thrown;
            case PgException told ->
                new SqlException(
                        Reason.of(told.getSqlState()),
                        told.getSqlState(),
                        String.valueOf(told.getErrorMessage()),
                        query,
                        told);
            case ClosedChannelException lost ->
                new SqlException(Reason.CONNECTION, null, "the connection has been closed", query, lost);
            case VertxException lost -> notConnected(lost, query);
            case IOException lost -> notConnected(lost, query);
            case TimeoutException lost -> notConnected(lost, query);
            case NumberFormatException wrong -> // whose message has the value
                new SqlException(Reason.USAGE, null, "a column has a number that is none here", query, wrong);
            case IllegalArgumentException wrong ->
                new SqlException(Reason.USAGE, null, String.valueOf(wrong.getMessage()), query, wrong);
            case UnsupportedOperationException _ ->
                of(NoStatement.clientCopy(), query); // there is no other of the driver
            case DateTimeException beyond ->
                new SqlException(
                        Reason.USAGE,
                        null,
                        "a column has a time that java.time can't be: select it as text, such as cast(due as"
                                + " varchar(40))",
                        query,
                        beyond);
            default -> failure;
        };
    }

    private static SqlException notConnected(Throwable why, String query) {
        return new SqlException(Reason.CONNECTION, null, "no connection: " + why.getMessage(), query, why);
    }

    /** Whether it says nothing about the others on the same connection, or is told as a lost one anyway. */
    static boolean isOfOne(Throwable failure) {
        return failure instanceof PgException || failure instanceof VertxException || failure instanceof IOException;
    }

    /** Whether it is about what a statement gives, which the driver has no value or no way for. */
    static boolean isUnreadable(Throwable failure) {
        return failure instanceof NumberFormatException || failure instanceof UnsupportedOperationException;
    }

    /** Whether the server has stopped the statement, and so undone it. */
    static boolean isStopped(@Nullable Throwable failure) {
        return failure instanceof PgException told && "57014".equals(told.getSqlState());
    }

    /** Whether the server changes nothing now: it is a standby, or has been set so. */
    static boolean isReadOnly(@Nullable Throwable failure) {
        return failure instanceof PgException told && "25006".equals(told.getSqlState());
    }

    /** Whether the server knows no such statement: it is an error of syntax or names, or not supported. */
    static boolean isWrong(@Nullable Throwable failure) {
        return failure instanceof PgException told
                && told.getSqlState() != null
                && (told.getSqlState().startsWith("42") || told.getSqlState().startsWith("0A"));
    }

    /**
     * Whether a table has changed since the statement was prepared, or somebody has had the server forget it, as {@code discard
     * all} does: it has not run therefore.
     */
    static boolean isStale(@Nullable Throwable failure) {
        return failure instanceof PgException told && ("26000".equals(told.getSqlState()) || isOutdated(told));
    }

    private static boolean isOutdated(PgException told) {
        return switch (String.valueOf(told.getRoutine())) {
            case "RevalidateCachedQuery" -> "0A000".equals(told.getSqlState());
            case "analyzeCTETargetList" -> "42P10".equals(told.getSqlState()); // it has fewer columns now
            default -> false;
        };
    }
}
