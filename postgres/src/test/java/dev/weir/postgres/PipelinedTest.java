package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.sql.Db;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.Query;
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

    /** As what pools between us and the server do. */
    @Test
    void whatTheServerHasForgottenIsPreparedAnew() {
        try (Postgres one =
                Postgres.of(SERVER.database().url(), PostgresOptions.standard().connections(1))) {
            Query rows = one.db().query("select ?::int", 7); // which are read on the connection that is used next
            for (String forget : List.of("discard all", "deallocate all", "discard plans", "DEALLOCATE ALL")) {
                assertEquals(List.of(7), rows.as(Integer.class).toList().await(GENEROUS));
                one.db().query(forget).update().await(GENEROUS);
                assertEquals(List.of(7), rows.as(Integer.class).toList().await(GENEROUS), forget);
            }
        }
    }

    @Override
    void close() {
        opened.forEach(Postgres::close);
        opened.clear();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }
}
