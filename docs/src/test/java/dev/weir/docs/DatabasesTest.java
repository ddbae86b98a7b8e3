package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Retry;
import dev.weir.postgres.Copy;
import dev.weir.postgres.Notification;
import dev.weir.postgres.Notifications;
import dev.weir.postgres.Postgres;
import dev.weir.postgres.embedded.Database;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.Db;
import dev.weir.sql.Isolation;
import dev.weir.sql.JdbcOptions;
import dev.weir.sql.Json;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.SqlException;
import dev.weir.sql.TxOptions;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabasesTest {
    private static EmbeddedPostgres postgres;
    private static Database template;

    private Database database;
    private HikariDataSource pool;
    private Db db;

    // tag::record
    record Rate(String code, BigDecimal rate) {}
    // end::record

    @BeforeAll
    static void start() {
        postgres = EmbeddedPostgres.start();
        template = postgres.createDatabase();
        template.execute(
                "create table rates (code text primary key, rate numeric not null, settings jsonb); insert into rates"
                        + " values ('EUR', 1), ('USD', 1.07), ('JPY', 160); create table accounts (id int primary key,"
                        + " amount int check (amount >= 0)); insert into accounts values (1, 100), (2, 0); create table"
                        + " bookings (id bigint generated always as identity, what text)");
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void open() {
        database = template.copy();
        String url = database.jdbcUrl();
        // tag::open
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(16);
        pool = new HikariDataSource(config);

        db = Db.jdbc(pool, 16); // no more than 16 subscriptions use it at a time
        // end::open
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void query() {
        // tag::query
        Many<Rate> rates = db.query("select code, rate from rates where rate > :least order by code")
                .bind("least", 1)
                .as(Rate.class);

        One<BigDecimal> dollar = db.query("select rate from rates where code = ?", "USD")
                .one(BigDecimal.class) // null if there is none
                .orFail();
        // end::query
        assertEquals(2L, rates.count().await());
        assertEquals(new BigDecimal("1.07"), dollar.await());
    }

    @Test
    void pipelined() {
        String url = database.url();
        // tag::pipelined
        Postgres postgresql = Postgres.of(url); // postgresql://user:password@host/database?sslmode=require
        Db shared = postgresql.db();

        List<BigDecimal> found = Many.of("EUR", "USD", "JPY")
                .mapAsync(
                        64, // under way at once, on few connections
                        code -> shared.query("select rate from rates where code = ?", code)
                                .one(BigDecimal.class)
                                .orFail())
                .toList()
                .await();
        // end::pipelined
        assertEquals(3, found.size());
        postgresql.close();
    }

    @Test
    void copy() {
        Many<Rate> feed = Many.of(new Rate("GBP", new BigDecimal("0.85")), new Rate("CHF", new BigDecimal("0.97")));
        // tag::copy
        Copy copy = Copy.of(pool, 2); // two at a time

        One<Long> copied = copy.in("rates", Rate.class, feed);
        Many<Rate> all = copy.out("rates", Rate.class);
        Many<ByteBuffer> csv = copy.out("copy rates to stdout (format csv)");
        // end::copy
        assertEquals(2L, copied.await());
        assertEquals(5L, all.count().await());
        assertTrue(csv.count().await() > 0);
    }

    @Test
    void update() {
        // tag::update
        One<Long> changed = db.query("update rates set rate = rate * 2 where code in (:codes)")
                .bind("codes", List.of("USD", "JPY"))
                .update();

        One<Long> id = db.query("insert into bookings (what) values (:what)")
                .bind("what", "a flight")
                .returning("id")
                .one(Long.class);
        // end::update
        assertEquals(2L, changed.await());
        assertEquals(1L, id.await());
    }

    @Test
    void batch() {
        Many<Rate> feed = Many.of(new Rate("CHF", BigDecimal.ONE), new Rate("GBP", BigDecimal.ONE));
        // tag::batch
        One<Long> inserted = db.query("insert into rates (code, rate) values (:code, :rate)")
                .batch(feed) // records, by the names of their components; 1,000 in a batch
                .reduce(() -> 0L, Long::sum);
        // end::batch
        assertEquals(2L, inserted.await());
    }

    @Test
    void transaction() {
        // tag::tx
        One<Long> moved = db.tx(t -> t.query("update accounts set amount = amount - 10 where id = 1")
                .update()
                .then(t.query("update accounts set amount = amount + 10 where id = 2")
                        .update()));
        // end::tx
        assertEquals(1L, moved.await());
        One<Long> tooMuch = db.tx(t -> t.query("update accounts set amount = amount + 1000 where id = 2")
                .update()
                .then(t.query("update accounts set amount = amount - 1000 where id = 1")
                        .update()));
        SqlException failure = assertThrows(SqlException.class, tooMuch::await);
        assertEquals(SqlException.Reason.CONSTRAINT, failure.reason());
        assertEquals(
                List.of(90, 10),
                db.query("select amount from accounts order by id")
                        .as(Integer.class)
                        .toList()
                        .await());
    }

    private One<Long> move(Db t) {
        return t.query("update accounts set amount = amount - 1 where id = 1").update();
    }

    @Test
    void serializable() {
        // tag::retry
        TxOptions options = TxOptions.standard()
                .isolation(Isolation.SERIALIZABLE)
                .retry(Retry.backoff(5, Duration.ofMillis(10))); // if others were in the way: 40001, 40P01

        One<Long> moved = db.tx(options, t -> move(t));
        // end::retry
        assertEquals(1L, moved.await());
    }

    @Test
    void savepoint() {
        // tag::savepoint
        One<Long> booked = db.tx(t -> t.query("insert into bookings (what) values ('a flight')")
                .update()
                .then(t.tx(u -> u.query("insert into rates (code, rate) values ('EUR', 1)")
                                .update())
                        .onErrorReturn(duplicate -> 0L))); // undone alone: the flight stays booked
        // end::savepoint
        assertEquals(0L, booked.await());
        assertEquals(
                1, db.query("select count(*) from bookings").one(Integer.class).await());
    }

    @Test
    void failures() {
        // tag::failures
        One<Long> inserted = db.query("insert into rates (code, rate) values ('EUR', 2)")
                .update()
                .onErrorResume(
                        failure -> failure instanceof SqlException sql && sql.reason() == SqlException.Reason.DUPLICATE
                                ? db.query("update rates set rate = 2 where code = 'EUR'")
                                        .update()
                                : One.fail(() -> failure));
        // end::failures
        assertEquals(1L, inserted.await());
    }

    // tag::json
    record Jackson(ObjectMapper mapper) implements JsonCodec {
        @Override
        public Object read(String json, Type type) throws Exception {
            return mapper.readValue(json, mapper.constructType(type));
        }

        @Override
        public String write(Object value) throws Exception {
            return mapper.writeValueAsString(value);
        }
    }

    record Settings(Map<String, Integer> settings) {}
    // end::json

    @Test
    void json() {
        // tag::json-use
        Db withJson = Db.jdbc(pool, JdbcOptions.permits(16).json(new Jackson(new ObjectMapper())));

        One<Long> written = withJson.query("update rates set settings = :settings where code = 'EUR'")
                .bind("settings", new Json(Map.of("digits", 2)))
                .update();
        One<Settings> read =
                withJson.query("select settings from rates where code = 'EUR'").one(Settings.class);
        // end::json-use
        assertEquals(1L, written.await());
        assertEquals(new Settings(Map.of("digits", 2)), read.await());
    }

    @Test
    void notifications() throws InterruptedException {
        String url = database.url();
        BlockingQueue<Rate> page = new LinkedBlockingQueue<>();
        // tag::listen
        Notifications notifications = Notifications.of(url);

        Cancellable watching = notifications
                .listen("rates")
                .concatMap(told -> switch (told) {
                    case Notification.Message message -> rates("where code = ?", message.payload());
                    case Notification.Listening begin -> rates("");
                    case Notification.Gap gap -> rates(""); // messages are lost: what the table says counts
                })
                .subscribe(page::add);
        // end::listen
        assertEquals(3, List.of(page.take(), page.take(), page.take()).size());
        // tag::notify
        One<Void> set = db.tx(t -> t.query("update rates set rate = 1.08 where code = 'USD'")
                .update()
                .then(Notifications.notify(t, "rates", "USD"))); // is sent when the transaction commits
        // end::notify
        set.await();
        assertEquals(new Rate("USD", new BigDecimal("1.08")), page.take());
        watching.cancel();
        notifications.close();
    }

    private Many<Rate> rates(String where, Object... values) {
        return db.query("select code, rate from rates " + where, values).as(Rate.class);
    }

    @Test
    void embedded() {
        // tag::embedded
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) { // once for all tests
            Database schema = server.createDatabase(); // once for a class
            schema.execute("create table rates (code text primary key, rate numeric)");

            Database mine = schema.copy(); // once for a test
            mine.execute("insert into rates values ('EUR', 1)");
            assertTrue(mine.jdbcUrl().startsWith("jdbc:postgresql://127.0.0.1:"));
        }
        // end::embedded
    }
}
