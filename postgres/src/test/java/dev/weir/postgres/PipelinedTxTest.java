package dev.weir.postgres;

import dev.weir.sql.Db;
import dev.weir.sql.TxLaws;
import org.junit.jupiter.api.extension.RegisterExtension;

class PipelinedTxTest extends TxLaws {
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
    protected String endless() {
        return DbLaws.SLEEPING;
    }

    @Override
    protected void close() {
        postgres.close();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }
}
