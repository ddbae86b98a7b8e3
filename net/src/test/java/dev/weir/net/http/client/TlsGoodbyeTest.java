package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.Certificate;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server that says over TLS that nothing more comes, and leaves the socket open. */
@ExtendWith(NoLeaks.class)
class TlsGoodbyeTest {
    private static Certificate identity;
    private static SSLContext context;

    private final VirtualTime time = new VirtualTime(); // it stands: no timeout comes
    private final RawServer server = RawServer.start();
    private final HttpClient client = HttpClient.builder()
            .threads(1)
            .clock(time)
            .tls(ClientTls.standard().trust(identity.chain()))
            .build();

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) {
        identity = Certificate.of("localhost", folder);
        context = Certificate.client(identity);
    }

    @AfterEach
    void close() {
        client.close();
        client.closed().await(TestClient.GENEROUS);
        server.close();
    }

    private ClientRequest get() {
        return client.get(server.url("/").replace("http:", "https:"));
    }

    @Test
    void aServerThatSaysItWithTheHandshakeIsNotTriedForEver() {
        AtomicInteger left = new AtomicInteger();
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    server.shakeHandsAndLeave(Certificate.client(identity)); // a context each: no session is resumed
                    left.incrementAndGet();
                }
            } catch (IOException closed) {
                // the test is over
            }
        });
        failure(begin(get().text()), Reason.CLOSED);
        until(() -> left.get() == 5);
    }

    @Test
    void noRequestFollowsIt() {
        var first = begin(get().text());
        try (RawSocket left = server.accept(context)) {
            left.request();
            left.send(OK);
            assertEquals("ok", value(first));
            left.finishSending();
            assertEquals("", left.rest());
            until(() -> client.pool().connections() == 0);
            var second = begin(get().text());
            try (RawSocket next = server.accept(context)) {
                next.request();
                next.send(OK);
                assertEquals("ok", value(second));
            }
        }
    }

    @Test
    void noRequestFollowsItOverHttp2() {
        var first = begin(get().text());
        try (RawHttp2 left = server.acceptHttp2(context)) {
            answer(left);
            assertEquals("ok", value(first));
            left.finishSending();
            left.awaitClose();
            until(() -> client.pool().connections() == 0);
            var second = begin(get().text());
            try (RawHttp2 next = server.acceptHttp2(context)) {
                answer(next);
                assertEquals("ok", value(second));
            }
        }
    }

    private static void answer(RawHttp2 connection) {
        int stream = connection.await(RawHttp2.HEADERS).stream();
        connection.headers(stream, false, ":status", "200").data(stream, "ok", true);
    }

    @Test
    void aBodyWithoutLengthEndsWithIt() {
        var text = begin(get().text());
        try (RawSocket socket = server.accept(context)) {
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\n\r\nall of it");
            socket.finishSending();
            assertEquals("all of it", value(text));
        }
    }

    @Test
    void whatHasComeIsStillRead() {
        var head = begin(get().send());
        try (RawSocket socket = server.accept(context)) {
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n" + "x".repeat(2000));
            ClientResponse response = value(head);
            socket.finishSending();
            assertEquals(2000, value(begin(response.bytes())).length);
        }
    }

    @Test
    void whatIsNotWholeByThenFails() {
        var text = begin(get().text());
        try (RawSocket socket = server.accept(context)) {
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok");
            socket.finishSending();
            failure(text, Reason.CLOSED);
        }
    }
}
