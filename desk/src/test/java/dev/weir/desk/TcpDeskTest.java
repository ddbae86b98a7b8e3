package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.tcp.TcpServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TcpDeskTest {
    private static final Duration DELAY = Duration.ofMillis(1234);

    private final CountingClock clock = new CountingClock(DELAY);
    private final Rates rates = new Rates(Table.opening());
    private final TcpServer server = new TcpDesk(rates, DELAY)
            .server()
            .bind("127.0.0.1", 0)
            .clock(clock)
            .start()
            .await();

    @AfterEach
    void close() {
        server.close();
        server.closed().await();
    }

    @Test
    void answersComeWhenTheyAreDueAndErrorsAtOnce() throws Exception {
        try (LineClient client = new LineClient(server.port())) {
            client.send("2.5", "abc", " 0.99 ");
            assertEquals("error: \"abc\" is not an amount: send a number such as 2.5", client.read());
            clock.awaitScheduled(2);
            clock.pass();
            assertEquals("2.5 EUR is 2.661200 USD", client.read());
            assertEquals("0.99 EUR is 1.0538352 USD", client.read());
        }
    }

    @Test
    void manyLinesAreInFlight() throws Exception {
        try (LineClient client = new LineClient(server.port())) {
            client.sendRaw("20\r\n30\n40");
            client.finish();
            clock.awaitScheduled(3);
            clock.pass();
            assertEquals("20 EUR is 21.28960 USD", client.read());
            assertEquals("30 EUR is 31.93440 USD", client.read());
            assertEquals("40 EUR is 42.57920 USD", client.read());
            assertNull(client.read());
        }
    }

    @Test
    void theRateIsThatOfTheMoment() throws Exception {
        try (LineClient client = new LineClient(server.port())) {
            rates.move(Currency.USD, Rate.of("2"));
            client.send("2.5");
            clock.awaitScheduled(1);
            clock.pass();
            assertEquals("2.5 EUR is 5.0 USD", client.read());
        }
    }

    @Test
    void absurdAmountsAreRefused() throws Exception {
        try (LineClient client = new LineClient(server.port())) {
            client.send("1e999999999", "");
            assertTrue(client.read().startsWith("error: the amount \"1e999999999\" is out of range"));
            assertEquals("error: \"\" is not an amount: send a number such as 2.5", client.read());
        }
    }

    @Test
    void aLineThatIsTooLongEndsTheTalkButNotTheAnswers() throws Exception {
        try (LineClient client = new LineClient(server.port())) {
            client.send("2.5", "9".repeat(TcpDesk.MAX_LINE + 1));
            assertEquals("error: a line has at most 1024 bytes: good-bye", client.read());
            clock.awaitScheduled(1);
            clock.pass();
            assertEquals("2.5 EUR is 2.661200 USD", client.read());
            assertNull(client.read());
        }
    }

    @Test
    void beyondTheBoundLinesAreReadOnlyAsOthersAreAnswered() throws Exception {
        int more = 500;
        int all = TcpDesk.LINES_IN_FLIGHT + more;
        try (LineClient client = new LineClient(server.port())) {
            Thread sender = Thread.ofVirtual().start(() -> sendOnes(client, all));
            clock.awaitScheduled(TcpDesk.LINES_IN_FLIGHT);
            assertEquals(0, clock.scheduled());
            clock.pass();
            clock.awaitScheduled(more);
            clock.pass();
            for (int i = 0; i < all; i++) {
                assertEquals("1 EUR is 1.06448 USD", client.read());
            }
            sender.join();
        }
    }

    @Test
    void whatAllConnectionsMayWaitForIsBounded() throws Exception {
        try (TcpServer small = new TcpDesk(rates, DELAY, 2)
                        .server()
                        .bind("127.0.0.1", 0)
                        .clock(clock)
                        .start()
                        .await();
                LineClient first = new LineClient(small.port());
                LineClient second = new LineClient(small.port())) {
            first.send("1", "1");
            clock.awaitScheduled(2);
            second.send("1", "x");
            for (int i = 0; i < 2; i++) {
                assertEquals("error: too many amounts wait for their answers: try again later", second.read());
            }
            clock.pass();
            assertEquals("1 EUR is 1.06448 USD", first.read());
            assertEquals("1 EUR is 1.06448 USD", first.read());
            second.send("1", "1");
            clock.awaitScheduled(2);
            clock.pass();
            assertEquals("1 EUR is 1.06448 USD", second.read());
        }
    }

    private static void sendOnes(LineClient client, int count) {
        try {
            client.send(Collections.nCopies(count, "1").toArray(String[]::new));
        } catch (IOException closed) {
            throw new AssertionError("could not send all", closed);
        }
    }

    @Test
    void shutdownLetsWhatWasAskedBeAnswered() throws Exception {
        CompletionStage<Void> closed;
        try (LineClient client = new LineClient(server.port())) {
            client.send("2.5");
            clock.awaitScheduled(1);
            closed = server.shutdown(Duration.ofHours(1)).toCompletionStage();
            clock.pass();
            assertEquals("2.5 EUR is 2.661200 USD", client.read());
            assertNull(client.read());
        }
        One.from(closed).await();
    }
}
