package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.rsocket.RSocketClient;
import dev.weir.rsocket.RSocketConnection;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketServer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RSocketDeskTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private final Rates rates = new Rates(Table.opening());
    private final RSocketServer server = new RSocketDesk(rates, rates.mover(), 2)
            .server()
            .bind("127.0.0.1", 0)
            .start()
            .await(GENEROUS);
    private final RSocketConnection client =
            RSocketClient.create().connect("tcp://127.0.0.1:" + server.port()).await(GENEROUS);

    @AfterEach
    void close() {
        client.close();
        server.close();
        server.closed().await(GENEROUS);
    }

    private String rate(String code) {
        return client.route("rate").value(code).as(String.class).await(GENEROUS);
    }

    @Test
    void tellsARate() {
        assertEquals("1.06448", rate("usd"));
    }

    @Test
    void whatCanNotBeToldIsInvalid() {
        assertEquals(
                "there is no rate for XYZ",
                assertThrows(RSocketException.Invalid.class, () -> rate("XYZ")).getMessage());
        assertEquals(
                "\"dollars\" is not a currency: send a code of three letters such as USD",
                assertThrows(
                                RSocketException.Invalid.class,
                                () -> client.route("rates")
                                        .value("dollars")
                                        .asMany(String.class)
                                        .toList()
                                        .await(GENEROUS))
                        .getMessage());
    }

    @Test
    void aStreamTellsHowOneRateMoves() {
        try (Items<String> items =
                client.route("rates").value("USD").asMany(String.class).iterate()) {
            Iterator<String> moves = items.iterator();
            assertEquals("1.06448", moves.next());
            rates.move(Currency.parse("GBP"), Rate.of("0.9"));
            client.route("move").value("USD 1.07").send().await(GENEROUS);
            assertEquals("1.07", moves.next());
        }
    }

    @Test
    void aStreamOfNoneTellsAll() {
        try (Items<String> items =
                client.route("rates").value("").asMany(String.class).iterate()) {
            Iterator<String> moves = items.iterator();
            assertEquals(Json.of(Table.opening().rates()).toString(), moves.next());
            rates.move(Currency.USD, Rate.of("1.08"));
            assertEquals("{\"USD\": 1.08}", moves.next());
        }
    }

    @Test
    void streamsAreRefusedWhenAllAreTaken() {
        Many<String> stream = client.route("rates").value("USD").asMany(String.class);
        try (Items<String> first = stream.iterate();
                Items<String> second = stream.iterate()) {
            first.iterator().next();
            second.iterator().next();
            assertEquals(
                    "all 2 streams are taken: try again later",
                    assertThrows(
                                    RSocketException.Rejected.class,
                                    () -> stream.first().await(GENEROUS))
                            .getMessage());
        }
    }

    @Test
    void aChannelConverts() {
        assertEquals(
                List.of(
                        "2.5 GBP is 3.1040194089 USD",
                        "error: send an amount and two currencies, such as 2.5 GBP USD",
                        "1 EUR is 158.42 JPY"),
                client.route("convert")
                        .values(Many.of("2.5 gbp usd", "nonsense", " 1 EUR JPY "))
                        .asMany(String.class)
                        .toList()
                        .await(GENEROUS));
    }

    @Test
    void whoKeepsTheRatesMovesThem() {
        CompletableFuture<String> moved = new CompletableFuture<>();
        Mover keeper = (currency, rate) -> One.supply(() -> moved.complete(currency + " " + rate.value()));
        try (RSocketServer other = new RSocketDesk(rates, keeper, 2)
                        .server()
                        .bind("127.0.0.1", 0)
                        .start()
                        .await(GENEROUS);
                RSocketConnection there = RSocketClient.create()
                        .connect("tcp://127.0.0.1:" + other.port())
                        .await(GENEROUS)) {
            there.route("move").value("USD 1.07").send().await(GENEROUS);
            assertEquals("USD 1.07", One.from(() -> moved).await(GENEROUS));
            assertEquals("1.06448", rate("USD"));
        }
    }

    @Test
    void whatCanNotBeMovedIsLeft() {
        for (String move : List.of("nonsense", "USD dear", "EUR 2")) {
            client.route("move").value(move).send().await(GENEROUS);
        }
        assertEquals("1.06448", rate("USD"));
    }
}
