package dev.weir.sql;

import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs where there is a {@code mariadbd}. */
class MariaDbQueryTest extends QueryLaws {
    @RegisterExtension
    static final MariaDb MARIA = new MariaDb();

    @Override
    protected Db open() {
        return Db.jdbc(MARIA.pool(), H2.CONNECTIONS);
    }

    @Override
    protected Db open(JsonCodec codec) {
        return Db.jdbc(MARIA.pool(), JdbcOptions.permits(H2.CONNECTIONS).json(codec));
    }

    @Override
    protected String numbered() {
        return "bigint auto_increment primary key";
    }

    /** Its driver tells one key, however many rows there were. */
    @Override
    protected boolean givesAllKeys() {
        return false;
    }
}
