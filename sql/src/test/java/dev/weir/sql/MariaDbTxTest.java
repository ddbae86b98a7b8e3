package dev.weir.sql;

import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs where there is a {@code mariadbd}. */
class MariaDbTxTest extends TxLaws {
    @RegisterExtension
    static final MariaDb MARIA = new MariaDb();

    @Override
    protected Db open() {
        return Db.jdbc(MARIA.pool(), H2.CONNECTIONS);
    }

    @Override
    protected String endless() {
        return MariaDb.ENDLESS;
    }
}
