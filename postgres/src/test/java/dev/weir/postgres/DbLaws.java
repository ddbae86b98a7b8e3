package dev.weir.postgres;

import static dev.weir.postgres.PostgresServer.GENEROUS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.sql.Db;
import dev.weir.sql.Isolation;
import dev.weir.sql.Json;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.LeftThreads;
import dev.weir.sql.Query;
import dev.weir.sql.Row;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.TxOptions;
import dev.weir.testkit.Probe;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What holds whatever the engine: each is a subclass. */
abstract class DbLaws {
    static final String SLEEPING = "select 1 from (select pg_sleep(600)) as slept";

    record Wide(
            short small,
            int id,
            Long big,
            UUID uuid,
            Instant createdAt,
            LocalDateTime local,
            LocalDate day,
            LocalTime clock,
            List<Integer> numbers,
            List<Instant> times,
            double factor,
            float half,
            boolean truth,
            BigDecimal amount) {}

    @RegisterExtension
    static final PostgresServer SERVER = new PostgresServer(
            "create table numbers (n int primary key); create table accounts (id int primary key, amount int not"
                + " null); insert into accounts values (1, 100), (2, 100); create table slow (n int); create function"
                + " slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.001); return null; end $$;"
                + " create constraint trigger slow after insert on slow deferrable initially deferred for each row"
                + " execute function slow()");

    private Db db;

    /** The engine that is tested, on the database of the server. */
    abstract Db open(PostgresServer server, @Nullable JsonCodec json);

    /** One whose statements wait for connections when they run. */
    abstract Db openScarce(PostgresServer server);

    /** Ends what was opened. */
    void close() {}

    @BeforeEach
    final void openOne() {
        db = open(SERVER, null);
    }

    @AfterEach
    final void closeAll() {
        PostgresServer.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
        close();
        LeftThreads.await();
    }

    final Db db() {
        return db;
    }

    /** A wait of transactions for each other is found soon, not after a second. */
    static One<?> hastened(Db t) {
        return t.query("set local deadlock_timeout = '10ms'").update();
    }

    @Test
    void whatBreaksAConstraintIsNotToldWithItsValues() {
        SERVER.database()
                .execute("create table bound (n bigint primary key, m int not null check (m < 10), other bigint"
                        + " references bound, span int8range, exclude using gist (span with &&)); insert into"
                        + " bound values (777333, 1, null, '[777333, 777444)')");
        String insert = "insert into bound values (?, ?, ?, ?::int8range)";
        List<List<@Nullable Object>> broken = List.of(
                Arrays.asList(777333, 1, null, null),
                Arrays.asList(777334, null, null, null),
                Arrays.asList(777335, 777, null, null),
                Arrays.asList(777336, 1, 777999, null),
                Arrays.asList(777337, 1, null, "[777340, 777350)"));
        for (List<@Nullable Object> values : broken) {
            Query statement = db.query(insert, values.toArray());
            for (SqlException failure : List.of(
                    failure(statement.update()),
                    failure(db.tx(t -> t.query(insert, values.toArray()).update())),
                    failure(db.query(insert).batch(Many.of(values)).toList()))) {
                assertTrue(failure.sqlState().startsWith("23"), failure::toString);
                assertFalse(failure.getMessage().contains("777"), failure::toString);
            }
        }
    }

    static SqlException failure(One<?> one) {
        return assertThrows(SqlException.class, () -> one.await(GENEROUS));
    }

    @Test
    void eachTypeGoesThereAndBack() {
        Wide wide = new Wide(
                (short) 7,
                1,
                1L << 40,
                UUID.randomUUID(),
                Instant.parse("2026-11-22T10:15:30.123456Z"),
                LocalDateTime.parse("2026-11-22T10:15:30"),
                LocalDate.parse("2026-11-22"),
                LocalTime.parse("10:15:30"),
                List.of(1, 2),
                List.of(Instant.parse("2026-11-22T10:15:30Z")),
                0.5,
                0.25f,
                true,
                new BigDecimal("12.3400"));
        Wide back = db().query("select 7::smallint as small, :id::int as id, :big::bigint as big, :uuid::uuid as uuid,"
            + " :created::timestamptz as created_at, :local::timestamp as local, :day::date as day, :clock::time as"
            + " clock, array[1, 2] as numbers, array['2026-11-22T10:15:30Z'::timestamptz] as times, :factor::float8 as"
            + " factor, :half::float4 as half, :truth::bool as truth, :amount::numeric as amount")
                .bind("id", wide.id())
                .bind("big", wide.big())
                .bind("uuid", wide.uuid())
                .bind("created", wide.createdAt())
                .bind("local", wide.local())
                .bind("day", wide.day())
                .bind("clock", wide.clock())
                .bind("factor", wide.factor())
                .bind("half", wide.half())
                .bind("truth", wide.truth())
                .bind("amount", wide.amount())
                .one(Wide.class)
                .await(GENEROUS);
        assertEquals(wide, back);
        byte[] bytes = db().query("select ?::bytea", (Object) new byte[] {1, 0, 2})
                .one(byte[].class)
                .await(GENEROUS);
        assertArrayEquals(new byte[] {1, 0, 2}, bytes);
    }

    private void assertReadAs(Object expected, String interval) {
        Object read = db().query("select interval '" + interval + "' as held")
                .rows()
                .map(row -> row.get("held", expected.getClass()))
                .first()
                .await(GENEROUS);
        assertEquals(expected, read, interval);
    }

    @Test
    void intervalsOfOneKindAreDurationsOrPeriods() {
        assertReadAs(Duration.ZERO, "0");
        assertReadAs(Period.ZERO, "0");
        assertReadAs(Duration.parse("PT26H3M4.000005S"), "26:03:04.000005");
        assertReadAs(Duration.parse("PT-1M-0.5S"), "-1 minute -0.5 seconds");
        assertReadAs(Duration.parse("PT59M"), "1 hour -1 minute");
        assertReadAs(Duration.ofHours(2_562_047_788L), "2562047788 hours");
        assertReadAs(Period.of(1, 2, 3), "14 months 3 days");
        assertReadAs(Period.of(-1, -2, 3), "-14 months 3 days");
        assertReadAs(Period.of(0, 11, 0), "1 year -1 month");
        assertReadAs(Period.ofDays(-1), "-1 day");
        record Held(List<Duration> times, Optional<Period> none) {}
        assertEquals(
                new Held(List.of(Duration.ofHours(1), Duration.ofSeconds(-1)), Optional.empty()),
                db().query("select array[interval '1 hour', interval '-1 second'] as times, null::interval as none")
                        .one(Held.class)
                        .await(GENEROUS));
    }

    @Test
    void intervalsOfSeveralKindsAreNeither() {
        for (String interval : List.of("1 day", "1 month", "1 year", "1 day 02:00", "infinity", "-infinity")) {
            SqlException failure = failure(
                    db().query("select interval '" + interval + "' as due").one(Duration.class));
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("column due"), failure.getMessage());
        }
        for (String interval : List.of("1 second", "1 day 02:00", "-00:00:00.000001", "infinity")) {
            SqlException failure = failure(
                    db().query("select interval '" + interval + "' as due").one(Period.class));
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("column due"), failure.getMessage());
        }
    }

    @Test
    void durationsAndPeriodsAreIntervals() {
        for (TemporalAmount amount : List.of(
                Duration.parse("PT26H3M4.000005S"), Duration.ofMillis(-1_500), Period.of(1, 2, -3), Period.ZERO)) {
            assertEquals(
                    amount,
                    db().query("select :amount::interval as amount")
                            .bind("amount", amount)
                            .one(amount.getClass())
                            .await(GENEROUS));
        }
        assertEquals(
                "2026-11-25",
                db().query("select (date '2026-11-24' + ?::interval)::date::text", Period.ofDays(1))
                        .one(String.class)
                        .await(GENEROUS));
    }

    @Test
    void whatLooksLikeAParameterIsNone() {
        assertEquals(
                true,
                db().query("select '{\"a\": 1}'::jsonb ?? :key and '?:x' = $$?:x$$ -- ? :y")
                        .bind("key", "a")
                        .one(Boolean.class)
                        .await(GENEROUS));
        assertEquals(
                2,
                db().query("select count(*) from accounts where id = any(?)", (Object) new Integer[] {1, 2, 3})
                        .one(Integer.class)
                        .await(GENEROUS));
    }

    record Point(int x) {}

    @Test
    void jsonGoesThroughTheCodec() {
        JsonCodec codec = new JsonCodec() {
            @Override
            public Object read(String json, Type type) {
                return new Point(Integer.parseInt(json.replaceAll("[^0-9]", "")));
            }

            @Override
            public String write(Object value) {
                return "{\"x\": " + ((Point) value).x() + "}";
            }
        };
        record Holder(Point point) {}
        Db withJson = open(SERVER, codec);
        assertEquals(
                new Holder(new Point(7)),
                withJson.query("select :point::jsonb as point")
                        .bind("point", new Json(new Point(7)))
                        .one(Holder.class)
                        .await(GENEROUS));
    }

    @Test
    void rowsAreFetchedAsTheyAreDemanded() {
        Probe<Integer> probe = Probe.subscribeTo(
                db().query("select case when n < 1000 then n else 1 / (n - n) end from generate_series(0,"
                                + " 1000000) as n")
                        .as(Integer.class),
                10);
        probe.awaitItems(10).assertNotEnded();
        probe.request(2_000);
        probe.awaitEnd(); // before, all was well: what has not been asked for was not computed
        assertEquals(Reason.DATA, ((SqlException) probe.failure()).reason());
    }

    /** Or who asks for as many as there are would wait for the end, and lose what was changed. */
    @Test
    void theEndComesWithTheLastRowThatWasAskedFor() {
        Probe<Integer> probe = Probe.subscribeTo(
                db().query("insert into numbers select n from generate_series(1, 64) as n returning n")
                        .as(Integer.class),
                64);
        probe.awaitEnd().assertItemCount(64).assertCompleted();
        assertEquals(
                64,
                db().query("select count(*) from numbers").one(Integer.class).await(GENEROUS));
    }

    @Test
    void whoHasEnoughRowsGoesOnInTheTransaction() {
        String slowLater = "select n from generate_series(1, 100000) as n where n < 1100 or pg_sleep(5) is not null";
        assertEquals(
                7,
                db().tx(t -> t.query(slowLater)
                                .as(Integer.class)
                                .takeWhile(n -> n < 10)
                                .toList()
                                .flatMap(_ -> t.query("select 7").one(Integer.class)))
                        .await(GENEROUS));
    }

    /**
     * Of what nobody has demanded one row is fetched, which tells whether there are more: others may fail, or take long, and
     * to stop them would abort the transaction.
     */
    @Test
    void whoHasTheRowsThatAreDemandedGoesOnInTheTransaction() {
        String failsLater = "select case when n <= 67 then n else 1 / (n - n) end from generate_series(1, 1000) as n";
        CompletableFuture<Probe<Integer>> subscribed = new CompletableFuture<>();
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        LateClock clock = new LateClock();
        CompletableFuture<@Nullable Integer> value = db().tx(t -> {
                    subscribed.complete(Probe.subscribeTo(
                            t.query(failsLater).as(Integer.class),
                            Context.empty().withClock(clock),
                            64));
                    return One.from(left).flatMap(_ -> t.query("select 7").one(Integer.class));
                })
                .toCompletionStage()
                .toCompletableFuture();
        try {
            Probe<Integer> rows = subscribed.join().awaitItems(64);
            for (int waits = 1; waits <= 2; waits++) {
                int timers = waits;
                PostgresServer.await("it waits for a demand", () -> {
                    rows.assertNotEnded();
                    return clock.timers.size() == timers;
                });
                if (waits == 1) {
                    rows.request(1);
                    rows.awaitItems(65);
                }
            }
            rows.cancel();
        } finally {
            left.complete(true);
        }
        assertEquals(7, value.orTimeout(GENEROUS.toSeconds(), TimeUnit.SECONDS).join());
    }

    /** As it may that has begun when it is cancelled. */
    @Test
    void aTimerThatComesLateDoesNotEndTheNextWait() {
        LateClock clock = new LateClock();
        Probe<Integer> probe = Probe.subscribeTo(
                db().query("select n from generate_series(1, 100000) as n").as(Integer.class),
                Context.empty().withClock(clock),
                1);
        for (int i = 1; i <= 3; i++) {
            int waits = i;
            probe.awaitItems(i).assertNotEnded();
            PostgresServer.await("it waits", () -> clock.timers.size() == waits);
            probe.request(1);
        }
        probe.awaitItems(4).assertNotEnded();
        probe.cancel();
    }

    /** Its timers can't be cancelled: each comes when the next is set. */
    private static final class LateClock implements Clock {
        private final List<Runnable> timers = new CopyOnWriteArrayList<>();

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            if (!timers.isEmpty()) {
                timers.getLast().run();
            }
            timers.add(task);
            return () -> {};
        }
    }

    @Test
    void parametersAreTerms() {
        assertEquals(
                List.of(3, 4, 5),
                db().query(
                                "select n from generate_series(1, 9) as n order by n offset ? rows fetch next ? rows"
                                        + " only",
                                2,
                                3)
                        .as(Integer.class)
                        .toList()
                        .await(GENEROUS));
        assertEquals(
                8,
                db().query("select (?)[2]", (Object) new Integer[] {7, 8})
                        .one(Integer.class)
                        .await(GENEROUS));
    }

    @Test
    void whatHasRowsIsNoUpdateAndChangesNothing() {
        for (String rows : List.of(
                "insert into numbers values (1) returning n",
                "with added as (insert into numbers values (1) returning n) select n from added",
                "explain analyze insert into numbers values (1)")) {
            assertThrows(SqlException.class, () -> db().query(rows).update().await(GENEROUS));
            assertEquals(
                    0L,
                    db().query("select count(*) from numbers").one(Long.class).await(GENEROUS),
                    rows);
        }
        assertEquals(1L, db().query("insert into numbers values (1)").update().await(GENEROUS));
        assertEquals(
                1L,
                db().query("with gone as (select 1) delete from numbers where n in (select * from gone)")
                        .update()
                        .await(GENEROUS));
    }

    @Test
    void noFailureHasValues() {
        SqlException failure = failure(db().query("insert into accounts (id, amount) values (?, ?)")
                .batch(Many.of(List.of(1, 987_654)))
                .toList());
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            assertTrue(!cause.toString().contains("987654"), cause.toString());
        }
    }

    private enum Side {
        BUY
    }

    @Test
    void whatDoesNotFitIsNotToldWithItsValue() {
        for (Class<?> type : List.of(Side.class, UUID.class, Duration.class, Period.class)) {
            SqlException failure =
                    failure(db().query("select ?::text", "secret777").one(type));
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("does not fit into"), failure::getMessage);
            assertFalse(failure.getMessage().contains("777"), failure::getMessage);
        }
        for (Class<?> type : List.of(Duration.class, Period.class)) {
            SqlException failure =
                    failure(db().query("select ?::interval", "777 days 7:07:00").one(type));
            assertFalse(failure.getMessage().contains("777"), failure::getMessage);
        }
    }

    @Test
    void whatTheServerEndsIsTheConnection() {
        SqlException failure = failure(db().tx(t -> t.query("set local idle_in_transaction_session_timeout = '10ms'")
                .update()
                .then(One.blocking(() -> {
                    PostgresServer.await("it is ended", () -> SERVER.idle() == 0);
                    return 1;
                }))
                .then(t.query("select 1").one(Integer.class))));
        assertEquals(Reason.CONNECTION, failure.reason());
    }

    @Test
    void noNumberBecomesInfinite() {
        for (String number : List.of("1e400", "-1e400")) {
            SqlException failure =
                    failure(db().query("select " + number + "::numeric as big").one(Double.class));
            assertEquals(Reason.USAGE, failure.reason());
            assertTrue(failure.getMessage().contains("column big does not fit into"), failure.getMessage());
        }
        assertEquals(
                Double.NEGATIVE_INFINITY,
                db().query("select '-Infinity'::float8").one(Double.class).await(GENEROUS));
    }

    record Doc(String doc, Optional<String> more) {}

    @Test
    void jsonIsTextToWhoHasNoCodec() {
        String doc = "{\"a\": [1, null]}";
        for (String type : List.of("json", "jsonb")) {
            Query query = db().query(
                            "select ?::" + type + " as doc, null::" + type + " as more, array[?::" + type + "] as docs",
                            doc,
                            doc);
            assertEquals(new Doc(doc, Optional.empty()), query.one(Doc.class).await(GENEROUS));
            assertEquals(
                    List.of(new Doc(doc, Optional.empty())),
                    query.as(Doc.class).toList().await(GENEROUS));
            Row row = query.rows().toList().await(GENEROUS).getFirst();
            assertEquals(doc, row.get("doc", String.class));
            assertEquals(doc, row.get("doc", Object.class));
            assertNull(row.get("more", String.class));
            assertArrayEquals(new String[] {doc}, row.get("docs", String[].class));
        }
        SqlException failure = failure(db().query("select '{}'::jsonb as doc").one(List.class));
        assertEquals(Reason.USAGE, failure.reason());
        assertTrue(failure.getMessage().contains("ask for a String"), failure.getMessage());
        assertTrue(failure.getMessage().contains("column doc "), failure.getMessage());
    }

    record Priced(int id, BigDecimal price) {}

    /** Also where the driver has come to take it in its binary form. */
    @Test
    void whatIsNoFiniteNumberIsRefusedByTheNameOfItsColumn() {
        for (String number : List.of("Infinity", "-Infinity", "NaN")) {
            Query query = db().query("select 7 as id, ?::text::numeric as price", number);
            for (int i = 0; i < 7; i++) {
                for (One<?> one :
                        List.of(query.one(Priced.class), query.as(Priced.class).toList())) {
                    SqlException failure = failure(one);
                    assertEquals(Reason.USAGE, failure.reason());
                    assertTrue(failure.getMessage().contains("column price "), failure.getMessage());
                    assertTrue(failure.getMessage().contains("Double"), failure.getMessage());
                }
            }
            assertEquals(
                    Double.valueOf(number),
                    db().query("select ?::text::numeric::float8", number)
                            .one(Double.class)
                            .await(GENEROUS));
        }
        assertEquals(
                Double.NaN,
                db().query("select 'NaN'::numeric").one(Double.class).await(GENEROUS));
    }

    @Test
    void aCancellationStopsTheStatement() {
        for (Many<?> many : List.<Many<?>>of(
                db().query(SLEEPING).one(Integer.class).toMany(),
                db().query(SLEEPING).rows(),
                db().query("select pg_sleep(0.05) from generate_series(1, 100000)")
                        .rows(),
                db().tx(t -> t.query(SLEEPING).one(Long.class).onErrorReturn(_ -> 0L))
                        .toMany())) {
            Cancellable subscription = many.subscribe();
            PostgresServer.await("it runs", () -> SERVER.running() == 1);
            subscription.cancel();
            PostgresServer.await("it has stopped", () -> SERVER.running() == 0);
            PostgresServer.await(
                    () -> "in use: " + db().load(), () -> db().load().inUse() == 0);
        }
    }

    @Test
    void theDatabaseMayStopItToo() {
        var limited = db().tx(t -> t.query("set local statement_timeout = 20")
                .update()
                .then(t.query(SLEEPING).one(Integer.class)));
        assertEquals(Reason.CANCELLED, failure(limited).reason());
    }

    @Test
    void aConnectionThatIsLostIsToldAndReplaced() {
        Probe<Integer> rows = Probe.demanding(1);
        db().query("select n from generate_series(1, 1000000) as n")
                .as(Integer.class)
                .subscribe(rows);
        rows.awaitItems(1);
        var _ = db().query(
                        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and"
                                + " pid <> pg_backend_pid() and state = 'idle in transaction'")
                .one(Boolean.class)
                .await(GENEROUS);
        rows.request(1_000_000);
        rows.awaitEnd().assertFailed(failure -> ((SqlException) failure).reason() == Reason.CONNECTION);
        assertEquals(1, db().query("select 1").one(Integer.class).await(GENEROUS));
    }

    private static One<Long> move(Db db, int from, int to, CyclicBarrier both, AtomicInteger runs) {
        TxOptions options =
                TxOptions.standard().isolation(Isolation.SERIALIZABLE).retry(Retry.atMost(10));
        return db.tx(options, t -> {
            boolean firstRun = runs.incrementAndGet() <= 2;
            return t.query("select sum(amount) from accounts")
                    .one(Long.class)
                    .flatMap(sum -> One.blocking(() -> firstRun ? both.await() : 0))
                    .flatMap(_ -> t.query("update accounts set amount = amount - 1 where id = ?", from)
                            .update())
                    .flatMap(_ -> t.query("update accounts set amount = amount + 1 where id = ?", to)
                            .update());
        });
    }

    @Test
    void transactionsThatAreInEachOthersWayAreRetried() {
        CyclicBarrier both = new CyclicBarrier(2);
        AtomicInteger runs = new AtomicInteger();
        var _ = One.zip(move(db(), 1, 2, both, runs), move(db(), 2, 1, both, runs), Long::sum)
                .await(GENEROUS);
        assertTrue(runs.get() > 2, () -> "no conflict in " + runs + " runs");
        assertEquals(
                List.of(100, 100),
                db().query("select amount from accounts order by id")
                        .as(Integer.class)
                        .toList()
                        .await(GENEROUS));
    }

    @Test
    void aBatchHasNoRows() {
        SqlException failure = failure(db().query("insert into numbers values (?) returning n")
                .batch(Many.of(List.of(1), List.of(2)))
                .count());
        assertEquals(Reason.USAGE, failure.reason());
        assertEquals(
                0L, db().query("select count(*) from numbers").one(Long.class).await(GENEROUS));
    }

    @Test
    void aBatchMayBeginWithWhatItChangesBy() {
        Query update = db().query(
                        "with v(old, n) as (values (?, ?)) update numbers set n = v.n from v where numbers.n = v.old");
        assertEquals(1L, db().query("insert into numbers values (1)").update().await(GENEROUS));
        assertEquals(
                List.of(1L, 0L),
                update.batch(Many.of(List.of(1, 7), List.of(1, 8))).toList().await(GENEROUS));
    }

    @Test
    void whatHasAllItsRowsAsksForNoMore() {
        String slow = "select n, case when n > 64 then pg_sleep(20)::text end from generate_series(1, 1000) as n";
        One<Long> changed = db().tx(t -> t.query(slow)
                .rows()
                .take(64)
                .toList()
                .flatMap(_ -> t.query("insert into numbers values (1)").update()));
        assertEquals(1L, changed.await(GENEROUS));
    }

    @Test
    void aProcedureChangesNothingThatIsCounted() {
        db().query("create procedure nothing() language sql as 'select 1'")
                .update()
                .await(GENEROUS);
        for (String other :
                List.of("call nothing()", "create table made as select 1 as n", "select 1 as n into others")) {
            assertEquals(0L, db().query(other).update().await(GENEROUS), other);
        }
    }

    @Test
    void aTransactionThatIsBrokenSaysSoWhateverIsTried() {
        SqlException failure = failure(db().tx(t -> t.query("select 1 / 0")
                .one(Integer.class)
                .onErrorReturn(_ -> 0)
                .then(t.tx(u -> u.query("select 1").one(Integer.class)))
                .onErrorReturn(_ -> 0)
                .then(t.query("select 1").one(Integer.class))));
        assertEquals("25P02", failure.sqlState());
    }

    @Test
    void aFailureInsideASavepointLeavesTheRestUsable() {
        db().tx(t -> t.query("insert into numbers values (1)")
                        .update()
                        .then(t.tx(u -> u.query("insert into numbers values (1)")
                                        .update())
                                .onErrorReturn(_ -> 0L))
                        .then(t.query("insert into numbers values (2)").update()))
                .await(GENEROUS);
        assertEquals(
                List.of(1, 2),
                db().query("select n from numbers order by n")
                        .as(Integer.class)
                        .toList()
                        .await(GENEROUS));
    }

    /** {@code -Dsql.cancellations=100000} makes it as many. */
    @Test
    void whateverIsCancelledWheneverEverythingIsGivenBack() {
        cancelAtRandom(db(), Integer.getInteger("sql.cancellations", 1_500), 12);
    }

    /** As above, while connections are few or not there yet. */
    @Test
    void whateverIsCancelledWhileItWaitsForAConnectionEverythingIsGivenBack() {
        int rounds = Integer.getInteger("sql.cancellations", 600);
        for (int i = 0; i < rounds; i += 100) {
            cancelAtRandom(openScarce(SERVER), 100, 3 * PostgresServer.CONNECTIONS);
        }
    }

    private static void cancelAtRandom(Db db, int rounds, int atOnce) {
        Random random = new Random(rounds);
        List<Many<?>> kinds = List.of(
                db.query("select 1").one(Integer.class).toMany(),
                db.query("select n from generate_series(1, 100000) as n").as(Integer.class),
                db.query(SLEEPING).rows(),
                db.tx(t -> t.query("update accounts set amount = amount + 1 where id = 1")
                                .update())
                        .toMany(),
                db.tx(t -> t.tx(u -> u.query(SLEEPING).one(Integer.class))).toMany(),
                db.tx(t -> t.query("insert into slow values (1)").update()) // the commit takes its time
                        .toMany(),
                db.txStream(
                        TxOptions.standard(),
                        t -> t.query("select n from generate_series(1, 100000) as n")
                                .rows()),
                db.query("update accounts set amount = ? where id = 2")
                        .batch(Many.range(0, 5).map(List::of)));
        List<Cancellable> subscriptions = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Many<?> kind = kinds.get(random.nextInt(kinds.size()));
            subscriptions.add(kind.subscribe(_ -> {}, _ -> {}, () -> {}));
            if (random.nextInt(3) == 0) {
                LockSupport.parkNanos(random.nextInt(500_000));
            }
            while (subscriptions.size() > random.nextInt(atOnce)) {
                subscriptions.remove(random.nextInt(subscriptions.size())).cancel();
            }
        }
        subscriptions.forEach(Cancellable::cancel);
        PostgresServer.await(() -> "in use: " + db.load(), () -> db.load().inUse() == 0);
        PostgresServer.await("nothing runs", () -> SERVER.running() == 0);
        assertEquals(0, db.load().waiting());
    }
}
