package dev.weir.sql;

import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs where there is a {@code mariadbd}. */
class MariaDbDeadlockTest extends DeadlockLaws {
    @RegisterExtension
    static final MariaDb MARIA = new MariaDb();

    @Override
    protected Db open() {
        return Db.jdbc(MARIA.pool(), H2.CONNECTIONS);
    }

    @Override
    protected String deadlock() {
        return "40001";
    }
}
