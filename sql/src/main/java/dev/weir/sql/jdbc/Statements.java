package dev.weir.sql.jdbc;

import dev.weir.sql.Json;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.Rendered;
import dev.weir.sql.text.Sql;
import dev.weir.sql.value.Instants;
import dev.weir.sql.value.JsonText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.temporal.TemporalAmount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements with their values set. */
final class Statements {
    /* Of PostgreSQL's numeric (PostgreSQL 18, 8.1.2). */
    private static final int MOST_BEFORE = 131_072;
    private static final int MOST_BEHIND = 16_383;
    private static final String OUT_OF_RANGE = "22003";

    private Statements() {}

    static PreparedStatement prepare(Connection connection, Call call, @Nullable JsonCodec json) throws SQLException {
        Rendered rendered = call.keys().isEmpty()
                ? Rendered.forJdbc(call.sql(), call.values())
                : Rendered.forKeys(call.sql(), call.values());
        PreparedStatement statement = prepare(connection, rendered, call.sql(), call.keys());
        try {
            set(statement, rendered.values(), json, call.sql().text());
            return statement;
        } catch (Throwable failure) {
            statement.close();
            throw failure;
        }
    }

    /** With its values yet to be set. */
    static PreparedStatement prepare(Connection connection, Rendered rendered, Sql sql, List<String> keys)
            throws SQLException {
        PreparedStatement statement = keys.isEmpty()
                ? connection.prepareStatement(rendered.text())
                : connection.prepareStatement(rendered.text(), keys.toArray(String[]::new));
        if (sql.ambiguous() && !isPostgresql(connection)) {
            int found = statement.getParameterMetaData().getParameterCount();
            if (found != rendered.values().size()) {
                statement.close();
                throw new SqlException(
                        Reason.USAGE,
                        "the database finds other parameters in the text, " + found + " of them" + sql.hint(),
                        sql.text());
            }
        }
        return statement;
    }

    private static boolean isPostgresql(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    }

    static void set(PreparedStatement statement, List<@Nullable Object> values, @Nullable JsonCodec json, String query)
            throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            switch (value) {
                case null -> statement.setNull(i + 1, Types.NULL);
                case Instant instant -> statement.setObject(i + 1, Instants.inUtc(instant));
                case Enum<?> constant -> statement.setString(i + 1, constant.name());
                case Character character -> statement.setString(i + 1, character.toString());
                case BigDecimal number
                when isBeyond(number) && isPostgresql(statement.getConnection()) -> throw beyondAll(query);
                case Json written -> setJson(statement, i + 1, JsonText.of(written, json, query));
                case TemporalAmount interval
                when isPostgresql(statement.getConnection()) ->
                    statement.setObject(i + 1, interval.toString(), Types.OTHER); // others know it
                default -> statement.setObject(i + 1, value);
            }
        }
    }

    /** Whether it has more digits than a numeric of PostgreSQL: its driver would send others, such as 0, without a word. */
    private static boolean isBeyond(BigDecimal number) {
        return number.scale() > MOST_BEHIND || number.precision() - (long) number.scale() > MOST_BEFORE;
    }

    private static SqlException beyondAll(String query) {
        return new SqlException(
                Reason.DATA,
                OUT_OF_RANGE,
                "a parameter is a number that no numeric can be: those have up to " + MOST_BEFORE
                        + " digits before the point, and " + MOST_BEHIND + " behind it",
                query,
                null);
    }

    /** PostgreSQL takes no strings for JSON, others nothing else. */
    private static void setJson(PreparedStatement statement, int place, String text) throws SQLException {
        if (isPostgresql(statement.getConnection())) {
            statement.setObject(place, text, Types.OTHER);
        } else {
            statement.setString(place, text);
        }
    }

    /** Runs it for its rows, or the keys that it makes. */
    static ResultSet rows(PreparedStatement statement, Call call) throws SQLException {
        if (!call.keys().isEmpty()) {
            statement.executeUpdate();
            return statement.getGeneratedKeys();
        }
        if (!statement.execute()) {
            throw new SqlException(
                    Reason.USAGE,
                    "the statement has no rows: run it by update()",
                    call.sql().text());
        }
        return statement.getResultSet();
    }
}
