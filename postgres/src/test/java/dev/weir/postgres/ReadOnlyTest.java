package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.SqlException;
import dev.weir.sql.TxOptions;
import dev.weir.testkit.Probe;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that takes no changes any more, as one that has become a standby: what is connected anew finds another one. */
class ReadOnlyTest {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer("create table numbers (n int)");

    private static final String INSERT = "insert into numbers values (1)";
    private static final String PID = "select pg_backend_pid()";
    private static final String AGE = "select true from (select pg_sleep(1.1)) as slept";

    private Postgres postgres;
    private Db db;

    /** How it is changed. */
    enum Kind {
        SHARED,
        ALONE,
        TRANSACTION
    }

    private One<?> change(Kind kind) {
        return switch (kind) {
            case SHARED -> db.query(INSERT).update();
            case ALONE -> db.query(INSERT + " returning n").one(Integer.class);
            case TRANSACTION -> db.tx(t -> t.query(INSERT).update());
        };
    }

    @BeforeEach
    void open() {
        SERVER.database().execute("create role changing superuser login");
        String url = SERVER.database().url().replace("//postgres@", "//changing@");
        postgres = Postgres.of(url, PostgresOptions.standard().shared(1, 8).connections(1));
        db = postgres.db();
    }

    @AfterEach
    void close() {
        postgres.close();
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
        SERVER.database().execute("drop role changing");
    }

    /** Of sessions that begin from now on. */
    private static void setReadOnly(boolean is) {
        SERVER.database().execute("alter role changing set default_transaction_read_only = " + is);
    }

    private static boolean isRefused(One<?> change) {
        try {
            change.await(GENEROUS);
            return false;
        } catch (SqlException e) {
            assertEquals("25006", e.sqlState());
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionWhoseServerHasBecomeReadOnlyIsLeft(Kind kind) {
        setReadOnly(true);
        One<?> change = change(kind);
        assertTrue(isRefused(change));
        setReadOnly(false);
        PostgresServer.await("it is changed", () -> !isRefused(change));
    }

    @Test
    void whatRunsOnAConnectionThatIsLeftHasItsAnswers() {
        String sleep = "select pg_backend_pid() from (select pg_sleep(?)) as slept";
        int pid = db.query(sleep, 1.1).one(Integer.class).await(GENEROUS);
        One<Long> change = db.query(INSERT).update();
        assertEquals(1, PostgresServer.quick(change));
        assertEquals(pid, PostgresServer.quick(db.query(sleep, 0).one(Integer.class)));
        String set = "select set_config('default_transaction_read_only', 'on', false)";
        List<Probe<?>> sent = db.query(set)
                .one(String.class)
                .map(_ -> List.<Probe<?>>of( // where results come, and nothing is sent before it has run
                        Probe.subscribeTo(change.toMany()),
                        Probe.subscribeTo(
                                db.query(sleep, 0.2).one(Integer.class).toMany())))
                .await(GENEROUS);
        sent.getFirst().awaitEnd().assertFailed(failure -> "25006".equals(((SqlException) failure).sqlState()));
        assertEquals(List.of(pid), sent.getLast().awaitEnd().items());
        assertEquals(1, change.await(GENEROUS));
    }

    @Test
    void aServerThatIsReadOnlyForGoodCostsNoLoginForEachChange() {
        setReadOnly(true);
        Set<Integer> connections = new HashSet<>();
        long begun = System.nanoTime();
        for (int i = 0; i < 500; i++) {
            assertTrue(isRefused(db.query(INSERT).update()));
            connections.add(db.query(PID).one(Integer.class).await(GENEROUS));
        }
        long seconds = Duration.ofNanos(System.nanoTime() - begun).toSeconds();
        assertTrue(connections.size() <= seconds + 1, () -> connections.size() + " in " + seconds + " s");
    }

    @Test
    void aTransactionThatIsToBeReadOnlyKeepsItsConnection() {
        One<Integer> pid = db.tx(t -> t.query(PID).one(Integer.class));
        int before = pid.await(GENEROUS);
        One<Long> change = db.tx(
                TxOptions.standard().asReadOnly(),
                t -> t.query(AGE)
                        .one(Boolean.class)
                        .flatMap(_ -> t.query(INSERT).update()));
        SqlException refused = assertThrows(SqlException.class, () -> change.await(GENEROUS));
        assertEquals("25006", refused.sqlState());
        assertEquals(before, pid.await(GENEROUS));
    }
}
