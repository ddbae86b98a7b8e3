package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.DroppedErrors;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.sql.Db;
import dev.weir.sql.LeftThreads;
import dev.weir.sql.Query;
import dev.weir.sql.Row;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.testkit.Probe;
import dev.weir.testkit.VirtualTime;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only the engine does: statements share connections. */
class PipeliningTest {
    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer(
            "create table numbers (n int primary key, what numeric); create procedure twice() language plpgsql as"
                    + " 'begin insert into numbers values (1); commit; perform pg_sleep(600); end'");

    private final List<Postgres> opened = new ArrayList<>();

    private Db open(PostgresOptions options) {
        Postgres postgres = Postgres.of(SERVER.database().url(), options);
        opened.add(postgres);
        return postgres.db();
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Postgres::close);
        PostgresServer.await("its connections are closed", () -> SERVER.others() == 0);
    }

    private static PostgresOptions shared(int connections, int each) {
        return PostgresOptions.standard().shared(connections, each);
    }

    private static void awaitFree(Db db) {
        PostgresServer.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
    }

    @Test
    void manyStatementsShareAConnection() {
        Db db = open(shared(1, 64));
        List<Integer> numbers = Many.range(0, 1_000)
                .mapAsync(64, n -> db.query("select ?::int", n).one(Integer.class))
                .toList()
                .await(GENEROUS);
        assertEquals(IntStream.range(0, 1_000).boxed().toList(), numbers);
        assertEquals(1, SERVER.others());
    }

    @Test
    void aCancellationStopsOneStatementAndNoneBesideIt() {
        Db db = open(shared(1, 64));
        String sleep = "select 1 from (select pg_sleep(?)) as slept";
        One<Integer> sleeping = db.query(sleep, 600).one(Integer.class);
        for (int round = 0; round < 20; round++) {
            assertEquals(1, db.query(sleep, 0).one(Integer.class).await(GENEROUS)); // it is known as quick
            assertEquals(
                    1L, db.query("insert into numbers values (?)", 100).update().await(GENEROUS));
            Cancellable first = sleeping.subscribe();
            List<CompletableFuture<Long>> behind = IntStream.range(0, 20)
                    .mapToObj(n -> db.query("insert into numbers values (?)", n)
                            .update()
                            .toCompletionStage()
                            .toCompletableFuture())
                    .toList();
            Cancellable second = sleeping.subscribe();
            CompletableFuture<Long> last = db.query("delete from numbers where n >= 0")
                    .update()
                    .toCompletionStage()
                    .toCompletableFuture();
            first.cancel();
            second.cancel();
            behind.forEach(one -> assertEquals(1L, one.join()));
            long deleted = last.join();
            assertTrue(deleted <= 21, () -> "deleted " + deleted);
            var _ = db.query("delete from numbers").update().await(GENEROUS);
            awaitFree(db);
        }
    }

    @Test
    void whatMayCommitByItselfHasAConnectionOfItsOwn() {
        Db db = open(shared(1, 64));
        Cancellable calling = db.query("call twice()").update().subscribe();
        PostgresServer.await("it runs", () -> SERVER.running() == 1);
        assertEquals(
                1, db.query("select count(*) from numbers").one(Integer.class).await(GENEROUS));
        calling.cancel();
        awaitFree(db);
        assertEquals(
                1, db.query("select count(*) from numbers").one(Integer.class).await(GENEROUS));
    }

    @Test
    void nothingIsSentBehindWhatIsSlow() {
        Db db = open(shared(2, 64));
        Cancellable slow = db.query(DbLaws.SLEEPING).one(Integer.class).subscribe();
        PostgresServer.await("it runs", () -> SERVER.running() == 1);
        List<Integer> numbers = Many.range(0, 500)
                .mapAsync(64, n -> db.query("select ?::int", n).one(Integer.class))
                .toList()
                .await(GENEROUS);
        assertEquals(500, numbers.size());
        slow.cancel();
        awaitFree(db);
    }

    @Test
    void awaitIsRefusedWhereResultsCome() {
        Db db = open(PostgresOptions.standard());
        One<Integer> waiting = db.query("select 1")
                .one(Integer.class)
                .map(_ -> db.query("select 2").one(Integer.class).await(GENEROUS));
        IllegalStateException failure = assertThrows(IllegalStateException.class, () -> waiting.await(GENEROUS));
        assertTrue(failure.getMessage().contains("weir-postgres"), failure.getMessage());
    }

    @Test
    void beyondTheLineIsRefusedAtOnce() {
        Db db = open(shared(1, 1).connections(1).waiting(0, Duration.ofSeconds(1)));
        Cancellable point = db.query(DbLaws.SLEEPING).one(Integer.class).subscribe();
        Probe<Integer> rows = Probe.subscribeTo(
                db.query("select n from generate_series(1, 100000) as n").as(Integer.class), 1);
        rows.awaitItems(1);
        for (One<?> one : List.of(
                db.query("select 1").one(Integer.class),
                db.query("delete from numbers").update(),
                db.query("select 1").rows().toList(),
                db.query("insert into numbers values (?)")
                        .batch(Many.of(List.of(1)))
                        .toList(),
                db.tx(_ -> One.ofVoid()))) {
            assertEquals(Reason.OVERLOADED, DbLaws.failure(one).reason());
        }
        assertEquals(5, db.load().refused());
        point.cancel();
        rows.cancel();
        awaitFree(db);
    }

    /** It has a permit, and no connection takes anything behind what is slow. */
    @Test
    void whatIsLetInWaitsNoLongerThanOthersForAConnection() {
        Db db = open(shared(1, 8).waiting(10, Duration.ofMillis(200)));
        VirtualTime time = new VirtualTime();
        Cancellable slow = db.query(DbLaws.SLEEPING).one(Integer.class).subscribe();
        PostgresServer.await("it runs", () -> SERVER.sleeping() == 1);
        Many<Integer> quick = db.query("select 1").one(Integer.class).toMany();
        Probe<Integer> late = Probe.subscribeTo(quick, time.context());
        PostgresServer.await("it waits", () -> time.timers() == 1);
        time.advance(Duration.ofMillis(200));
        late.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.OVERLOADED);
        assertEquals(1, db.load().refused());

        List<Probe<Integer>> cancelled = IntStream.range(0, 7)
                .mapToObj(_ -> Probe.subscribeTo(quick, time.context()))
                .toList();
        PostgresServer.await("they wait", () -> time.timers() == 7);
        assertEquals(8, db.load().inUse());
        cancelled.forEach(Probe::cancel);
        PostgresServer.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 1);
        assertEquals(0, time.timers());

        Probe<Integer> patient = Probe.subscribeTo(quick, time.context());
        PostgresServer.await("it waits", () -> time.timers() == 1);
        slow.cancel();
        patient.awaitEnd().assertItems(1).assertCompleted();
        assertEquals(0, time.timers());
        awaitFree(db);
    }

    @Test
    void whatWaitsForAConnectionThatIsLostGoesOn() {
        Db db = open(PostgresOptions.standard().shared(1, 8));
        CompletableFuture<Integer> lost =
                db.query(DbLaws.SLEEPING).one(Integer.class).toCompletionStage().toCompletableFuture();
        PostgresServer.await("it runs", () -> SERVER.running() == 1);
        CompletableFuture<Integer> waits =
                db.query("select 1").one(Integer.class).toCompletionStage().toCompletableFuture();
        SERVER.db()
                .query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'select 1 from (select"
                        + " pg_sleep%'")
                .rows()
                .count()
                .await(GENEROUS);
        assertThrows(CompletionException.class, lost::join);
        assertEquals(1, waits.orTimeout(120, TimeUnit.SECONDS).join());
        awaitFree(db);
    }

    @Test
    void whatWaitsForAConnectionFailsWhenAllAreClosed() {
        Db db = open(shared(1, 8));
        CompletableFuture<Integer> running =
                db.query(DbLaws.SLEEPING).one(Integer.class).toCompletionStage().toCompletableFuture();
        PostgresServer.await("it runs", () -> SERVER.running() == 1);
        CompletableFuture<Integer> waits =
                db.query("select 1").one(Integer.class).toCompletionStage().toCompletableFuture();
        opened.getFirst().close();
        SqlException lost = assertInstanceOf(SqlException.class, failure(running));
        assertEquals(Reason.CONNECTION, lost.reason());
        assertEquals("this Postgres has been closed", failure(waits).getMessage());
    }

    private static Throwable failure(CompletableFuture<?> ended) {
        return assertThrows(
                        CompletionException.class,
                        () -> ended.orTimeout(120, TimeUnit.SECONDS).join())
                .getCause();
    }

    /** The other engine takes no such arrays. */
    @Test
    void infinitiesInArraysAreThoseOfTheServer() {
        LocalDateTime early = LocalDateTime.parse("-0043-03-15T01:02:03.5");
        Instant late = Instant.parse("+12345-01-01T00:00:00Z");
        String both = "select ? = array['-infinity', 'infinity', '0044-03-15 01:02:03.5 BC']::timestamp[] and"
                + " ? = array['-infinity', 'infinity', '12345-01-01 00:00 UTC']::timestamptz[]";
        assertEquals(
                List.of(true),
                open(PostgresOptions.standard())
                        .query(both, new LocalDateTime[] {LocalDateTime.MIN, LocalDateTime.MAX, early}, new Instant[] {
                            Instant.MIN, Instant.MAX, late
                        })
                        .as(Boolean.class)
                        .toList()
                        .await(GENEROUS));
    }

    /** The database and the role may say what the driver does not expect. */
    @Test
    void settingsInAUrlAreBesideThoseThatTheDriverNeeds() {
        String name =
                SERVER.db().query("select current_database()").one(String.class).await(GENEROUS);
        SERVER.database().execute("alter database \"" + name + "\" set client_encoding = 'LATIN1'");
        SERVER.database().execute("alter database \"" + name + "\" set datestyle = 'German'");
        String url = SERVER.database().url();
        try (Postgres postgres =
                Postgres.of(url + (url.contains("?") ? "&" : "?") + "application_name=desk&search_path=public")) {
            Db db = postgres.db();
            assertEquals(
                    "desk", db.query("show application_name").one(String.class).await(GENEROUS));
            assertEquals(1, db.query("select length('é')").one(Integer.class).await(GENEROUS));
            record Days(List<LocalDate> days) {}
            assertEquals(
                    new Days(List.of(LocalDate.parse("2026-11-22"))),
                    db.query("select array['2026-11-22'::date] as days")
                            .one(Days.class)
                            .await(GENEROUS));
        }
    }

    @Test
    void aUrlThatIsNoneIsNotToldWithItsPassword() {
        for (String url : List.of(
                "postgresql://ann:s3#cret@localhost/x",
                "postgresql://ann:s3cret@localhost:port/x",
                "postgresql://ann:s3cret@localhost/x?a&password=s3cret",
                "s3cret")) {
            for (Executable use : List.<Executable>of(() -> Postgres.of(url), () -> Notifications.of(url))) {
                IllegalArgumentException failure = assertThrows(IllegalArgumentException.class, use, url);
                for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                    assertFalse(cause.toString().contains("s3"), cause.toString());
                }
            }
        }
    }

    @Test
    void aStalledReaderIsToldAndCutOff() {
        Db db = open(PostgresOptions.standard());
        VirtualTime time = new VirtualTime();
        Probe<Integer> probe = Probe.subscribeTo(
                db.query("select n from generate_series(1, 100000) as n").as(Integer.class), time.context(), 1);
        probe.awaitItems(1);
        PostgresServer.await("it waits", () -> time.timers() > 0);
        time.advance(Duration.ofSeconds(60));
        probe.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.STALLED);
        awaitFree(db);
    }

    @Test
    void valuesOfABatchMayBeOfSeveralTypes() {
        Db db = open(PostgresOptions.standard());
        var _ = db.query("insert into numbers values (?, ?)")
                .batch(Many.of(
                        new Object[] {1, null},
                        new Object[] {2, 7},
                        new Object[] {3L, new BigDecimal("1.5")},
                        new Object[] {4, null},
                        new Object[] {5, 2.5}))
                .toList()
                .await(GENEROUS);
        assertEquals(
                List.of("7", "1.5", "2.5"),
                db.query("select what::text from numbers where what is not null order by n")
                        .as(String.class)
                        .toList()
                        .await(GENEROUS));
    }

    @Test
    void aBatchIsAllOrNothing() {
        Db db = open(PostgresOptions.standard());
        SqlException failure = DbLaws.failure(db.query("insert into numbers values (?)")
                .batch(Many.of(1, 2, 1).map(List::of))
                .toList());
        assertEquals(Reason.DUPLICATE, failure.reason());
        assertEquals(
                0, db.query("select count(*) from numbers").one(Integer.class).await(GENEROUS));
    }

    @Test
    void aTableMayChangeUnderAStatement() {
        Db db = open(shared(1, 8));
        One<List<String>> columns = db.query("select * from numbers")
                .rows()
                .map(row -> String.join(", ", row.columns()))
                .toList();
        var _ = db.query("insert into numbers values (1, 2)").update().await(GENEROUS);
        record Numbered(int n, BigDecimal what) {}
        One<Numbered> one = db.query("select * from numbers where n = ?", 1).one(Numbered.class);
        assertEquals(new Numbered(1, BigDecimal.TWO), one.await(GENEROUS));
        assertEquals(List.of("n, what"), columns.await(GENEROUS));
        var _ = db.query("alter table numbers add more int").update().await(GENEROUS);
        assertEquals(new Numbered(1, BigDecimal.TWO), one.await(GENEROUS));
        // in a transaction it fails, and is understood anew the next time
        assertEquals(
                List.of("n, what, more"), columns.onErrorResume(_ -> columns).await(GENEROUS));
    }

    /** The first row of each as a record; what a statement was prepared for may be over, which is told once. */
    private static <R> void assertFirst(Class<R> type, R expected, Query... queries) {
        for (Query query : queries) {
            assertEquals(
                    expected,
                    query.as(type).onErrorResume(_ -> query.as(type)).first().await(GENEROUS));
        }
    }

    /** Also where some of its columns are read as text. */
    @Test
    void columnsMayChangeUnderAStatement() {
        record Now(String b, String z) {}
        record Texts(List<String> items) {}

        Db db = open(shared(1, 8));
        Query all = db.query("select * from docs");
        Query inserted = db.query("insert into docs select * from docs returning *");
        for (String change : List.of(
                "create table docs (j jsonb, a text, b text, items int[])",
                "insert into docs values ('{}', 'a', 'b', array[1])")) {
            var _ = db.query(change).update().await(GENEROUS);
        }
        List<String> before = List.of("j", "a", "b", "items");
        for (Query query : List.of(all, inserted)) {
            assertEquals(before, query.rows().first().await(GENEROUS).columns());
        }
        var _ = db.query("alter table docs drop column a, add column z text default 'z'")
                .update()
                .await(GENEROUS);
        assertFirst(Now.class, new Now("b", "z"), all, inserted);
        var _ = db.query("alter table docs alter column items type text[] using array['x']")
                .update()
                .await(GENEROUS);
        assertFirst(Texts.class, new Texts(List.of("x")), all);
        var _ = db.query("alter table docs drop column items").update().await(GENEROUS);
        assertFirst(Now.class, new Now("b", "z"), all, inserted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select '{\"a\": 1}'::json as j;",
                "select '{\"a\": 1}'::json as j ; ;\n",
                "select '{\"a\": 1}'::json as j; -- it; is\n/* all; */",
                "select '{\"a\": 1}'::json as j -- it is all;",
                "select '{\"a\": 1}'::json as j, ';' as \"k;\""
            })
    void aStatementMayHaveItsEnd(String statement) {
        Db db = open(PostgresOptions.standard());
        assertEquals(
                "{\"a\": 1}",
                db.query(statement)
                        .rows()
                        .map(row -> row.get("j", String.class))
                        .first()
                        .await(GENEROUS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"insert into numbers (n) values (?)", "insert into numbers (n) values (?);"})
    void keysComeAlsoOfAStatementWithItsEnd(String statement) {
        Db db = open(PostgresOptions.standard());
        assertEquals(7, db.query(statement, 7).returning("n").one(Integer.class).await(GENEROUS));
    }

    @Test
    void whatCanNotComeAsTextSaysWhichColumnsToCast() {
        Db db = open(PostgresOptions.standard());
        String changing = "with added as (insert into numbers values (1, 2) returning n) select n, '{}'::jsonb%s as"
                + " settings, array[n]%s as \"all\" from added";
        for (One<?> one : List.of(
                db.query(changing.formatted("", "")).one(Object.class),
                db.query(changing.formatted("", "")).rows().toList(),
                db.tx(t -> t.query(changing.formatted("", "")).one(Object.class)))) {
            SqlException failure = DbLaws.failure(one);
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("columns settings, all "), failure.getMessage());
            assertTrue(failure.getMessage().contains("as in settings::text"), failure.getMessage());
        }
        SqlException explained =
                DbLaws.failure(db.query("explain (format json) select 1").rows().toList());
        assertEquals(Reason.USAGE, explained.reason());
        assertTrue(explained.getMessage().contains("columns QUERY PLAN "), explained.getMessage());
        assertEquals(
                0, db.query("select count(*) from numbers").one(Integer.class).await(GENEROUS));
        assertEquals(
                "{}",
                db.query(changing.formatted("::text", "::text"))
                        .rows()
                        .map(row -> row.get("settings", String.class))
                        .first()
                        .await(GENEROUS));
    }

    @Test
    void whatIsNoTypeOfPostgresqlSaysSo() {
        Db db = open(PostgresOptions.standard());
        SqlException failure = DbLaws.failure(
                db.query("select ?", YearMonth.of(2026, Month.NOVEMBER)).one(String.class));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("java.time.YearMonth"), failure.getMessage());
    }

    /** A text may have the mark of the driver, of another type. */
    @Test
    void whatCanNotBeSentIsToldWithoutItsValue() {
        Db db = open(PostgresOptions.standard());
        SqlException failure = DbLaws.failure(
                db.query("select $1::int where ? is not null", "secret777").one(Integer.class));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("java.lang.String"), failure.getMessage());
        assertFalse(failure.getMessage().contains("777"), failure::getMessage);
    }

    @Test
    void aTimeThatIsNoneHereIsToldWithItsColumn() {
        Db db = open(PostgresOptions.standard());
        SqlException failure = DbLaws.failure(db.tx(t -> t.query("set local datestyle to german")
                .update()
                .then(t.query("select 1 as n, array[timestamp '2026-11-22 10:15'] as begun")
                        .rows()
                        .toList())));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("column begun "), failure.getMessage());
    }

    /** The driver tells all that are under way on the connection what it is about. */
    @Test
    void whatCanNotBeReadIsToldToWhoHasAskedForItAndNotToItsNeighbours() {
        Db db = open(shared(1, 64));
        Query insert = db.query("insert into numbers values (?, 1) on conflict do nothing", 1);
        One<BigDecimal> first = db.query("select ?::text::numeric", "1.5").one(BigDecimal.class);
        assertEquals(new BigDecimal("1.5"), PostgresServer.quick(first)); // it may have others behind it
        var _ = PostgresServer.quick(insert.update());

        Probe<BigDecimal> infinite = Probe.demanding(1);
        Probe<String> changed = Probe.demanding(1);
        assertEquals(
                1,
                db.query("select 1")
                        .one(Integer.class)
                        .map(
                                one -> { // on the thread of its connections, which sends nothing meanwhile
                                    db.query("select ?::text::numeric", "Infinity")
                                            .one(BigDecimal.class)
                                            .toMany()
                                            .subscribe(infinite);
                                    insert.update()
                                            .map(_ -> "done") // where it was not sent behind that
                                            .onErrorReturn(failure -> ((SqlException) failure)
                                                    .reason()
                                                    .toString())
                                            .toMany()
                                            .subscribe(changed);
                                    return one;
                                })
                        .await(GENEROUS));
        infinite.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.USAGE);
        changed.awaitEnd();
        assertTrue(
                List.of("done", "CONNECTION").contains(changed.items().getFirst()),
                () -> changed.items().toString());
        assertEquals(new BigDecimal("1.5"), first.await(GENEROUS));
        awaitFree(db);
    }

    /** The driver closes the connection then. */
    @ParameterizedTest
    @ValueSource(strings = {"57P01", "57P05", "25P03"})
    void whatTheServerSaysAtTheEndOfAConnectionIsToldToWhoItIsAbout(String state) {
        Db db = open(shared(1, 64));
        String leaving = "create function leaving(state text) returns int language plpgsql as"
                + " 'begin raise exception ''it is gone'' using errcode = state; end'";
        var _ = db.query(leaving).update().await(GENEROUS);
        One<Integer> one = db.query("select leaving(?)", state).one(Integer.class);
        for (One<?> failing : List.of(
                one,
                db.tx(_ -> one),
                db.query("select leaving(?)", state).rows().toList())) {
            SqlException failure = DbLaws.failure(failing);
            assertEquals(Reason.CONNECTION, failure.reason());
            assertEquals(state, failure.sqlState());
            assertTrue(failure.getMessage().contains("gone"), failure.getMessage());
        }
        assertEquals(1, db.query("select 1").one(Integer.class).await(GENEROUS));
        awaitFree(db);
    }

    @Test
    void whatHasRowsIsNoUpdateAndIsNotRun() {
        Db db = open(PostgresOptions.standard());
        SqlException failure = DbLaws.failure(
                db.query("insert into numbers values (1) returning n").update());
        assertEquals(Reason.USAGE, failure.reason());
        assertEquals(
                0, db.query("select count(*) from numbers").one(Integer.class).await(GENEROUS));
    }

    @Test
    void nobodyThereIsTold() {
        try (Postgres nobody = Postgres.of("postgresql://postgres@127.0.0.1:1/x")) {
            for (One<?> one : List.of(
                    nobody.db().query("select 1").one(Integer.class),
                    nobody.db().query("select 1").rows().toList(),
                    nobody.db().tx(_ -> One.ofVoid()))) {
                assertEquals(Reason.CONNECTION, DbLaws.failure(one).reason());
            }
            awaitFree(nobody.db());
        }
        assertThrows(IllegalArgumentException.class, () -> Postgres.of("jdbc:postgresql://localhost/x"));
    }

    @Test
    void whatIsClosedSaysSo() {
        Db db = open(PostgresOptions.standard());
        Probe<Integer> rows = Probe.subscribeTo(
                db.query("select n from generate_series(1, 100000) as n").as(Integer.class), 1);
        CompletableFuture<Integer> sleeping =
                db.query(DbLaws.SLEEPING).one(Integer.class).toCompletionStage().toCompletableFuture();
        rows.awaitItems(1);
        PostgresServer.await("it runs", () -> SERVER.running() == 1);
        opened.getFirst().close();
        rows.request(100_000);
        rows.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.CONNECTION);
        SqlException stopped = assertInstanceOf(
                SqlException.class,
                assertThrows(
                                CompletionException.class,
                                () -> sleeping.orTimeout(GENEROUS.toSeconds(), TimeUnit.SECONDS)
                                        .join())
                        .getCause());
        assertEquals(Reason.CONNECTION, stopped.reason());
        IllegalStateException closed = assertThrows(
                IllegalStateException.class,
                () -> db.query("select 1").one(Integer.class).await(GENEROUS));
        assertEquals("this Postgres has been closed", closed.getMessage());
    }

    @Test
    void whatIsClosedSaysSoToWhoAsksOrLeavesLater() {
        List<Throwable> dropped = new CopyOnWriteArrayList<>();
        Db db = open(PostgresOptions.standard());
        Probe<Row> asking = Probe.subscribeTo(db.query("select 1").rows(), 0);
        Probe<Row> later = Probe.subscribeTo(db.query("select 1").rows(), 0);
        Probe<Row> leaving = Probe.subscribeTo(db.query("select 1").rows(), 0);
        assertEquals(1, db.query("select 1").one(Integer.class).await(GENEROUS)); // there is a connection
        opened.getFirst().close();
        asking.request(1);
        asking.awaitEnd().assertFailed(failure -> "this Postgres has been closed".equals(failure.getMessage()));
        LeftThreads.await();
        later.request(1);
        later.awaitEnd().assertFailed(failure -> "this Postgres has been closed".equals(failure.getMessage()));
        DroppedErrors.listener((_, failure) -> dropped.add(failure));
        try {
            leaving.cancel();
        } finally {
            DroppedErrors.listener(null);
        }
        assertEquals(List.of(), dropped);
    }

    /** It is asked to stop when it is its turn, and not given up before, however long that takes. */
    @Test
    void whoIsCancelledBehindANeighbourThatWaitsForALockCostsItNothing() {
        Db db = open(shared(1, 2));
        Db other = SERVER.db();
        assertEquals(
                1L, other.query("insert into numbers values (1, 1)").update().await(GENEROUS));
        One<Long> waits = db.query("update numbers set what = 2 where n = 1").update();
        One<Long> quick = db.query("update numbers set what = 2 where n = 2").update();
        assertEquals(0L, PostgresServer.quick(quick)); // from now on they are known to be quick, and sent together
        assertEquals(1L, PostgresServer.quick(waits));
        CompletableFuture<Integer> locked = new CompletableFuture<>();
        CompletableFuture<Integer> unlocks = new CompletableFuture<>();
        Probe<Integer> lock = Probe.subscribeTo(other.tx(t -> t.query("select n from numbers where n = 1 for update")
                        .one(Integer.class)
                        .flatMap(n -> {
                            locked.complete(n);
                            return One.from(() -> unlocks);
                        }))
                .toMany());
        assertEquals(1, locked.orTimeout(GENEROUS.toSeconds(), TimeUnit.SECONDS).join());
        Probe<Long> neighbour = Probe.demanding(1);
        Cancellable cancelled = db.query("select 1")
                .one(Integer.class)
                .map(
                        _ -> { // on the thread of its connections, which sends nothing meanwhile
                            waits.toMany().subscribe(neighbour);
                            return quick.subscribe();
                        })
                .await(GENEROUS);
        String waiting = "select count(*) from pg_stat_activity where datname = current_database() and"
                + " wait_event_type = 'Lock'";
        PostgresServer.await(
                "it waits", () -> other.query(waiting).one(Integer.class).await(GENEROUS) == 1);
        assertEquals(2, db.load().inUse());
        cancelled.cancel();
        String patience = "select 1 from pg_sleep(13)"; // longer than that with what does not stop
        assertEquals(1, other.query(patience).one(Integer.class).await(GENEROUS));
        neighbour.assertNotEnded();
        unlocks.complete(1);
        lock.awaitEnd().assertItems(1).assertCompleted();
        neighbour.awaitEnd().assertItems(1L).assertCompleted();
        awaitFree(db);
    }

    @Test
    void whatIsCancelledWhileAnotherHasItPreparedDoesNotRun() {
        Db db = open(shared(1, 64));
        String insert = "insert into numbers values (?, ?)";
        for (int n = 1000; n < 1020; n++) { // it is known as quick
            assertEquals(1L, db.query(insert, n, BigDecimal.ONE).update().await(GENEROUS));
        }
        CompletableFuture<Integer> locked = new CompletableFuture<>();
        CompletableFuture<Integer> unlocks = new CompletableFuture<>();
        Probe<Integer> lock = Probe.subscribeTo(SERVER.db()
                .tx(t -> t.query("lock table numbers").update().flatMap(_ -> {
                    locked.complete(1);
                    return One.from(() -> unlocks);
                }))
                .toMany());
        assertEquals(1, locked.orTimeout(GENEROUS.toSeconds(), TimeUnit.SECONDS).join());
        Probe<Long> first = Probe.demanding(1);
        Cancellable cancelled = db.query("select 1")
                .one(Integer.class)
                .map(
                        _ -> { // on the thread of its connections, so that the second is right behind the first
                            db.query(insert, 1101, null)
                                    .update()
                                    .toMany()
                                    .subscribe(first); // another text to the server
                            return db.query(insert, 1102, null).update().subscribe();
                        })
                .await(GENEROUS);
        PostgresServer.await("it waits for the lock", () -> SERVER.running() == 1);
        assertEquals(2, db.load().inUse());
        cancelled.cancel();
        unlocks.complete(1);
        lock.awaitEnd().assertItems(1).assertCompleted();
        first.awaitEnd().assertItems(1L).assertCompleted();
        awaitFree(db);
        assertEquals(
                0,
                db.query("select count(*) from numbers where n = 1102")
                        .one(Integer.class)
                        .await(GENEROUS));
    }

    @Test
    void whatWasStoppedSoonIsNotTakenForQuick() {
        Db db = open(shared(2, 64));
        One<Integer> sleeping = db.query(DbLaws.SLEEPING).one(Integer.class);
        One<Integer> quick = db.query("select 1").one(Integer.class);
        for (int round = 0; round < 5; round++) {
            assertEquals(1, quick.await(GENEROUS));
            Cancellable soon = sleeping.subscribe();
            PostgresServer.await("it runs", () -> SERVER.sleeping() == 1);
            soon.cancel();
            awaitFree(db);
            Cancellable slow = sleeping.subscribe();
            for (int i = 0; i < 8; i++) {
                assertEquals(1, quick.await(GENEROUS));
            }
            slow.cancel();
            awaitFree(db);
        }
    }

    @Test
    void anyNumberMayBeUnderWay() {
        Db db = open(shared(4, Integer.MAX_VALUE));
        assertEquals(1, db.query("select 1").one(Integer.class).await(GENEROUS));
        assertTrue(db.load().permits() > 0);
    }

    @Test
    void whatHasFailedBeforeItRanIsNotTakenForQuick() {
        Db db = open(shared(2, 64));
        String sleep = "select 1 from (select pg_sleep(?)) as slept";
        One<List<Integer>> quick = Many.range(0, 16)
                .mapAsync(16, n -> db.query("select ?::int", n).one(Integer.class))
                .toList();
        assertEquals(16, quick.await(GENEROUS).size()); // both connections are there
        assertThrows(
                SqlException.class,
                () -> db.query(sleep, UUID.randomUUID()).one(Integer.class).await(GENEROUS)); // no such function
        Cancellable slow = db.query(sleep, 600).one(Integer.class).subscribe();
        assertEquals(16, quick.await(GENEROUS).size());
        slow.cancel();
        awaitFree(db);
    }
}
