package dev.weir.sql.jdbc;

import dev.weir.Many;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.Row;
import dev.weir.sql.engine.Call;
import dev.weir.sql.engine.Rendered;
import dev.weir.sql.engine.SerialEmitter;
import dev.weir.sql.text.FirstWord;
import dev.weir.sql.text.Sql;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is done with a connection. */
final class Tasks {
    /** What drivers say where there are rows, and a count is due: PostgreSQL's and H2's; MariaDB's has a text alone. */
    private static final Set<String> ROWS = Set.of("0100E", "90001");

    private static final String ROWS_OF_MARIADB = "unexpected ResultSet";

    private Tasks() {}

    static <T> Many<T> rows(Answer.Places places, Call call, JdbcOptions options, Reading.Maker<T> maker) {
        return SerialEmitter.many(emitter -> new Rows<>(emitter, places.get(), call, options, maker).listen());
    }

    static Answer.Task<List<Row>> some(Call call, int most, JdbcOptions options) {
        return (connection, work) -> {
            try (PreparedStatement statement = Statements.prepare(connection, call, options.json())) {
                statement.setMaxRows(most);
                work.running(statement);
                try (ResultSet result = Statements.rows(statement, call)) {
                    ResultReader reader = new ResultReader(result, call.sql().text(), options.json());
                    List<Row> rows = new ArrayList<>();
                    while (rows.size() < most && result.next()) {
                        rows.add(reader.row());
                    }
                    return rows;
                }
            }
        };
    }

    /** Of a statement whose changes are undone if nothing can be made of its row. */
    static <T> Answer.Task<@Nullable T> one(Call call, Class<T> type, JdbcOptions options) {
        Answer.Task<List<Row>> some = some(call, 2, options);
        return (connection, work) -> call.only(some.run(connection, work), type);
    }

    static Answer.Task<Long> update(Call call, JdbcOptions options) {
        return (connection, work) -> {
            try (PreparedStatement statement = Statements.prepare(connection, call, options.json())) {
                work.running(statement);
                long changed = changed(statement, call);
                return FirstWord.changesNoRows(call.sql().text()) ? 0L : Math.max(0, changed); // whatever drivers tell
            }
        };
    }

    /** There may be more than an {@code int} tells, which not all drivers know. */
    private static long changed(PreparedStatement statement, Call call) throws SQLException {
        try {
            return statement.executeLargeUpdate();
        } catch (UnsupportedOperationException e) {
            return statement.executeUpdate();
        } catch (SQLException e) {
            if (e instanceof SQLFeatureNotSupportedException
                    && e.getErrorCode() == 0) { // else the database says so, as a rule
                return statement.executeUpdate();
            }
            if (ROWS.contains(String.valueOf(e.getSQLState()))
                    || String.valueOf(e.getMessage()).contains(ROWS_OF_MARIADB)) {
                throw Call.hasRows(call.sql());
            }
            throw e;
        }
    }

    static Answer.Task<long[]> batch(Sql sql, List<List<@Nullable Object>> values, JdbcOptions options) {
        return (connection, work) -> {
            Rendered first = Rendered.forJdbc(sql, values.getFirst());
            try (PreparedStatement statement = Statements.prepare(connection, first, sql, List.of())) {
                work.running(statement);
                if (FirstWord.mayChangeAndTell(sql.text())) { // drivers leave rows out, and count each as none
                    Statements.set(
                            statement, values.getFirst(), options.json(), sql.text()); // by which it is understood
                    if (statement.getMetaData() != null) {
                        throw Call.hasRows(sql);
                    }
                }
                for (List<@Nullable Object> one : values) {
                    Statements.set(statement, one, options.json(), sql.text());
                    statement.addBatch();
                }
                return Arrays.stream(statement.executeBatch()).asLongStream().toArray();
            }
        };
    }
}
