/** PostgreSQL: pipelined queries, {@link dev.weir.postgres.Postgres}, and {@link dev.weir.postgres.Notifications}. */
@SuppressWarnings("requires-automatic") // the JDBC driver is no module yet
module dev.weir.postgres {
    requires static transitive org.jspecify;
    requires static org.postgresql.jdbc;
    requires transitive dev.weir.sql;
    requires io.netty.buffer;
    requires io.netty.common;
    requires io.netty.transport;
    requires io.vertx.core;
    requires io.vertx.sql.client;
    requires io.vertx.sql.client.pg;
    requires com.ongres.scram.client; // without which the one before logs in with no password

    exports dev.weir.postgres;
}
