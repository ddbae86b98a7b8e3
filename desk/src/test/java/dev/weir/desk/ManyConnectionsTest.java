package dev.weir.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.net.tcp.TcpServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManyConnectionsTest {
    private static final int CONNECTIONS = 2000;
    private static final Duration DELAY = Duration.ofMillis(1234);

    @Test
    void waitingConnectionsCostNoThreads() throws Exception {
        CountingClock clock = new CountingClock(DELAY);
        int loops = Runtime.getRuntime().availableProcessors();
        List<LineClient> clients = new ArrayList<>();
        try (TcpServer server = new TcpDesk(new Rates(Table.opening()), DELAY)
                .server()
                .bind("127.0.0.1", 0)
                .clock(clock)
                .start()
                .await()) {
            int threads = Thread.getAllStackTraces().size();
            for (int i = 0; i < CONNECTIONS; i++) {
                LineClient client = new LineClient(server.port());
                clients.add(client);
                client.send("2.5");
            }
            clock.awaitScheduled(CONNECTIONS);
            assertEquals(CONNECTIONS, server.connections());
            int more = Thread.getAllStackTraces().size() - threads;
            assertTrue(more <= 2 * loops, more + " more threads for " + CONNECTIONS + " connections");

            clock.pass();
            for (LineClient client : clients) {
                assertEquals("2.5 EUR is 2.661200 USD", client.read());
            }
        } finally {
            for (LineClient client : clients) {
                client.close();
            }
        }
    }
}
