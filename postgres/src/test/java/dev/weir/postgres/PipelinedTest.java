package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.SqlException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PipelinedTest extends DbLaws {
    private final List<Postgres> opened = new ArrayList<>();

    @Override
    Db open(PostgresServer server, @Nullable JsonCodec json) {
        PostgresOptions options = PostgresOptions.standard().shared(2, 16).connections(PostgresServer.CONNECTIONS);
        Postgres postgres = Postgres.of(server.database().url(), json == null ? options : options.json(json));
        opened.add(postgres);
        return postgres.db();
    }

    /** Each has yet to connect. */
    @Override
    Db openScarce(PostgresServer server) {
        close();
        return open(server, null);
    }

    @Override
    void close() {
        opened.forEach(Postgres::close);
        opened.clear();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }

    /** The driver throws what {@code java.time} does; pgjdbc says one nanosecond less. */
    @Test
    void aTimeThatJavaHasNotIsAFailureThatNamesTheQuery() {
        Db db = open(SERVER, null);
        for (String type : List.of("time", "timetz")) {
            String text = "select '24:00'::" + type + " as due";
            for (One<?> one : List.of(
                    db.query(text).rows().toList(),
                    db.query(text).one(Object.class),
                    db.tx(t -> t.query(text).rows().toList()))) {
                SqlException failure = assertThrows(SqlException.class, () -> one.await(GENEROUS));
                assertEquals(SqlException.Reason.USAGE, failure.reason());
                assertTrue(
                        failure.getMessage().contains("as text")
                                && failure.getMessage().contains(text),
                        failure.getMessage());
            }
        }
        assertEquals(1, db.query("select 1").one(Integer.class).await(GENEROUS));
        PostgresServer.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
    }
}
