package dev.weir.postgres;

import dev.weir.sql.Db;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.JsonCodec;
import org.jspecify.annotations.Nullable;

class JdbcOnPostgresTest extends DbLaws {
    @Override
    Db open(PostgresServer server, @Nullable JsonCodec json) {
        JdbcOptions options = JdbcOptions.permits(PostgresServer.CONNECTIONS);
        return Db.jdbc(server.pool(), json == null ? options : options.json(json));
    }

    /** More have a permit than there are connections. */
    @Override
    Db openScarce(PostgresServer server) {
        return Db.jdbc(server.pool(), JdbcOptions.permits(3 * PostgresServer.CONNECTIONS));
    }
}
