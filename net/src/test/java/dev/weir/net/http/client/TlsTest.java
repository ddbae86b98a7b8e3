package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.One;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** https, against the JDK's server. */
@ExtendWith(NoLeaks.class)
class TlsTest {
    @TempDir
    static Path folder;

    private static TestKeys server;
    private static TestKeys user;
    private static TestKeys other;
    private static HttpsServer https;

    @BeforeAll
    static void start() throws IOException {
        server = TestKeys.make(folder, "server", "dns:localhost,dns:named.test,ip:127.0.0.1");
        user = TestKeys.make(folder, "user", "dns:user.test");
        other = TestKeys.make(folder, "other", "dns:localhost");
        https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(server.context(user)) {
            @Override
            public void configure(HttpsParameters parameters) {
                var ssl = getSSLContext().getDefaultSSLParameters();
                ssl.setWantClientAuth(true);
                parameters.setSSLParameters(ssl);
            }
        });
        https.createContext("/", exchange -> {
            byte[] body = (peer((HttpsExchange) exchange) + names((HttpsExchange) exchange))
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        https.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        https.start();
    }

    private static String peer(HttpsExchange exchange) {
        try {
            return exchange.getSSLSession().getPeerPrincipal().getName() + " ";
        } catch (SSLPeerUnverifiedException nobody) {
            return "nobody ";
        }
    }

    private static String names(HttpsExchange exchange) {
        return ((ExtendedSSLSession) exchange.getSSLSession())
                .getRequestedServerNames()
                .toString();
    }

    @AfterAll
    static void stop() {
        https.stop(0);
    }

    private static String url(String host) {
        return "https://" + host + ":" + https.getAddress().getPort() + "/";
    }

    private static CompletableFuture<String> ask(ClientTls tls, String host) {
        HttpClient client = HttpClient.builder()
                .tls(tls)
                .threads(1)
                .resolver(name -> dev.weir.One.of(List.of(InetAddress.getLoopbackAddress())))
                .build();
        return begin(client.get(url(host)).text().doFinally(ending -> client.close()));
    }

    @Test
    void trustsWhomItIsTold() {
        assertEquals(
                "nobody [type=host_name (0), value=localhost]",
                value(ask(ClientTls.standard().trust(server.certificate()), "localhost")));
        assertEquals("nobody []", value(ask(ClientTls.standard().trust(server.certificate()), "127.0.0.1")));
        assertTrue(value(ask(ClientTls.standard().trust(server.store()), "named.test"))
                .contains("named.test"));
    }

    @Test
    void trustsNobodyElse() {
        for (ClientTls tls : List.of(ClientTls.standard(), ClientTls.standard().trust(other.certificate()))) {
            ClientException refused = failure(ask(tls, "localhost"), Reason.TLS);
            String authority = url("localhost").replaceAll("https://([^/]+)/.*", "$1");
            assertTrue(
                    refused.getMessage()
                            .endsWith(
                                    "no secure connection to https://" + authority + ": the certificate of " + authority
                                            + " is not trusted: nobody who is trusted here vouches for it; if you do,"
                                            + " say so with ClientTls.standard().trust(pem)"),
                    refused.getMessage());
            assertTrue(refused.getCause().getMessage().contains("PKIX"), refused.getCause()::getMessage);
        }
    }

    @Test
    void theNameIsVerified() {
        ClientTls trusting = ClientTls.standard().trust(server.certificate());
        ClientException refused = failure(ask(trusting, "elsewhere.test"), Reason.TLS);
        assertTrue(refused.getMessage().contains("elsewhere.test"), refused.getMessage());
        assertTrue(refused.getMessage().contains(" is not trusted: No "), refused.getMessage());
        assertTrue(refused.getMessage().contains("serverName(name)"), refused.getMessage());
        assertTrue(
                value(ask(trusting.serverName("named.test"), "elsewhere.test")).contains("value=named.test"));
        failure(ask(trusting.serverName("other.test"), "localhost"), Reason.TLS);
    }

    @Test
    void aCommonNameIsNoName() throws IOException {
        TestKeys common = TestKeys.make(folder, "common.test", "ip:127.0.0.1");
        try (TestServer own = TestServer.start(
                        request -> One.of(Response.text("fine")),
                        builder -> builder.tls(ServerTls.pem(common.certificate(), common.key())));
                HttpClient client = HttpClient.builder()
                        .tls(ClientTls.standard().trust(common.certificate()))
                        .resolver(name -> One.of(List.of(InetAddress.getLoopbackAddress())))
                        .build()) {
            var text =
                    begin(client.get("https://common.test:" + own.port() + "/").text());
            ClientException refused = failure(text, Reason.TLS);
            assertTrue(refused.getMessage().contains("is not trusted: it has no name"), refused.getMessage());
            assertTrue(refused.getMessage().contains("subjectAltName (RFC 9525)"), refused.getMessage());
            assertEquals(
                    "fine",
                    client.get("https://127.0.0.1:" + own.port() + "/").text().await(TestClient.GENEROUS));
        }
    }

    @Test
    void theDotThatEndsANameIsForTheDnsAndTheHostField() {
        ClientTls trusting = ClientTls.standard().trust(server.certificate());
        assertTrue(value(ask(trusting, "named.test.")).contains("value=named.test]"));
        assertTrue(
                value(ask(trusting.serverName("named.test."), "elsewhere.test")).contains("value=named.test]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"my_service", "a~b", "named.test.."})
    void aNameThatNoCertificateCanHaveIsRefusedAtOnce(String name) {
        ClientTls trusting = ClientTls.standard().trust(server.certificate());
        ClientException refused = failure(ask(trusting, name), Reason.TLS);
        assertTrue(
                refused.getMessage().contains(": no certificate can be for the name \"" + name + "\": ClientTls."),
                refused.getMessage());
        assertTrue(value(ask(trusting.serverName("named.test"), name)).contains("named.test"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "2001:db8::1"})
    void anAddressMayBeExpected(String address) {
        assertEquals(
                address,
                ClientTls.standard()
                        .serverName(address)
                        .engine("localhost", 443, List.of())
                        .getPeerHost());
    }

    @Test
    void insecureIsInsecure() {
        assertTrue(value(ask(ClientTls.insecure(), "elsewhere.test")).startsWith("nobody"));
    }

    @Test
    void showsItsCertificate() {
        ClientTls trusting = ClientTls.standard().trust(server.certificate());
        assertTrue(value(ask(trusting.certificate(user.certificate(), user.key()), "localhost"))
                .startsWith("CN=user"));
        assertTrue(value(ask(trusting.certificate(user.store(), TestKeys.PASSWORD), "localhost"))
                .startsWith("CN=user"));
    }

    @Test
    void filesThatAreNoCertificatesAreNamed() {
        ClientTls standard = ClientTls.standard();
        Path missing = folder.resolve("missing.pem");
        for (Executable reading : List.<Executable>of(
                () -> standard.trust(missing),
                () -> standard.certificate(missing, user.key()),
                () -> standard.certificate(user.certificate(), missing),
                () -> ServerTls.pem(missing, user.key()),
                () -> ServerTls.pem(user.certificate(), missing),
                () -> ServerTls.pem(user.certificate(), user.key()).requireClients(missing))) {
            UncheckedIOException refused = assertThrows(UncheckedIOException.class, reading);
            assertEquals("can't read " + missing + " for TLS", refused.getMessage());
        }
        assertThrows(
                IllegalArgumentException.class, () -> standard.certificate(user.certificate(), user.certificate()));
    }

    @Test
    void connectionsAreReused() {
        try (HttpClient client = HttpClient.builder()
                .tls(ClientTls.standard().trust(server.certificate()))
                .build()) {
            for (int i = 0; i < 3; i++) {
                assertTrue(client.get(url("localhost"))
                        .text()
                        .await(TestClient.GENEROUS)
                        .startsWith("nobody"));
            }
            assertEquals(1, client.pool().opened());
        }
    }

    @Test
    void ourOwnServerIsSpokenToByHttp2() {
        try (TestServer own = TestServer.start(
                        request -> request.text().map(text -> Response.text(request.method() + " " + text)),
                        builder -> builder.tls(ServerTls.pem(server.certificate(), server.key())));
                HttpClient client = HttpClient.builder()
                        .tls(ClientTls.standard().trust(server.certificate()))
                        .build()) {
            String url = "https://localhost:" + own.port() + "/";
            List<String> answers = One.all(Stream.generate(() -> client.post(url)
                                    .withBody("x".repeat(50_000))
                                    .text())
                            .limit(50)
                            .toList())
                    .await(TestClient.GENEROUS);
            assertEquals("POST " + "x".repeat(50_000), answers.getLast());
            assertEquals(1, client.pool().opened());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void serversThatWantAnotherCertificateSaySo(boolean http2) throws IOException {
        TestKeys namesake = TestKeys.make(Files.createTempDirectory(folder, "namesake"), "user", "dns:user.test");
        ServerTls strict = ServerTls.pem(server.certificate(), server.key()).requireClients(user.certificate());
        ClientTls trusting = ClientTls.standard().trust(server.certificate());
        try (TestServer own =
                TestServer.start(request -> One.of(Response.text("fine")), builder -> builder.tls(strict))) {
            String where = "localhost:" + own.port();
            assertEquals(
                    "no secure connection to https://" + where + ": the server at " + where
                            + " asks for a certificate that it trusts: show one with"
                            + " ClientTls.standard().certificate(chain, key) (certificate_required)",
                    refusal(trusting, http2, where));
            assertTrue(refusal(trusting.certificate(namesake.certificate(), namesake.key()), http2, where)
                    .contains(" show one that it trusts with ClientTls."));
        }
    }

    private static String refusal(ClientTls tls, boolean http2, String where) {
        try (HttpClient client = HttpClient.builder().http2(http2).tls(tls).build()) {
            var text = begin(client.get("https://" + where + "/").text());
            return failure(text, Reason.TLS).getMessage().replace("GET https://" + where + "/: ", "");
        }
    }

    @Test
    void http2IsNotSpokenIfItIsNotOffered() {
        try (TestServer own = TestServer.start(
                        request -> One.of(Response.text("fine")),
                        builder -> builder.tls(ServerTls.pem(server.certificate(), server.key())));
                HttpClient client = HttpClient.builder()
                        .http2(false)
                        .tls(ClientTls.standard().trust(server.certificate()))
                        .build()) {
            String connection = client.get("https://localhost:" + own.port() + "/")
                    .send(response -> response.text().map(text -> text + response.header("transfer-encoding")))
                    .await(TestClient.GENEROUS);
            assertEquals("finenull", connection);
            assertEquals(1, client.pool().opened());
        }
    }

    @Test
    void aHandshakeThatDoesNotGoOnIsGivenUp() {
        VirtualTime time = new VirtualTime();
        try (RawServer silent = RawServer.start();
                HttpClient client = HttpClient.builder()
                        .clock(time)
                        .acquireTimeout(Duration.ofDays(1))
                        .build()) {
            var text =
                    begin(client.get("https://127.0.0.1:" + silent.port() + "/").text());
            RawSocket socket = silent.accept();
            socket.bytes(1);
            time.advance(Duration.ofMillis(4_999));
            until(() -> client.pool().connecting() == 1);
            TestClient.advanceUntil(time, Duration.ofMillis(1), text);
            assertTrue(failure(text, Reason.CONNECT).getMessage().contains("within 5 s (setting: handshakeTimeout)"));
        }
    }

    @Test
    void aServerThatSpeaksPlainIsRefused() {
        try (RawServer plain = RawServer.start();
                HttpClient client = HttpClient.create()) {
            var text =
                    begin(client.get("https://127.0.0.1:" + plain.port() + "/").text());
            RawSocket socket = plain.accept();
            socket.send("HTTP/1.1 400 Bad Request\r\n\r\n");
            String server = "127.0.0.1:" + plain.port();
            ClientException failure = failure(text, Reason.TLS);
            assertEquals(
                    "GET https://" + server + "/: no secure connection to https://" + server + ": the server at "
                            + server + " does not speak TLS on this port",
                    failure.getMessage());
            assertNull(failure.getCause());
        }
    }
}
