package dev.weir.postgres;

import dev.weir.sql.Db;
import dev.weir.sql.JsonCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
}
