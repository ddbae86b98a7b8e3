package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.AddressInUseException;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.tcp.TcpServer;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class SharedPortTest {
    /** That all go to the same of two servers by chance is not to be expected in the life of the universe. */
    private static final int MANY = 100;

    private static HttpServer http(String name, int port) {
        return HttpServer.builder()
                .bind("127.0.0.1", port)
                .reusePort(true)
                .handler(request -> One.of(Response.text(name)))
                .start()
                .await(TestServer.GENEROUS);
    }

    private static TcpServer tcp(String name, int port) {
        return TcpServer.builder()
                .bind("127.0.0.1", port)
                .reusePort(true)
                .handler(connection -> connection.sendLine(name))
                .start()
                .await(TestServer.GENEROUS);
    }

    private static Set<String> answers(Supplier<String> answer) {
        return IntStream.range(0, MANY).mapToObj(i -> answer.get()).collect(Collectors.toSet());
    }

    private static String ask(int port) {
        try (RawSocket socket = RawSocket.connect(port)) {
            return socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").reply().body();
        }
    }

    private static String listen(int port) {
        try (RawSocket socket = RawSocket.connect(port)) {
            return socket.rest();
        }
    }

    @Test
    void connectionsAreSpreadOverTheServers() {
        try (HttpServer one = http("one", 0)) {
            int port = one.port();
            HttpServer two = http("two", port);
            assertEquals(Set.of("one", "two"), answers(() -> ask(port)));
            two.close();
            two.closed().await(TestServer.GENEROUS);
            assertEquals(Set.of("one"), answers(() -> ask(port)));
        }
    }

    @Test
    void soAreThoseOfTcp() {
        try (TcpServer one = tcp("one", 0);
                TcpServer two = tcp("two", one.port())) {
            assertEquals(Set.of("one\n", "two\n"), answers(() -> listen(two.port())));
        }
    }

    @Test
    void whoDoesNotSayItGetsNoShare() {
        try (HttpServer one = http("one", 0)) {
            One<HttpServer> other = HttpServer.builder()
                    .bind("127.0.0.1", one.port())
                    .handler(request -> One.never())
                    .start();
            assertThrows(AddressInUseException.class, () -> other.await(TestServer.GENEROUS));
        }
    }

    @Test
    void aSocketFileHasOneServer() {
        HttpServer.Builder builder =
                HttpServer.builder().reusePort(true).bind(Path.of("weir.sock")).handler(request -> One.never());
        String message = String.valueOf(
                assertThrows(IllegalStateException.class, builder::start).getMessage());
        assertTrue(message.startsWith("reusePort(true) is for ports, and weir.sock is"), message);
    }
}
