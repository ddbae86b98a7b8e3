package dev.weir.postgres;

import dev.weir.sql.Db;

class PipelinedTxTest extends TxLaws {
    private Postgres postgres;

    @Override
    Db open(PostgresServer server) {
        postgres = Postgres.of(
                server.database().url(), PostgresOptions.standard().connections(PostgresServer.CONNECTIONS));
        return postgres.db();
    }

    @Override
    void close() {
        postgres.close();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }
}
