package dev.weir.postgres;

import dev.weir.sql.Db;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.QueryLaws;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

class PipelinedQueryTest extends QueryLaws {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    private final List<Postgres> opened = new ArrayList<>();

    private Db open(PostgresOptions options) {
        Postgres postgres = Postgres.of(SERVER.database().url(), options);
        opened.add(postgres);
        return postgres.db();
    }

    @Override
    protected Db open() {
        return open(PostgresOptions.standard());
    }

    @Override
    protected Db open(JsonCodec codec) {
        return open(PostgresOptions.standard().json(codec));
    }

    @Override
    protected String numbered() {
        return "bigint generated always as identity";
    }

    @Override
    protected void close() {
        opened.forEach(Postgres::close);
        opened.clear();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }
}
