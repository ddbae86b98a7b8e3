package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.http.HttpServer;
import dev.weir.postgres.embedded.EmbeddedPostgres;
import dev.weir.sql.SqlException;
import dev.weir.testkit.Probe;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rates that several desks share. */
class StoreTest {
    private static final Duration GENEROUS = Duration.ofSeconds(60);
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
        Rates rates = new Rates(Table.BASE);
        try (Database database =
                        Database.open(server.createDatabase().url(), rates).await(GENEROUS);
                HttpClient client = HttpClient.newHttpClient()) {
            Store store = database.store();
            HttpServer http = new HttpDesk(rates, store, store.states(), 10, 0)
                    .server()
                    .bind("127.0.0.1", 0)
                    .start()
                    .await();
            Probe<Boolean> states = Probe.subscribeTo(store.states());
            signal("-STOP");
            try {
                states.awaitItems(1).assertItems(false);
                HttpRequest.Builder request =
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + "/rates/USD"));
                HttpResponse<String> refused =
                        client.send(request.PUT(BodyPublishers.ofString("1.07")).build(), BodyHandlers.ofString());
                assertEquals(503, refused.statusCode());
                assertTrue(refused.body().contains("database does not answer"), refused.body());
                HttpResponse<String> known = client.send(request.GET().build(), BodyHandlers.ofString());
                assertEquals("{\"currency\": \"USD\", \"rate\": 1.06448}\n", known.body());
            } finally {
                signal("-CONT");
            }
            states.awaitItems(2).assertItems(false, true);
            store.move(Currency.USD, Rate.of("1.1")).await(GENEROUS);
            states.cancel();
            http.close();
            http.closed().await();
        }
    }
}
