package dev.weir.postgres;

import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.DeadlockLaws;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcDeadlockTest extends DeadlockLaws {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    @Override
    protected Db open() {
        return SERVER.db();
    }

    @Override
    protected String deadlock() {
        return "40P01";
    }

    @Override
    protected One<?> hasten(Db t) {
        return DbLaws.hastened(t);
    }
}
