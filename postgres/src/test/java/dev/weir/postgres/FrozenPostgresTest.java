package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.Cancellable;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A server that answers nobody, as behind a network that is gone. */
class FrozenPostgresTest {
    private static void signal(ProcessHandle server, String signal) {
        Stream.concat(Stream.of(server), server.descendants()).forEach(process -> {
            try {
                new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                        .start()
                        .onExit()
                        .join();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void aStatementThatCanNotBeStoppedGivesItsPermitBackAllTheSame() {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl(server.createDatabase().jdbcUrl() + "&cancelSignalTimeout=1");
            config.setMaximumPoolSize(2);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                Db db = Db.jdbc(pool, 2);
                Cancellable sleeping = db.query("select 1 from (select pg_sleep(600)) as slept")
                        .one(Integer.class)
                        .subscribe();
                String others =
                        "select count(*) from pg_stat_activity where pid <> pg_backend_pid() and query like '%slept'"
                                + " and state = 'active'";
                PostgresServer.await(
                        "it runs", () -> db.query(others).one(Integer.class).await(GENEROUS) == 1);
                signal(server.process(), "-STOP");
                try {
                    sleeping.cancel();
                    PostgresServer.await("the permit is back", () -> db.load().inUse() == 0);
                } finally {
                    signal(server.process(), "-CONT");
                }
                assertEquals(1, db.query("select 1").one(Integer.class).await(GENEROUS));
            }
        }
    }
}
