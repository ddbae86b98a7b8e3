package dev.weir.sql;

import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs where there is a {@code mariadbd}. */
class MariaDbTxTest extends TxLaws {
    @RegisterExtension
    static final MariaDb MARIA = new MariaDb();

    @Override
    protected Db open() {
        Db db = Db.jdbc(MARIA.pool(), H2.CONNECTIONS);
        db.query("create table numbers (n int primary key)").update().await(H2.GENEROUS);
        return db;
    }

    @Override
    protected String endless() {
        return MariaDb.ENDLESS;
    }
}
