package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.http.HttpServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RateStreamTest {
    private static final int MAX_STREAMS = 2;

    private final Rates rates = new Rates(Table.opening());
    private final HttpServer server = new HttpDesk(rates, MAX_STREAMS, 8081)
            .server()
            .bind("127.0.0.1", 0)
            .start()
            .await();

    @AfterEach
    void close() {
        server.close();
        server.closed().await();
    }

    @Test
    void tellsTheTableAndThenTheMovesToAll() throws Exception {
        try (EventClient one = new EventClient(server.port());
                EventClient other = new EventClient(server.port())) {
            assertEquals("text/event-stream", one.header("Content-Type"));
            for (EventClient client : new EventClient[] {one, other}) {
                EventClient.Event table = client.next();
                assertEquals("1", table.id());
                assertEquals("rates", table.event());
                assertEquals(
                        12, JsonReader.object(JsonReader.read(table.data())).size());
            }
            rates.move(Currency.USD, Rate.of("1.07"));
            rates.move(new Currency("XAU"), Rate.of("0.00038"));
            for (EventClient client : new EventClient[] {one, other}) {
                assertEquals(new EventClient.Event("2", "rates", "{\"USD\": 1.07}"), client.next());
                assertEquals(new EventClient.Event("3", "rates", "{\"XAU\": 0.00038}"), client.next());
            }
        }
    }

    @Test
    void refusesAStreamTooMany() throws Exception {
        try (EventClient one = new EventClient(server.port());
                EventClient two = new EventClient(server.port())) {
            one.next();
            two.next();
            try (EventClient three = new EventClient(server.port())) {
                assertEquals(503, three.status());
                assertEquals("5", three.header("Retry-After"));
            }
        }
    }

    @Test
    void aSlowReaderLosesOldMovesAndLearnsTheLast() throws Exception {
        int moves = 100_000; // far more than the buffers of the sockets hold
        try (EventClient client = new EventClient(server.port())) {
            client.next();
            for (int i = 1; i <= moves; i++) {
                rates.move(Currency.USD, Rate.of("1." + (1_000_000 + i)));
            }
            String last = Long.toString(rates.now().version());
            int seen = 1;
            EventClient.Event event = client.next();
            for (; !event.id().equals(last); event = client.next()) {
                seen++;
            }
            assertEquals("{\"USD\": 1." + (1_000_000 + moves) + "}", event.data());
            assertTrue(seen < moves, "all " + moves + " moves were kept for a slow reader");
        }
    }

    @Test
    void streamsEndWithTheServer() throws Exception {
        try (EventClient client = new EventClient(server.port())) {
            client.next();
            server.shutdown(Duration.ofMinutes(1)).await();
            assertTrue(client.hasEnded());
        }
    }
}
