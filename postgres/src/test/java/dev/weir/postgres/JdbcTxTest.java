package dev.weir.postgres;

import dev.weir.sql.Db;
import dev.weir.sql.TxLaws;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcTxTest extends TxLaws {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    @Override
    protected Db open() {
        return SERVER.db();
    }

    @Override
    protected String endless() {
        return DbLaws.SLEEPING;
    }
}
