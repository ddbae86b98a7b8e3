package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.websocket.HandshakeException;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.WebSocketClient;
import java.net.URI;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RateSocketTest {
    private final Rates rates = new Rates(Table.opening());
    private final HttpServer server =
            new HttpDesk(rates, 1, 8081).server().bind("127.0.0.1", 0).start().await();
    private final URI address = URI.create("ws://127.0.0.1:" + server.port() + "/rates/socket");

    @AfterEach
    void close() {
        server.close();
        server.closed().await();
    }

    @Test
    void tellsTheTableFirst() {
        String table = talk().getFirst();
        assertEquals(12, JsonReader.object(JsonReader.read(table)).size());
    }

    @Test
    void movesWhatIsSent() {
        assertEquals(
                List.of("{\"USD\": 1.07}", "{\"XAU\": 0.00038}"),
                talk("USD 1.07", " xau {\"rate\": 0.00038}").subList(1, 3));
        assertEquals(Rate.of("1.07"), rates.now().rate(Currency.USD));
    }

    @Test
    void saysWhyAMoveIsRefusedAndGoesOn() {
        List<String> told = talk("USD", "USD much", "EUR 2", "USD 1.08");
        assertEquals("error: send a currency and its new rate, such as USD 1.07", told.get(1));
        assertTrue(told.get(2).startsWith("error: \"much\" is not a rate"), told.get(2));
        assertTrue(told.get(3).startsWith("error: EUR is what the others are measured in"), told.get(3));
        assertEquals("{\"USD\": 1.08}", told.get(4));
    }

    @Test
    void saysThatTheDatabaseDoesNotAnswerAndGoesOn() {
        AtomicInteger moves = new AtomicInteger();
        Mover late = (currency, rate) -> moves.getAndIncrement() == 0
                ? One.fail(TimeoutException::new)
                : rates.mover().move(currency, rate);
        try (HttpServer other = new HttpDesk(rates, late, Many.empty(), 1, 8081)
                .server()
                .bind("127.0.0.1", 0)
                .start()
                .await()) {
            List<String> told =
                    talkTo(URI.create("ws://127.0.0.1:" + other.port() + "/rates/socket"), "USD 1.07", "USD 1.08");
            assertEquals(
                    "error: the rates can't be changed now, for their database does not answer: try again later",
                    told.get(1));
            assertEquals("{\"USD\": 1.08}", told.get(2));
        }
    }

    @Test
    void refusesOneTooMany() {
        HandshakeException refused = assertThrows(HandshakeException.class, () -> {
            var _ = WebSocketClient.create()
                    .connect(
                            address,
                            first -> first.messages()
                                    .first()
                                    .then(WebSocketClient.create().connect(address, second -> One.of("too many"))))
                    .await();
        });
        assertEquals(503, refused.status());
    }

    /** What is told: the table, and one message after each that is sent. */
    private List<String> talk(String... moves) {
        return talkTo(address, moves);
    }

    private static List<String> talkTo(URI there, String... moves) {
        return WebSocketClient.create()
                .connect(
                        there,
                        socket -> One.blocking(() -> {
                            List<String> told = new ArrayList<>();
                            try (var messages = socket.messages().iterate()) {
                                Iterator<Message> next = messages.iterator();
                                told.add(text(next.next()));
                                for (String move : moves) {
                                    socket.send(move).await();
                                    told.add(text(next.next()));
                                }
                            }
                            return told;
                        }))
                .await();
    }

    private static String text(Message message) {
        return ((Message.Text) message).text();
    }
}
