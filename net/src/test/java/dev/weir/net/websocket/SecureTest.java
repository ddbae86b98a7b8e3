package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.ServerTls;
import dev.weir.net.http.client.ClientException;
import dev.weir.net.http.client.ClientException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** WebSockets over TLS: wss. */
@ExtendWith(NoLeaks.class)
class SecureTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static KeyStore store;

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-J-XX:TieredStopAtLevel=1", // without the optimizing compiler it takes half the time
                        "-genkeypair",
                        "-alias",
                        "test",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
    }

    private static ClientTls trusting() throws GeneralSecurityException {
        KeyStore certificates;
        try {
            certificates = KeyStore.getInstance("PKCS12");
            certificates.load(null, null);
        } catch (IOException nothingIsRead) {
            throw new AssertionError(nothingIsRead);
        }
        certificates.setCertificateEntry("test", store.getCertificate("test"));
        return ClientTls.standard().trust(certificates);
    }

    private static SocketServer serve(WebSocket.Handler handler) {
        return SocketServer.start(
                WebSocketOptions.defaults(), handler, builder -> builder.tls(ServerTls.keyStore(store, PASSWORD)));
    }

    private static URI uri(SocketServer server, String host) {
        return URI.create("wss://" + host + ":" + server.server().port() + "/");
    }

    @Test
    void messagesOfAllSizesAreExchanged() throws Exception {
        WebSocketClient client = WebSocketClient.builder().tls(trusting()).build();
        List<Message> all = Many.of(0, 1, 1000, 100_000, 1_000_000)
                .map(size -> Message.binary(new byte[size]))
                .toList()
                .await();
        CompletableFuture<CloseReason> reason = new CompletableFuture<>();
        try (SocketServer server = serve(socket -> {
            socket.closed().subscribe(reason::complete);
            return socket.send(socket.messages());
        })) {
            List<Message> back = client.connect(
                            uri(server, "localhost"),
                            socket -> One.zip(
                                    socket.messages().take(all.size()).toList(),
                                    socket.send(Many.from(all)),
                                    (received, sent) -> received))
                    .await(SocketServer.GENEROUS);
            assertEquals(all, back);
            assertEquals(1000, reason.orTimeout(120, TimeUnit.SECONDS).join().code());
        }
    }

    @Test
    void aServerThatRefusesAMessageIsHeard() throws Exception {
        WebSocketClient client = WebSocketClient.builder().tls(trusting()).build();
        try (SocketServer server = serve(socket -> socket.messages().forEach(message -> {}))) {
            CloseReason reason = client.connect(
                            uri(server, "localhost"),
                            socket -> socket.send(Message.binary(new byte[1024 * 1024 + 1]))
                                    .onErrorReturn(failure -> null)
                                    .then(socket.closed()))
                    .await(SocketServer.GENEROUS);
            assertEquals(CloseReason.TOO_BIG, reason.code());
        }
    }

    @Test
    void certificatesThatAreNotTrustedOrOfAnotherHostAreRefused() throws Exception {
        try (SocketServer server = serve(socket -> One.never())) {
            for (String host : List.of("localhost", "127.0.0.1")) {
                WebSocketClient client = host.equals("localhost")
                        ? WebSocketClient.create()
                        : WebSocketClient.builder().tls(trusting()).build();
                ClientException failure = assertThrows(
                        ClientException.class,
                        () -> client.connect(uri(server, host), socket -> One.ofVoid())
                                .await(SocketServer.GENEROUS));
                assertEquals(Reason.TLS, failure.reason());
                assertInstanceOf(SSLHandshakeException.class, failure.getCause());
                assertTrue(failure.getMessage().contains(": the certificate of " + host), failure.getMessage());
                assertTrue(failure.getMessage().contains(" is not trusted: "), failure.getMessage());
            }
        }
    }

    @Test
    void aServerWithoutTlsIsToldSo() {
        try (SocketServer server = SocketServer.start(socket -> One.never())) {
            ClientException failure = assertThrows(
                    ClientException.class,
                    () -> WebSocketClient.create()
                            .connect(uri(server, "127.0.0.1"), socket -> One.ofVoid())
                            .await(SocketServer.GENEROUS));
            assertEquals(Reason.TLS, failure.reason());
            assertTrue(failure.getMessage().endsWith("does not speak TLS on this port"), failure.getMessage());
            assertNull(failure.getCause());
        }
    }
}
