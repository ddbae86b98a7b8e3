package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server tells of clients with whom it does not agree on TLS. */
@ExtendWith(NoLeaks.class)
class TlsRefusalsTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @TempDir
    private static Path folder;

    private static Certificate identity;
    private static Certificate other;

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final VirtualTime time = new VirtualTime();
    private HttpServer server;

    @BeforeAll
    static void makeKeys() {
        identity = Certificate.of("localhost", folder);
        other = Certificate.of("localhost", folder); // so that it is shown to who trusts the first
    }

    @AfterEach
    void stop() {
        server.close();
        server.closed().await(GENEROUS);
        System.clearProperty("dev.weir.net.tls");
    }

    private void start(UnaryOperator<ServerTls> tls) {
        server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .tls(tls.apply(ServerTls.pem(identity.chain(), identity.key())))
                .clock(time)
                .observe(new Observer() {
                    @Override
                    public void over(Exchanged exchange) {
                        seen.add("over");
                    }

                    @Override
                    public void refused(InetSocketAddress client, int status, String detail) {
                        assertTrue(client.getAddress().isLoopbackAddress());
                        seen.add(status + " " + detail);
                    }
                })
                .handler(request -> One.of(Response.text("ok")))
                .start()
                .await(GENEROUS);
    }

    private String next() throws InterruptedException {
        return seen.poll(120, TimeUnit.SECONDS);
    }

    private void shakeHands(SSLContext context) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
            socket.startHandshake();
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() < 0) {
                throw new IOException("refused");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void observersSeeClientsThatDoNotTrustTheServer(boolean jdk) throws Exception {
        System.setProperty("dev.weir.net.tls", jdk ? "jdk" : "");
        start(tls -> tls);
        assertThrows(IOException.class, () -> shakeHands(Certificate.client(null, other)));
        String told = next();
        assertTrue(told.startsWith("0 the client does not accept the server's certificate ("), told);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void observersSeeClientsWhoseCertificateIsNotTrusted(boolean jdk) throws Exception {
        System.setProperty("dev.weir.net.tls", jdk ? "jdk" : "");
        start(tls -> tls.requireClients(identity.chain()));
        assertThrows(IOException.class, () -> shakeHands(Certificate.client(other, identity)));
        String told = next();
        assertTrue(told.startsWith("0 the client's certificate is not trusted: "), told);
        assertThrows(IOException.class, () -> shakeHands(Certificate.client(null, identity)));
        String none = next();
        assertTrue(none.matches("0 .*(Empty client certificate|PEER_DID_NOT_RETURN_A_CERTIFICATE).*"), none);
    }

    @Test
    void observersSeeWhoSpeaksWithoutTls() throws InterruptedException {
        start(tls -> tls);
        try (RawSocket socket = RawSocket.connect(server.port())) {
            assertEquals(
                    400,
                    socket.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").reply().status());
        }
        assertEquals("400 This port speaks https only: ask it by https:// instead of http://.", next());
    }

    @Test
    void observersSeeWhoTakesTooLong() throws InterruptedException {
        start(tls -> tls);
        try (RawSocket socket = RawSocket.connect(server.port())) {
            while (seen.isEmpty()) {
                time.advance(Duration.ofSeconds(1));
                Thread.onSpinWait();
            }
            assertEquals("", socket.rest());
        }
        assertEquals("0 no handshake within 10 s (setting: ServerTls.handshakeTimeout)", next());
        assertTrue(seen.isEmpty(), seen.toString());
    }

    @Test
    void whoJustLeavesIsInTheLogOnly() throws Exception {
        try (Logged log = Logged.by("dev.weir.net", Level.FINE)) {
            start(tls -> tls);
            RawSocket.connect(server.port()).send("\u0016\u0003").close();
            log.next("no TLS with");
            shakeHands(Certificate.client(null, identity));
            assertEquals("over", next());
        }
    }
}
