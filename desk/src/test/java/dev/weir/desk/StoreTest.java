package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Broadcast;
import dev.weir.Cancellable;
import dev.weir.One;
import dev.weir.postgres.Postgres;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketConnection;
import dev.weir.rsocket.RSocketServer;
import dev.weir.sql.Db;
import dev.weir.sql.SqlException;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rates that several desks share. */
class StoreTest {
    private static final Logger STORES = Logger.getLogger(Store.class.getName());
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Currency GBP = new Currency("GBP");

    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() {
        server = EmbeddedPostgres.start();
        server.keepAlive();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what);
            Thread.onSpinWait();
        }
    }

    /** The next that the store says of it. */
    private static CompletableFuture<String> warning(String of) {
        CompletableFuture<String> told = new CompletableFuture<>();
        STORES.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (line.getMessage().contains(of)) {
                    STORES.removeHandler(this);
                    told.complete(line.getMessage());
                }
            }

            @Override
            public void flush() {} // it keeps none

            @Override
            public void close() {} // it keeps none
        });
        return told;
    }

    private static void signal(String signal) throws IOException {
        ProcessHandle process = server.process();
        for (ProcessHandle one :
                Stream.concat(Stream.of(process), process.descendants()).toList()) {
            new ProcessBuilder("kill", signal, String.valueOf(one.pid()))
                    .start()
                    .onExit()
                    .join();
        }
    }

    @Test
    void theFirstHasTheRatesOfAnOrdinaryDay() {
        Rates rates = new Rates(Table.BASE);
        try (Database database =
                Database.open(server.createDatabase().url(), rates).await(GENEROUS)) {
            assertEquals(Table.opening().rates(), rates.now().rates());
            assertEquals(false, database.store().move(GBP, Rate.of("0.86")).await(GENEROUS));
            assertEquals(Rate.of("0.86"), rates.now().rate(GBP));
            assertEquals(
                    true,
                    database.store()
                            .move(new Currency("XAU"), Rate.of("0.00038"))
                            .await(GENEROUS));
            assertThrows(
                    Refused.class,
                    () -> database.store().move(Currency.EUR, Rate.ONE).await(GENEROUS));
        }
    }

    @Test
    void aNudgeIsNotOverWhatAnotherHasSet() {
        Rates rates = new Rates(Table.BASE);
        try (Database database =
                Database.open(server.createDatabase().url(), rates).await(GENEROUS)) {
            database.store().move(GBP, Rate.of("0.86")).await(GENEROUS);
            database.store().nudge(GBP, Rate.of("0.85"), Rate.of("0.851")).await(GENEROUS);
            assertEquals(Rate.of("0.86"), rates.now().rate(GBP));
            database.store().nudge(GBP, Rate.of("0.86"), Rate.of("0.861")).await(GENEROUS);
            assertEquals(Rate.of("0.861"), rates.now().rate(GBP));
        }
    }

    @Test
    void aMoveIsToldToEveryDesk() {
        String url = server.createDatabase().url();
        Rates here = new Rates(Table.BASE);
        Rates there = new Rates(Table.BASE);
        try (Database mine = Database.open(url, here).await(GENEROUS);
                Database other = Database.open(url, there).await(GENEROUS)) {
            Probe<Update> probe = Probe.subscribeTo(there.watch());
            mine.store().move(Currency.USD, Rate.of("1.07")).await(GENEROUS);
            await("it is told", () -> there.now().rate(Currency.USD).equals(Rate.of("1.07")));
            other.store().move(Currency.USD, Rate.of("1.08")).await(GENEROUS);
            await("it is told", () -> here.now().rate(Currency.USD).equals(Rate.of("1.08")));
            await("it is seen", () -> probe.items().getLast().now().equals(there.now()));
            probe.cancel();
        }
    }

    @Test
    void whatIsPutAtOneDeskIsToldToWhoeverWatchesAnother() throws Exception {
        String url = server.createDatabase().url();
        try (DeskOn one = new DeskOn(url);
                DeskOn other = new DeskOn(url);
                EventClient watching = new EventClient(other.port())) {
            assertEquals(
                    12,
                    JsonReader.object(JsonReader.read(watching.next().data())).size());
            assertEquals(200, one.put("USD", "1.07").statusCode());
            assertEquals("{\"USD\": 1.07}", watching.next().data());
            assertEquals(201, one.put("XAU", "0.00038").statusCode());
            assertEquals("{\"XAU\": 0.00038}", watching.next().data());
            assertEquals(
                    "{\"currency\": \"XAU\", \"rate\": 0.00038}\n",
                    other.get("XAU").body());
        }
    }

    @Test
    void whatIsMovedOverRSocketIsToldToEveryDesk() {
        String url = server.createDatabase().url();
        Rates here = new Rates(Table.BASE);
        Rates there = new Rates(Table.BASE);
        try (Database mine = Database.open(url, here).await(GENEROUS);
                Database _ = Database.open(url, there).await(GENEROUS);
                RSocketServer routes = new RSocketDesk(here, mine.store(), 10)
                        .server()
                        .bind("127.0.0.1", 0)
                        .start()
                        .await(GENEROUS);
                RSocketConnection client = RSocketClient.create()
                        .connect("tcp://127.0.0.1:" + routes.port())
                        .await(GENEROUS)) {
            client.route("move").value("USD 1.07").send().await(GENEROUS);
            await("it is told", () -> there.now().rate(Currency.USD).equals(Rate.of("1.07")));
        }
    }

    /** Has others on the database tell a rate until the desk learns of it. */
    private static void told(Db others, Rates rates, String code, String rate) {
        AtomicLong change = new AtomicLong(1_000_000);
        Rate wanted = Rate.of(rate);
        await(code + " is told", () -> {
            others.query("select pg_notify('weir_rates', ?)", code + " " + rate + " " + change.incrementAndGet())
                    .rows()
                    .count()
                    .await(GENEROUS);
            return wanted.equals(rates.now().rates().get(new Currency(code)));
        });
    }

    @Test
    void whatNoTableTakesIsLeftOut() {
        String url = server.createDatabase().url();
        Rates rates = new Rates(Table.BASE);
        try (Database _ = Database.open(url, rates).await(GENEROUS);
                Postgres others = Postgres.of(url)) {
            told(others.db(), rates, "GBP", "0.5");
            for (String foreign : List.of(
                    "USD x 1",
                    "USD 2 x",
                    "a\"b 2 2000000",
                    "USD -1 2000000",
                    "EUR 2 2000000",
                    "USD 1e99999999999 2000000")) {
                others.db()
                        .query("select pg_notify('weir_rates', ?)", foreign)
                        .rows()
                        .count()
                        .await(GENEROUS);
            }
            told(others.db(), rates, "CHF", "0.5");
            assertEquals(Rate.of("1.06448"), rates.now().rate(Currency.USD));
            others.db()
                    .query("insert into weir_rates (code, rate, change) values ('EUR', 2, 1), ('XAU', 'NaN', 1),"
                            + " ('XAG', -1, 1), ('a\"b', 1, 1), ('usd', 1, 1)")
                    .update()
                    .await(GENEROUS);
            others.db()
                    .query("insert into weir_rates (code, rate, change) select 'X' || chr(65 + n / 26) || chr(65 + n"
                            + " % 26), 1, 1 from generate_series(100, 155) n")
                    .update()
                    .await(GENEROUS);
        }
        Rates next = new Rates(Table.BASE);
        try (Database _ = Database.open(url, next).await(GENEROUS)) {
            assertEquals(Table.MAX_CURRENCIES, next.now().rates().size());
            assertEquals(Rate.ONE, next.now().rate(Currency.EUR));
            assertFalse(next.now().rates().containsKey(new Currency("XAU")));
            assertEquals(
                    Table.MAX_CURRENCIES,
                    JsonReader.object(
                                    JsonReader.read(Json.of(next.now().rates()).toString()))
                            .size());
        }
    }

    @Test
    void theLastPlaceIsGivenOnce() {
        String url = server.createDatabase().url();
        try (Postgres others = Postgres.of(url)) {
            fill(url, others.db());
            try (Store one = Store.open(url, new Rates(Table.BASE)).await(GENEROUS);
                    Store other = Store.open(url, new Rates(Table.BASE)).await(GENEROUS)) { // which hears of nothing
                assertEquals(true, one.move(new Currency("XAU"), Rate.ONE).await(GENEROUS));
                assertThrows(
                        Refused.class,
                        () -> other.move(new Currency("XAG"), Rate.ONE).await(GENEROUS));
                assertEquals(false, other.move(new Currency("XAU"), Rate.ONE).await(GENEROUS)); // it is there
                assertEquals(
                        Table.MAX_CURRENCIES - 1L,
                        others.db()
                                .query("select count(*) from weir_rates")
                                .one(Long.class)
                                .await(GENEROUS));
            }
        }
    }

    @Test
    void theLastPlaceIsGivenOnceToThoseWhoAskAtOnce() {
        String url = server.createDatabase().url();
        try (Postgres others = Postgres.of(url)) {
            fill(url, others.db());
            try (Store store = Store.open(url, new Rates(Table.BASE)).await(GENEROUS)) {
                assertThrows(
                        Refused.class, () -> addedMeanwhile(others.db(), store).await(GENEROUS));
            }
        }
    }

    /** Leaves one place. */
    private static void fill(String url, Db db) {
        Store.open(url, new Rates(Table.BASE)).await(GENEROUS).close(); // with eleven rows
        db.query("insert into weir_rates (code, rate, change) select 'X' || chr(65 + n / 26) || chr(65 + n % 26), 1,"
                        + " nextval('weir_changes') from generate_series(100, 150) n")
                .update()
                .await(GENEROUS);
    }

    /** Another desk adds one while this adds another. */
    private static One<?> addedMeanwhile(Db db, Store store) {
        CompletableFuture<Boolean> moved = new CompletableFuture<>();
        return db.tx(tx -> tx.query("select 1 from (select pg_advisory_xact_lock(7305183)) as locked")
                        .one(Integer.class)
                        .flatMap(_ -> {
                            store.move(new Currency("XAG"), Rate.ONE)
                                    .subscribe(moved::complete, moved::completeExceptionally);
                            return isWaitedFor(db);
                        })
                        .then(tx.query("insert into weir_rates (code, rate, change) values ('XPT', 1, 1)")
                                .update()))
                .then(One.from(moved));
    }

    private static One<Boolean> isWaitedFor(Db db) {
        return db.query("select count(*) > 0 from pg_locks where locktype = 'advisory' and not granted")
                .one(Boolean.class)
                .flatMap(waits -> waits != null && waits ? One.of(true) : isWaitedFor(db));
    }

    /** It may have changed before whoever begins to listen is told what was so. */
    @Test
    void whatIsToldLastIsSo() {
        Broadcast<Boolean> changes = Broadcast.create();
        AtomicBoolean there = new AtomicBoolean();
        Probe<Boolean> probe = Probe.subscribeTo(Store.states(changes, () -> {
            boolean before = there.getAndSet(true);
            if (!before) {
                changes.emit(true);
            }
            return before;
        }));
        assertTrue(probe.items().getLast());
        probe.cancel();
    }

    @Test
    void whereTheListeningCannotBeginItBeginsLater() {
        String url = server.createDatabase().url();
        String name = url.substring(url.lastIndexOf('/') + 1).split("\\?")[0];
        Rates rates = new Rates(Table.BASE);
        try (Store store = Store.open(url, rates).await(GENEROUS);
                Postgres others = Postgres.of(url);
                Postgres another = Postgres.of(server.createDatabase().url())) {
            others.db().query("select 1").one(Integer.class).await(GENEROUS);
            another.db()
                    .query("alter database \"" + name + "\" allow_connections false")
                    .update()
                    .await(GENEROUS);
            CompletableFuture<String> failed = warning("the rates are not followed yet");
            Cancellable following = store.follow();
            try {
                await("an attempt has failed", failed::isDone);
                another.db()
                        .query("alter database \"" + name + "\" allow_connections true")
                        .update()
                        .await(GENEROUS);
                told(others.db(), rates, "GBP", "0.5");
            } finally {
                following.cancel();
            }
        }
    }

    /** Locks the table, with a move that nobody is told, and has everybody who listens lose the connection. */
    private static One<?> movedWhileNobodyListens(Db db, One<?> unlocked) {
        return db.tx(tx -> tx.query("lock table weir_rates in access exclusive mode")
                .update()
                .then(tx.query("update weir_rates set rate = 1.5, change = 5000000 where code = 'USD'")
                        .update())
                .then(tx.query("select count(pg_terminate_backend(pid)) from pg_stat_activity where datname ="
                                + " current_database() and query ilike 'listen%'")
                        .one(Long.class))
                .then(unlocked));
    }

    /** It gives up after five seconds, and tries again; meanwhile it is told what there is to tell. */
    @Test
    void whatWasMissedIsReadOnceTheTableCanBeRead() {
        String url = server.createDatabase().url();
        Rates rates = new Rates(Table.BASE);
        try (Database _ = Database.open(url, rates).await(GENEROUS);
                Postgres others = Postgres.of(url)) {
            told(others.db(), rates, "GBP", "0.5");
            AtomicBoolean locked = new AtomicBoolean();
            CompletableFuture<Boolean> unlocking = new CompletableFuture<>();
            CompletableFuture<String> failed = warning("what was missed can't be read yet");
            movedWhileNobodyListens(
                            others.db(),
                            One.supply(() -> locked.getAndSet(true)).then(One.from(unlocking)))
                    .subscribe();
            await("the table is locked", locked::get);
            told(others.db(), rates, "CHF", "0.5");
            await("a reading has failed", failed::isDone);
            unlocking.complete(true);
            await(
                    "what was missed is read",
                    () -> rates.now().rate(Currency.USD).equals(Rate.of("1.5")));
        }
    }

    @Test
    void aServerThatWasKilledIsStartedAgainWithItsRates() {
        Rates rates = new Rates(Table.BASE);
        try (Database database =
                Database.open(server.createDatabase().url(), rates).await(GENEROUS)) {
            database.store().move(Currency.USD, Rate.of("1.07")).await(GENEROUS);
            ProcessHandle killed = server.process();
            killed.destroyForcibly();
            assertEquals(Rate.of("1.07"), rates.now().rate(Currency.USD));
            await("there is another", () -> server.process().pid() != killed.pid());
            await("it is written again", () -> isMoved(database.store(), Rate.of("1.09")));
            assertEquals(Rate.of("1.09"), rates.now().rate(Currency.USD));
        }
    }

    private static boolean isMoved(Store store, Rate rate) {
        try {
            store.move(Currency.USD, rate).await(GENEROUS);
            return true;
        } catch (SqlException e) {
            return false;
        }
    }

    @Test
    void whileTheServerIsFrozenTheDeskSaysSoAndServesWhatItHas() throws Exception {
        try (DeskOn desk = new DeskOn(server.createDatabase().url())) {
            Probe<Boolean> states = Probe.subscribeTo(desk.store().states());
            signal("-STOP");
            try {
                states.awaitItems(1).assertItems(false);
                assertRefused(desk.put("USD", "1.07"));
                assertEquals(
                        "{\"currency\": \"USD\", \"rate\": 1.06448}\n",
                        desk.get("USD").body());
            } finally {
                signal("-CONT");
            }
            states.awaitItems(2).assertItems(false, true);
            assertEquals(200, desk.put("USD", "1.1").statusCode());
            states.cancel();
        }
    }

    private static void assertRefused(HttpResponse<String> refused) {
        assertEquals(503, refused.statusCode());
        assertEquals("5", refused.headers().firstValue("Retry-After").orElse("none"));
        assertTrue(refused.body().contains("database does not answer"), refused.body());
    }

    @Test
    void whileTheServerIsGoneTheDeskSaysSoAndServesWhatItHas() throws Exception {
        try (EmbeddedPostgres mortal = EmbeddedPostgres.start()) {
            String url = mortal.createDatabase().url();
            try (DeskOn desk = new DeskOn(url);
                    EventClient watching = new EventClient(desk.port())) {
                watching.next();
                assertEquals(200, desk.put("USD", "1.07").statusCode());
                assertEquals("{\"USD\": 1.07}", watching.next().data());
                mortal.process().destroyForcibly();
                assertEquals(new EventClient.Event("", "database", "lost"), watching.next());
                assertRefused(desk.put("USD", "1.08"));
                assertEquals(
                        "{\"currency\": \"USD\", \"rate\": 1.07}\n",
                        desk.get("USD").body());
                assertEquals("ok\n", desk.ask("GET", "/health", "").body());

                mortal.keepAlive(); // begins with another one in its place
                assertEquals(new EventClient.Event("", "database", "there"), watching.next());
                assertEquals(
                        "{\"currency\": \"USD\", \"rate\": 1.07}\n",
                        desk.get("USD").body());
                assertEquals(200, desk.put("USD", "1.09").statusCode());
                assertEquals("{\"USD\": 1.09}", watching.next().data());
            }
            try (DeskOn next = new DeskOn(url)) {
                assertEquals(
                        "{\"currency\": \"USD\", \"rate\": 1.09}\n",
                        next.get("USD").body());
            }
        }
    }
}
