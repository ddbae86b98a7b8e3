package dev.weir.sql;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A query that failed; the message says what happened, with its SQLSTATE, and in which query. It has no values but those that the
 * database names in its first words, as H2 and MariaDB do of a key that is there; the cause has all that the driver tells.
 */
public final class SqlException extends RuntimeException {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUERY = 500;

    private final Reason reason;
    private final @Nullable String sqlState;
    private final String query;

    /** Why a query failed: what is worth a retry, and whose fault it is. */
    public enum Reason {
        /** Too many wait for a connection, this one has waited too long, or it has no thread; nothing was sent. */
        OVERLOADED,
        /** There is no connection to the database, or it was lost: SQLSTATE class 08, and what tells of a shutdown. */
        CONNECTION,
        /** Other transactions were in the way, and the same transaction may succeed now: 40001, 40P01. */
        CONFLICT,
        /** A row with the same key is there: 23505, or what the database has for it. */
        DUPLICATE,
        /** Another constraint of the table forbids it: class 23. */
        CONSTRAINT,
        /** The database has stopped the statement, for it took too long or somebody asked for that: 57014, 70100. */
        CANCELLED,
        /** The database does not understand the statement, or does not allow it: class 42. */
        STATEMENT,
        /** A value does not fit: class 22. */
        DATA,
        /** Nobody asked for the next row for too long; the connection was needed elsewhere. */
        STALLED,
        /** The program is wrong: parameters that are missing, a record that does not fit, a query inside another one. */
        USAGE,
        /** Anything else. */
        OTHER;

        /** What a SQLSTATE means. */
        public static Reason of(@Nullable String sqlState) {
            if (sqlState == null || sqlState.length() != 5) {
                return OTHER;
            }
            return switch (sqlState) {
                case "40001", "40P01" -> CONFLICT;
                case "08P01" -> STATEMENT; // as PostgreSQL calls a wrong number of parameters, and a NUL in the text
                case "23505" -> DUPLICATE;
                case "57014", "70100" -> CANCELLED;
                case "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04", "53300" -> CONNECTION;
                default ->
                    switch (sqlState.substring(0, 2)) {
                        case "08" -> CONNECTION;
                        case "23" -> CONSTRAINT;
                        case "42" -> STATEMENT;
                        case "22" -> DATA;
                        default -> OTHER;
                    };
            };
        }
    }

    public SqlException(
            Reason reason, @Nullable String sqlState, String what, String query, @Nullable Throwable cause) {
        super(what + (sqlState == null ? "" : " [" + sqlState + "]") + ", in: " + shortened(query), cause);
        this.reason = Objects.requireNonNull(reason, "reason");
        this.sqlState = sqlState;
        this.query = query;
    }

    /** A failure that no database has told. */
    public SqlException(Reason reason, String what, String query) {
        this(reason, null, what, query, null);
    }

    private static String shortened(String query) {
        String line = SPACE.matcher(query.strip()).replaceAll(" ");
        return line.length() <= LONGEST_QUERY ? line : line.substring(0, LONGEST_QUERY) + " …";
    }

    /** With the reason, which logs would not show else. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // the message is for people, who need no constant
    public String toString() {
        return getClass().getName() + ": " + reason + ": " + getMessage();
    }

    public Reason reason() {
        return reason;
    }

    /** The five characters of the SQL standard, or null if the database has not told any. */
    public @Nullable String sqlState() {
        return sqlState;
    }

    /** The text of the query, as it was given. */
    public String query() {
        return query;
    }
}
