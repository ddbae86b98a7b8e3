package dev.weir.postgres;

import dev.weir.sql.Db;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.QueryLaws;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcQueryTest extends QueryLaws {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("");

    @Override
    protected Db open() {
        return SERVER.db();
    }

    @Override
    protected Db open(JsonCodec codec) {
        return Db.jdbc(SERVER.pool(), JdbcOptions.permits(1).json(codec));
    }

    @Override
    protected String numbered() {
        return "bigint generated always as identity";
    }
}
