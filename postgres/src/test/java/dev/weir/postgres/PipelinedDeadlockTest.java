package dev.weir.postgres;

import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.DeadlockLaws;
import org.junit.jupiter.api.extension.RegisterExtension;

class PipelinedDeadlockTest extends DeadlockLaws {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    private Postgres postgres;

    @Override
    protected Db open() {
        postgres = Postgres.of(
                SERVER.database().url(), PostgresOptions.standard().connections(PostgresServer.CONNECTIONS));
        return postgres.db();
    }

    @Override
    protected String deadlock() {
        return "40P01";
    }

    @Override
    protected One<?> hasten(Db t) {
        return DbLaws.hastened(t);
    }

    @Override
    protected void close() {
        postgres.close();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }
}
