package dev.weir.docs;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.postgres.Notification;
import dev.weir.postgres.Notifications;
import dev.weir.postgres.Postgres;
import dev.weir.postgres.PostgresOptions;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.SqlException;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Record2;
import org.jooq.SQLDialect;
import org.jooq.Select;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** What the page on databases says to those who come from elsewhere, a row a test. */
class DatabaseMigrationTest {
    private static final Duration GENEROUS = Duration.ofSeconds(60);

    private static EmbeddedPostgres server;
    private static Database database;
    private static HikariDataSource pool;
    private static Db db;

    record Rate(String code, BigDecimal rate) {}

    /** By how a row begins. */
    private final Map<String, Executable> rows = Map.ofEntries(
            entry("R2DBC: `Mono.from(connectionFactory.create())`", this::aQueryTakesAConnectionAndGivesItBack),
            entry("`connection.createStatement(sql)", this::aRecordInPlaceOfAFunctionOfRows),
            entry("r2dbc-pool's `maxSize`", this::limits),
            entry("cancelling a `Flux`", this::aCancellationStopsTheStatement),
            entry("`PostgresqlConnection.getNotifications()`", this::notificationsTellGaps),
            entry("jOOQ: `Flux.from(ctx.select(..))`", this::jooqWritesTheText),
            entry("jOOQ: `ctx.transactionPublisher(t -> ..)`", this::itemsComeAfterTheCommit),
            entry("rxjava-jdbc: `db.select(sql)", this::aRecordInPlaceOfAnInterface),
            entry("`db.update(sql).parameterListStream(flowable)`", this::aStreamIsABatch),
            entry("`Database.nonBlocking()`", this::aPoolOfYourChoice),
            entry("`transacted()`, `valuesOnly()`", this::aTransactionGivesValues));

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start();
        database = server.createDatabase();
        database.execute("create table rates (code text primary key, rate numeric not null); insert into rates values"
                + " ('EUR', 1), ('USD', 1.07), ('JPY', 160)");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.jdbcUrl());
        config.setMaximumPoolSize(4);
        pool = new HikariDataSource(config);
        db = Db.jdbc(pool, 4);
    }

    @AfterAll
    static void stop() {
        pool.close();
        server.close();
    }

    private static List<String> firstCells() throws IOException {
        return Files.readAllLines(Path.of("databases.md")).stream()
                .dropWhile(line -> !line.equals("## Coming from elsewhere"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| "))
                .map(line -> line.substring(2, line.indexOf(" | ")))
                .filter(cell -> !cell.equals("there"))
                .toList();
    }

    @Test
    void eachRowHasATest() throws IOException {
        Set<String> untested = firstCells().stream()
                .filter(cell -> rows.keySet().stream().noneMatch(cell::startsWith))
                .collect(Collectors.toSet());
        assertEquals(Set.of(), untested);
        assertEquals(rows.size(), firstCells().size());
    }

    @TestFactory
    Stream<DynamicTest> rows() {
        return rows.entrySet().stream().map(row -> dynamicTest(row.getKey(), row.getValue()));
    }

    private void aQueryTakesAConnectionAndGivesItBack() {
        assertEquals(1, db.query("select 1").one(Integer.class).await(GENEROUS));
        assertEquals(0, db.load().inUse());
        One<Long> several = db.tx(t -> t.query("select count(*) from rates")
                .one(Long.class)
                .flatMap(before ->
                        t.query("update rates set rate = rate").update().map(changed -> before - changed)));
        assertEquals(0L, several.await(GENEROUS));
    }

    private void aRecordInPlaceOfAFunctionOfRows() {
        Many<Rate> many = db.query("select code, rate from rates where rate > ? order by code", 1)
                .as(Rate.class);
        assertEquals(List.of("JPY", "USD"), many.map(Rate::code).toList().await(GENEROUS));
        One<Rate> one = db.query("select code, rate from rates where code = ?", "USD")
                .one(Rate.class)
                .orFail();
        assertEquals(new Rate("USD", new BigDecimal("1.07")), one.await(GENEROUS));
        One<Long> changed =
                db.query("update rates set rate = rate where code = ?", "USD").update();
        assertEquals(1L, changed.await(GENEROUS));
    }

    private void limits() {
        JdbcOptions jdbc = JdbcOptions.permits(4).waiting(100, Duration.ofSeconds(2));
        assertEquals(1, Db.jdbc(pool, jdbc).query("select 1").one(Integer.class).await(GENEROUS));
        PostgresOptions options = PostgresOptions.standard().connections(4).waiting(100, Duration.ofSeconds(2));
        try (Postgres postgres = Postgres.of(database.url(), options)) {
            assertEquals(1, postgres.db().query("select 1").one(Integer.class).await(GENEROUS));
        }
    }

    private void aCancellationStopsTheStatement() {
        Cancellable reading = db.query("select pg_sleep(600) from generate_series(1, 100)")
                .rows()
                .subscribe();
        String running =
                "select count(*) from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'";
        One<Integer> statements = db.query(running).one(Integer.class);
        await(() -> statements.await(GENEROUS) == 1);
        reading.cancel();
        await(() -> statements.await(GENEROUS) == 0);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it has not come to that");
            }
        }
    }

    private void notificationsTellGaps() {
        try (Notifications notifications = Notifications.of(database.url())) {
            Probe<Notification> told = Probe.subscribeTo(notifications.listen("rates"));
            told.awaitItems(1).assertItems(new Notification.Listening("rates"));
            var _ = db.query("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'")
                    .one(Boolean.class)
                    .await(GENEROUS);
            told.awaitItems(2).assertItems(new Notification.Listening("rates"), new Notification.Gap("rates"));
            told.cancel();
        }
    }

    private void jooqWritesTheText() {
        Select<Record2<String, BigDecimal>> select = DSL.using(SQLDialect.POSTGRES)
                .select(DSL.field("code", SQLDataType.VARCHAR), DSL.field("rate", SQLDataType.NUMERIC))
                .from("rates")
                .where(DSL.field("code", SQLDataType.VARCHAR).in("USD", "JPY"))
                .and(DSL.field("rate", SQLDataType.NUMERIC).gt(BigDecimal.TWO));
        List<Rate> read = db.query(select.getSQL(), select.getBindValues().toArray())
                .as(Rate.class)
                .toList()
                .await(GENEROUS);
        assertEquals(List.of("JPY"), read.stream().map(Rate::code).toList());
    }

    private void itemsComeAfterTheCommit() {
        One<Long> one = db.tx(t -> t.query("update rates set rate = rate").update());
        assertEquals(3L, one.await(GENEROUS));
        Many<Integer> inUse = db.txMany(t -> t.query("select code from rates").as(String.class))
                .map(_ -> db.load().inUse());
        assertEquals(List.of(0, 0, 0), inUse.toList().await(GENEROUS));
        One<Object> failing = db.tx(t -> t.query("delete from rates").update().map(_ -> {
            throw new ArithmeticException("too many");
        }));
        assertThrows(ArithmeticException.class, () -> failing.await(GENEROUS));
        assertEquals(
                3, db.query("select count(*) from rates").one(Integer.class).await(GENEROUS));
    }

    private void aRecordInPlaceOfAnInterface() {
        record Named(String code) {}

        assertEquals(
                List.of(new Named("USD")),
                db.query("select code from rates where code = :code")
                        .bind("code", "USD")
                        .as(Named.class)
                        .toList()
                        .await(GENEROUS));
    }

    private void aStreamIsABatch() {
        Many<Long> counts = db.query("update rates set rate = ? where code = ?")
                .batch(Many.of(List.of(160, "JPY"), List.of(1, "XXX")));
        assertEquals(List.of(1L, 0L), counts.toList().await(GENEROUS));
    }

    private void aPoolOfYourChoice() {
        Db other = Db.jdbc(pool, 2);
        assertEquals(2, other.load().permits());
        assertEquals(1, other.query("select 1").one(Integer.class).await(GENEROUS));
    }

    private void aTransactionGivesValues() {
        One<List<String>> codes = db.tx(t ->
                t.query("select code from rates order by code").as(String.class).toList());
        assertEquals(List.of("EUR", "JPY", "USD"), codes.await(GENEROUS));
        One<Long> broken =
                db.tx(t -> t.query("insert into rates values ('EUR', 1)").update());
        assertEquals(
                SqlException.Reason.DUPLICATE,
                assertThrows(SqlException.class, () -> broken.await(GENEROUS)).reason());
    }
}
