package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An event loop serves many: it waits for no file, and does no work that others may ask for again and again. */
@ExtendWith(NoLeaks.class)
class LoopsDoNotWaitTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final int LARGE = 200 * 1024;

    /** What the JVM tells of waiting. */
    private static final List<String> WAITING = List.of("jdk.ThreadPark", "jdk.ThreadSleep", "jdk.SocketRead");

    private static final String STARTED = "jdk.VirtualThreadStart";

    /** Whoever opens a pipe waits until somebody writes into it. */
    @Test
    void othersAreServedWhileAFileOpens(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        Response slow = Response.empty(200).withBody(new Body.File(pipe, null, 0, 5));
        try (TestServer server = TestServer.start(request -> One.of(slow));
                RawSocket client = server.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            long deadline = System.nanoTime() + GENEROUS.toNanos();
            while (server.server().streams() == 0) {
                assertTrue(System.nanoTime() < deadline, "nothing is sent");
                Thread.onSpinWait();
            }
            server.roundTrip();
            assertEquals(1, server.server().streams());
            Files.newOutputStream(pipe).close(); // lets go of whoever opens it
        }
    }

    @Test
    void nothingWaitsOnALoop(@TempDir Path directory) throws IOException {
        Certificate identity = Certificate.of("localhost", directory);
        Certificate user = Certificate.of("user.test", directory);
        Path file = Files.write(directory.resolve("file"), new byte[LARGE]);
        Queue<RecordedEvent> seen = new ConcurrentLinkedQueue<>();
        try (RecordingStream events = new RecordingStream()) {
            for (String name : WAITING) {
                events.enable(name).withoutThreshold();
                events.onEvent(name, seen::add);
            }
            events.enable(STARTED);
            events.onEvent(STARTED, seen::add);
            events.startAsync();
            ServerTls secrets = ServerTls.pem(identity.chain(), identity.key()).requireClients(user.chain());
            ClientTls known = ClientTls.standard().trust(identity.chain()).certificate(user.chain(), user.key());
            try (HttpServer server = HttpServer.builder()
                            .bind("127.0.0.1", 0)
                            .tls(secrets)
                            .handler(request -> Response.file(file))
                            .start()
                            .await(GENEROUS);
                    HttpClient client = HttpClient.builder().tls(known).build()) {
                byte[] body = client.get("https://localhost:" + server.port() + "/")
                        .bytes()
                        .await(GENEROUS);
                assertEquals(LARGE, body.length);
            }
            try (TcpServer server = TcpServer.builder()
                    .bind("127.0.0.1", 0)
                    .tls(secrets)
                    .handler(connection -> connection.sendLines(connection.lines()))
                    .start()
                    .await(GENEROUS)) {
                String line = TcpClient.builder()
                        .tls(known)
                        .build()
                        .connect(
                                "localhost",
                                server.port(),
                                connection -> connection.sendLine("x").then(connection.readLine()))
                        .await(GENEROUS);
                assertEquals("x", line);
            }
            events.stop();
        }
        assertTrue(
                seen.stream().anyMatch(event -> name(event).equals("weir-handshake")),
                "what is slow of a handshake is done elsewhere");
        assertEquals(
                List.of(),
                seen.stream()
                        .filter(event -> !event.getEventType().getName().equals(STARTED))
                        .filter(event -> name(event).startsWith("weir-loop"))
                        .map(String::valueOf)
                        .toList());
    }

    private static String name(RecordedEvent event) {
        return event.getThread() == null ? "" : String.valueOf(event.getThread().getJavaName());
    }
}
