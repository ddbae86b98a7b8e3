package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import dev.weir.sql.LeftThreads;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What becomes of subscribers when the server or the network goes: none waits for ever, and all is given back. Each has a
 * server of its own, as most of them wait for the limits of the engines; so they wait together.
 */
class BrokenNetworkTest {
    private static final String ROWS =
            "select n from generate_series(1, 100000) as n"; // made before the first one comes

    private static final String THREADS = "threads";

    enum Kind {
        JDBC,
        PIPELINED
    }

    /** A test for each engine, beside others. */
    @Retention(RetentionPolicy.RUNTIME)
    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = THREADS, mode = ResourceAccessMode.READ)
    @interface OverBoth {}

    private EmbeddedPostgres server;
    private Proxy proxy;
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        server = EmbeddedPostgres.start();
        server.keepAlive();
        proxy = new Proxy(server.port());
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
        proxy.close();
        server.close();
    }

    @AfterAll
    static void awaitThreads() {
        LeftThreads.await();
    }

    private Db open(Kind kind) {
        Database database = server.createDatabase();
        String through =
                "127.0.0.1:" + proxy.port() + URI.create(database.url()).getPath();
        if (kind == Kind.PIPELINED) {
            Postgres postgres = Postgres.of("postgresql://postgres@" + through);
            opened.add(postgres);
            return postgres.db();
        }
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://" + through + "?user=postgres&socketTimeout=30&cancelSignalTimeout=1");
        config.setMaximumPoolSize(4);
        config.setConnectionTimeout(5_000); // else whoever waits for a server that is gone waits for half a minute
        config.setInitializationFailTimeout(-1);
        HikariDataSource pool = new HikariDataSource(config);
        opened.add(pool);
        return Db.jdbc(pool, 4);
    }

    private static void awaitFree(Db db) {
        PostgresServer.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
    }

    private static void awaitAnswer(Db db) {
        PostgresServer.await("it answers again", () -> {
            try {
                return db.query("select 1")
                                .one(Integer.class)
                                .timeout(Duration.ofSeconds(5))
                                .await(GENEROUS)
                        == 1;
            } catch (SqlException e) {
                return false;
            } catch (RuntimeException e) {
                assertTrue(e.getCause() instanceof TimeoutException, e::toString);
                return false;
            }
        });
    }

    /** Its statement that sleeps has begun: else it would find another server, and sleep there. */
    private static void awaitSleeping(Db db) {
        String others = "select count(*) from pg_stat_activity where pid <> pg_backend_pid() and query like '%slept%'"
                + " and state = 'active'";
        PostgresServer.await(
                "it runs", () -> db.query(others).one(Integer.class).await(GENEROUS) == 1);
    }

    /** It answers again, and nothing is left of what was before. */
    private static void assertWhole(Db db) {
        awaitAnswer(db);
        awaitFree(db);
    }

    /** A query that is on its way to the server: nobody finds its pool closed. */
    private Probe<?> asking(Db db) {
        long before = proxy.asked();
        Probe<?> asking =
                Probe.subscribeTo(db.query("select 1").one(Integer.class).toMany());
        PostgresServer.await("it has asked", () -> proxy.asked() > before);
        return asking;
    }

    private static void assertLost(Probe<?> probe) {
        probe.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.CONNECTION);
    }

    @OverBoth
    void aServerThatIsKilledInMidStreamIsToldAndReplaced(Kind kind) {
        Db db = open(kind);
        Probe<Integer> rows = Probe.subscribeTo(db.query(ROWS).as(Integer.class), 10);
        Probe<Integer> sleeping =
                Probe.subscribeTo(db.query(DbLaws.SLEEPING).one(Integer.class).toMany());
        rows.awaitItems(10);
        awaitSleeping(db);
        ProcessHandle killed = server.process();
        killed.destroyForcibly();
        assertLost(sleeping);
        rows.request(100_000);
        assertLost(rows);
        PostgresServer.await("there is another", () -> server.process().pid() != killed.pid());
        assertWhole(db);
    }

    @OverBoth
    void aServerThatIsRestartedInMidStreamIsToldAndReplaced(Kind kind) {
        Db db = open(kind);
        Probe<Integer> rows = Probe.subscribeTo(db.query(ROWS).as(Integer.class), 10);
        Probe<Integer> sleeping =
                Probe.subscribeTo(db.query(DbLaws.SLEEPING).one(Integer.class).toMany());
        rows.awaitItems(10);
        awaitSleeping(db);
        ProcessHandle before = server.process();
        signal(List.of(before), "-INT"); // what pg_ctl restart says, too: it ends its connections, and then itself
        assertLost(sleeping);
        rows.request(100_000);
        assertLost(rows);
        PostgresServer.await("there is another", () -> server.process().pid() != before.pid());
        assertWhole(db);
    }

    /** Does it while no process of the server runs. */
    private void whileFrozen(Executable does) throws Throwable {
        List<ProcessHandle> first = List.of(server.process());
        signal(first, "-STOP"); // so that no process begins that is not among the others
        PostgresServer.await("it stands", () -> isStopped(server.process())); // one may be beginning still
        List<ProcessHandle> others = server.process().descendants().toList();
        signal(others, "-STOP");
        try {
            does.execute();
        } finally {
            signal(others, "-CONT");
            signal(first, "-CONT");
        }
    }

    /** As its state in {@code proc(5)} says. */
    private static boolean isStopped(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void signal(List<ProcessHandle> processes, String signal) {
        List<String> command = new ArrayList<>(List.of("kill", signal));
        processes.forEach(process -> command.add(String.valueOf(process.pid())));
        try {
            new ProcessBuilder(command).start().onExit().join(); // also if one of them has ended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @OverBoth
    void aServerThatIsFrozenInMidStreamGoesOnAndWhoeverDoesNotWaitIsTold(Kind kind) throws Throwable {
        Db db = open(kind);
        awaitAnswer(db);
        Probe<Integer> rows = Probe.subscribeTo(
                db.query("select n from generate_series(1, 100000) as n").as(Integer.class), 10);
        rows.awaitItems(10);
        whileFrozen(() -> {
            rows.request(100_000);
            One<Integer> impatient = db.query("select 7").one(Integer.class).timeout(Duration.ofMillis(100));
            RuntimeException failure = assertThrows(RuntimeException.class, () -> impatient.await(GENEROUS));
            assertInstanceOf(TimeoutException.class, failure.getCause());
            rows.assertNotEnded();
        });
        rows.awaitEnd().assertItemCount(100_000).assertCompleted();
        assertEquals(100_000, rows.items().getLast());
        assertWhole(db);
    }

    @OverBoth
    void whatCanNotBeStoppedGivesItsPermitBackAllTheSame(Kind kind) throws Throwable {
        Db db = open(kind);
        awaitAnswer(db);
        Cancellable sleeping = db.query(DbLaws.SLEEPING).one(Integer.class).subscribe();
        awaitSleeping(db);
        whileFrozen(() -> {
            sleeping.cancel();
            awaitFree(db);
        });
        assertWhole(db);
    }

    @ParameterizedTest
    @EnumSource
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(THREADS)
    void whatIsClosedWhileTheServerIsFrozenLeavesNoThread(Kind kind) throws Throwable {
        Db db = open(kind);
        awaitAnswer(db);
        Notifications notifications = Notifications.of("postgresql://postgres@127.0.0.1:" + proxy.port() + "/postgres");
        Probe<Notification> listening = Probe.subscribeTo(notifications.listen("lines"), 1);
        listening.awaitItems(1);
        whileFrozen(() -> {
            Probe<?> asking = asking(db);
            notifications.close();
            listening.awaitEnd().assertCompleted();
            opened.getFirst().close();
            assertLost(asking);
            LeftThreads.await();
        });
    }

    @Test
    @ResourceLock(THREADS)
    void whatSharesAThreadAndIsClosedWhileTheServerIsFrozenLeavesNone() throws Throwable {
        Postgres postgres = Postgres.of("postgresql://postgres@127.0.0.1:" + proxy.port() + "/postgres");
        awaitAnswer(postgres.db());
        Notifications notifications = Notifications.of(postgres);
        Probe<Notification> listening = Probe.subscribeTo(notifications.listen("lines"), 1);
        listening.awaitItems(1);
        whileFrozen(() -> {
            Probe<?> asking = asking(postgres.db());
            postgres.close();
            assertLost(asking);
            listening.assertNotEnded();
            notifications.close();
            listening.awaitEnd().assertCompleted();
            LeftThreads.await();
        });
    }

    @OverBoth
    void whatIsCutInMidStreamIsTold(Kind kind) {
        Db db = open(kind);
        Random random = new Random(7);
        for (int round = 0; round < 20; round++) {
            awaitAnswer(db);
            proxy.cutAfter(random.nextInt(100_000));
            Probe<Integer> rows = Probe.subscribeTo(db.query(ROWS).as(Integer.class));
            assertLost(rows);
            int before = rows.items().size();
            assertEquals(before, rows.items().isEmpty() ? 0 : rows.items().getLast()); // none is lost or twice before
            proxy.cut();
            proxy.release();
        }
        assertWhole(db);
    }

    @OverBoth
    void whatIsHeldComesLater(Kind kind) {
        Db db = open(kind);
        awaitAnswer(db);
        proxy.hold();
        Probe<Integer> rows = Probe.subscribeTo(
                db.query("select n from generate_series(1, 1000) as n").as(Integer.class));
        Probe<Integer> point =
                Probe.subscribeTo(db.query("select 7").one(Integer.class).toMany());
        PostgresServer.await("they run", () -> db.load().inUse() == 2);
        proxy.release();
        point.awaitEnd().assertItems(7).assertCompleted();
        rows.awaitEnd().assertItemCount(1_000).assertCompleted();
        awaitFree(db);
    }

    /** As where a peer is gone without a word, while nothing was under way. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = THREADS, mode = ResourceAccessMode.READ)
    void aConnectionThatWasIdleIsClosedSoonIfTheServerIsGone() {
        Postgres postgres = Postgres.of(
                "postgresql://postgres@127.0.0.1:" + proxy.port() + "/postgres",
                PostgresOptions.standard().shared(1, 8),
                Duration.ZERO);
        opened.add(postgres);
        Db db = postgres.db();
        List<One<?>> asking = List.of(
                db.query("select 1").one(Integer.class), db.query("vacuum").update());
        asking.forEach(one -> assertNotNull(one.await(GENEROUS)));
        proxy.hold();
        List<Probe<?>> probes = new ArrayList<>();
        asking.forEach(one -> probes.add(Probe.subscribeTo(one.toMany())));
        for (Probe<?> probe : probes) {
            probe.awaitEnd(GENEROUS);
            assertLost(probe);
        }
        proxy.cut();
        proxy.release();
        assertWhole(db);
    }

    /** {@code -Dsql.cancellations=100000} makes it a tenth of that. */
    @OverBoth
    void whateverIsCancelledWheneverBehindASlowNetworkIsGivenBack(Kind kind) {
        Db db = open(kind);
        awaitAnswer(db);
        proxy.delay(Duration.ofMillis(2));
        int rounds = Integer.getInteger("sql.cancellations", 2_000) / 10;
        Random random = new Random(rounds);
        List<Many<?>> kinds = List.of(
                db.query("select 1").one(Integer.class).toMany(),
                db.query(ROWS).as(Integer.class),
                db.query(DbLaws.SLEEPING).rows(),
                db.tx(t -> t.query("select 1").one(Integer.class)).toMany(),
                db.tx(t -> t.tx(u -> u.query(DbLaws.SLEEPING).one(Integer.class)))
                        .toMany());
        List<Cancellable> subscriptions = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            subscriptions.add(kinds.get(random.nextInt(kinds.size())).subscribe(_ -> {}, _ -> {}, () -> {}));
            LockSupport.parkNanos(random.nextInt(2_000_000));
            while (subscriptions.size() > random.nextInt(12)) {
                subscriptions.remove(random.nextInt(subscriptions.size())).cancel();
            }
        }
        subscriptions.forEach(Cancellable::cancel);
        awaitFree(db);
        String running = "select count(*) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and"
                + " backend_type = 'client backend'";
        PostgresServer.await(
                "nothing runs", () -> db.query(running).one(Integer.class).await(GENEROUS) == 0);
        assertWhole(db);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = THREADS, mode = ResourceAccessMode.READ)
    void whereARequestToStopIsLostNeighboursHaveTheirAnswers() throws IOException {
        Postgres postgres = Postgres.of(
                "postgresql://postgres@127.0.0.1:" + proxy.port() + "/postgres",
                PostgresOptions.standard().shared(1, 8));
        opened.add(postgres);
        Db db = postgres.db();
        Postgres past = Postgres.of("postgresql://postgres@127.0.0.1:" + server.port() + "/postgres");
        opened.add(past);
        Db elsewhere = past.db();
        String sleep = "select 1 from (select pg_sleep(?)) as slept";
        for (int round = 0; round < 20; round++) {
            One<Integer> seven = db.query("select 7").one(Integer.class);
            assertEquals(1, PostgresServer.quick(db.query(sleep, 0).one(Integer.class)));
            assertEquals(7, PostgresServer.quick(seven));
            proxy.refuse();
            Probe<Integer> behind = Probe.unbounded();
            Cancellable first = db.query("select 8")
                    .one(Integer.class)
                    .map(
                            _ -> { // on the thread of its connections, which sends nothing meanwhile
                                Cancellable sleeping =
                                        db.query(sleep, 0.1).one(Integer.class).subscribe();
                                seven.toMany().subscribe(behind);
                                return sleeping;
                            })
                    .await(GENEROUS);
            first.cancel(); // the server is asked, in vain, while others come, which wait for a connection or find none
            while (behind.ending() == null) {
                var _ = seven.subscribe(_ -> {}, failure -> {});
                assertEquals(7, elsewhere.query("select 7").one(Integer.class).await(GENEROUS));
            }
            behind.assertItems(7).assertCompleted();
            proxy.welcome();
            awaitAnswer(db); // others may wait for a connection that was refused before
        }
        assertWhole(db);
    }

    @OverBoth
    void whatIsCancelledBehindANetworkThatIsGoneIsGivenBack(Kind kind) {
        Db db = open(kind);
        awaitAnswer(db);
        proxy.hold();
        List<Cancellable> subscriptions = new ArrayList<>();
        for (Many<?> many : List.<Many<?>>of(
                db.query("select 1").one(Integer.class).toMany(),
                db.query(ROWS).rows(),
                db.tx(t -> t.query("select 1").one(Integer.class)).toMany())) {
            subscriptions.add(many.subscribe(_ -> {}, _ -> {}, () -> {}));
        }
        PostgresServer.await("they run", () -> db.load().inUse() == 3);
        subscriptions.forEach(Cancellable::cancel);
        awaitFree(db); // the connections are closed under them
        proxy.cut();
        proxy.release();
        awaitAnswer(db);
    }

    @OverBoth
    void whoeverWaitsForAServerThatIsNotThereIsTold(Kind kind) throws Exception {
        Db db = open(kind);
        awaitAnswer(db);
        proxy.close();
        One<Integer> one = db.query("select 1").one(Integer.class).timeout(GENEROUS);
        SqlException failure = assertThrows(SqlException.class, () -> one.await(GENEROUS));
        assertEquals(Reason.CONNECTION, failure.reason());
        awaitFree(db);
    }
}
