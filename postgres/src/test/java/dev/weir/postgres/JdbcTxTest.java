package dev.weir.postgres;

import dev.weir.sql.Db;

class JdbcTxTest extends TxLaws {
    @Override
    Db open(PostgresServer server) {
        return server.db();
    }
}
