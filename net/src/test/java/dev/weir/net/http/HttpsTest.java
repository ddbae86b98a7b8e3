package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS, with the JDK's and BoringSSL's; the peer is the JDK. */
@ExtendWith(NoLeaks.class)
class HttpsTest {
    private static final String PROVIDER = "dev.weir.net.tls";
    private static final byte[] LARGE = new byte[1_000_000];

    @TempDir
    private static Path directory;

    private static Certificate first;
    private static Certificate second;
    private static Certificate ofClient;

    @BeforeAll
    static void makeCertificates() {
        first = Certificate.of("first.test", directory);
        second = Certificate.of("second.test", directory);
        ofClient = Certificate.of("client.test", directory);
    }

    @AfterEach
    void forgetProvider() {
        System.clearProperty(PROVIDER);
    }

    private static ServerTls tls() {
        return ServerTls.pem(first.chain(), first.key());
    }

    private static TestedServer start(ServerTls tls) {
        return start(tls, UnaryOperator.identity());
    }

    private static TestedServer start(ServerTls tls, UnaryOperator<HttpServer.Builder> options) {
        Routes routes = Routes.create()
                .get("/", request -> One.of(Response.text(request.scheme() + " " + request.isSecure())))
                .get("/large", request -> One.of(Response.bytes("x/y", LARGE)))
                .get(
                        "/breaks",
                        request -> One.of(Response.stream(
                                "x/y",
                                Many.concat(
                                        Many.of(ByteBuffer.allocate(9)), Many.fail(() -> new IOException("gone"))))))
                .get(
                        "/who",
                        request -> One.of(Response.text(request.peerCertificates().stream()
                                .map(certificate ->
                                        certificate.getSubjectX500Principal().getName())
                                .toList()
                                .toString())))
                .post("/", request -> One.of(Response.stream("x/y", request.body())));
        HttpServer.Builder builder =
                HttpServer.builder().bind("127.0.0.1", 0).threads(1).tls(tls).handler(routes);
        return new TestedServer(options.apply(builder).start().await(TestServer.GENEROUS));
    }

    private record TestedServer(HttpServer server) implements AutoCloseable {
        @Override
        public void close() {
            server.close();
            server.closed().await(TestServer.GENEROUS);
        }

        HttpResponse<byte[]> send(SSLContext context, HttpClient.Version version, HttpRequest.Builder request)
                throws IOException, InterruptedException {
            try (HttpClient client =
                    HttpClient.newBuilder().sslContext(context).version(version).build()) {
                return client.send(
                        request.timeout(TestServer.GENEROUS).build(), HttpResponse.BodyHandlers.ofByteArray());
            }
        }

        HttpRequest.Builder to(String path) {
            return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port() + path));
        }

        String get(SSLContext context, String path) throws IOException, InterruptedException {
            return new String(send(context, HttpClient.Version.HTTP_2, to(path)).body(), StandardCharsets.UTF_8);
        }

        SSLSocket connect(SSLContext context, String name, String... protocols) throws IOException {
            SSLSocket socket = (SSLSocket)
                    context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port());
            SSLParameters parameters = socket.getSSLParameters();
            if (name != null) {
                parameters.setServerNames(List.of(new SNIHostName(name)));
            }
            parameters.setApplicationProtocols(protocols);
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(30_000);
            return socket;
        }

        String nameShownTo(SSLContext context, String name) throws IOException {
            try (SSLSocket socket = connect(context, name)) {
                socket.startHandshake();
                return socket.getSession().getPeerPrincipal().getName();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"jdk,HTTP_2", "jdk,HTTP_1_1", "openssl,HTTP_2", "openssl,HTTP_1_1"})
    void servesBothVersions(String provider, HttpClient.Version version) throws Exception {
        System.setProperty(PROVIDER, provider);
        SSLContext client = Certificate.client(null, first);
        try (TestedServer server = start(tls())) {
            HttpResponse<byte[]> small = server.send(client, version, server.to("/"));
            assertEquals(version, small.version());
            assertEquals("https true", new String(small.body(), StandardCharsets.UTF_8));
            assertEquals(
                    LARGE.length,
                    server.send(client, version, server.to("/large")).body().length);
            HttpRequest.Builder upload =
                    server.to("/").POST(HttpRequest.BodyPublishers.ofByteArray(new byte[2_000_000]));
            assertEquals(2_000_000, server.send(client, version, upload).body().length);
            assertThrows(IOException.class, () -> server.send(client, version, server.to("/breaks")));
        }
    }

    /** By TLS alone: its socket stays open, so that nothing else tells. */
    @ParameterizedTest
    @CsvSource({"http/1.1, false", "http/1.1, true", "h2, false"})
    void aClientThatSaysGoodbyeIsLeft(String protocol, boolean used) throws IOException {
        try (TestedServer server = start(tls());
                Socket below = new Socket("localhost", server.server.port())) {
            below.setSoTimeout(30_000);
            SSLSocket socket = (SSLSocket) Certificate.client(null, first)
                    .getSocketFactory()
                    .createSocket(below, "localhost", server.server.port(), false);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {protocol});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            if (used) {
                socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertTrue(socket.getInputStream().read() >= 0);
            }
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
            assertEquals(-1, below.getInputStream().read());
        }
    }

    @Test
    void agreesOnAProtocol() throws IOException {
        SSLContext client = Certificate.client(null, first);
        try (TestedServer server = start(tls())) {
            for (String protocol : List.of("h2", "http/1.1")) {
                try (SSLSocket socket = server.connect(client, null, "other", protocol)) {
                    socket.startHandshake();
                    assertEquals(protocol, socket.getApplicationProtocol());
                }
            }
            try (SSLSocket socket = server.connect(client, null, "other")) {
                socket.startHandshake();
                assertEquals("", socket.getApplicationProtocol());
            }
        }
    }

    /** An end that only the closing tells must not be told by a break. */
    @Test
    void aBreakIsNoEnd() throws IOException {
        SSLContext client = Certificate.client(null, first);
        try (TestedServer server = start(tls());
                SSLSocket socket = server.connect(client, null)) {
            socket.getOutputStream().write("GET /breaks HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThrows(IOException.class, () -> socket.getInputStream().readAllBytes());
        }
    }

    @Test
    void saysGoodbye() throws IOException {
        SSLContext client = Certificate.client(null, first);
        try (TestedServer server = start(tls());
                SSLSocket socket = server.connect(client, null)) {
            socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
        }
    }

    @Test
    void takesAKeyStore() throws Exception {
        try (TestedServer server = start(ServerTls.keyStore(second.store(), Certificate.PASSWORD))) {
            assertEquals("https true", server.get(Certificate.client(null, second), "/"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdk", "openssl"})
    void asksClientsForCertificates(String provider) throws Exception {
        System.setProperty(PROVIDER, provider);
        SSLContext nobody = Certificate.client(null, first);
        SSLContext known = Certificate.client(ofClient, first);
        SSLContext stranger = Certificate.client(second, first);
        try (TestedServer server = start(tls())) {
            assertEquals("[]", server.get(known, "/who"));
        }
        try (TestedServer server = start(tls().acceptClients(ofClient.chain()))) {
            assertEquals("[CN=client.test]", server.get(known, "/who"));
            assertEquals("[]", server.get(nobody, "/who"));
        }
        try (TestedServer server = start(tls().requireClients(ofClient.chain()))) {
            assertEquals("[CN=client.test]", server.get(known, "/who"));
            assertThrows(IOException.class, () -> server.get(nobody, "/who"));
            assertThrows(IOException.class, () -> server.get(stranger, "/who"));
        }
    }

    @Test
    void showsTheCertificateOfTheHost() throws IOException {
        ServerTls other = ServerTls.pem(second.chain(), second.key());
        try (TestedServer server = start(tls().host("second.test", other).host("*.Wild.test", other))) {
            assertEquals("CN=first.test", shownBy(server, null));
            assertEquals("CN=first.test", shownBy(server, "first.test"));
            assertEquals("CN=first.test", shownBy(server, "other.test"));
            assertEquals("CN=second.test", shownBy(server, "SECOND.test"));
            assertEquals("CN=second.test", shownBy(server, "a.wild.test"));
            assertEquals("CN=first.test", shownBy(server, "a.b.wild.test"));
            assertEquals("CN=first.test", shownBy(server, "wild.test"));
        }
    }

    /** Else whoever names a host that lets all in could ask for what others keep to those with a certificate. */
    @Test
    void aConnectionIsForTheHostOfItsHandshake() throws IOException {
        ServerTls other = ServerTls.pem(second.chain(), second.key());
        ServerTls kept = other.requireClients(ofClient.chain());
        try (TestedServer server =
                start(tls().host("second.test", kept).host("twin.test", kept).host("alias.test", tls()))) {
            for (String name : new String[] {null, "first.test"}) {
                for (String host : List.of("second.test", "SECOND.test.:443", "twin.test")) {
                    assertEquals("421", statusOf(server, null, name, " HTTP/1.1\r\nHost: " + host));
                    assertEquals(421, statusOfHttp2(server, null, name, host));
                }
                for (String host : List.of("first.test", "other.test:1", "127.0.0.1", "[::1]:443", "alias.test")) {
                    assertEquals("200", statusOf(server, null, name, " HTTP/1.1\r\nHost: " + host));
                    assertEquals(200, statusOfHttp2(server, null, name, host));
                }
                assertEquals("200", statusOf(server, null, name, " HTTP/1.0"));
            }
            for (String host : List.of("second.test", "twin.test")) {
                assertEquals("200", statusOf(server, ofClient, "second.test", " HTTP/1.1\r\nHost: " + host));
                assertEquals(200, statusOfHttp2(server, ofClient, "second.test", host));
            }
            assertEquals("421", statusOf(server, ofClient, "second.test", " HTTP/1.1\r\nHost: first.test"));
            assertEquals("421", statusOf(server, ofClient, "second.test", " HTTP/1.0"));
        }
    }

    /** What matters is the certificate that is shown, and which ones clients are asked for. */
    @Test
    void hostsOfOneCertificateAreOneHoweverItIsSaid() throws Exception {
        KeyStore keys = first.store();
        ServerTls stored = ServerTls.keyStore(keys, Certificate.PASSWORD);
        List<ServerTls> same = List.of(
                tls().host("alias.test", tls()).handshakeTimeout(Duration.ofSeconds(5)),
                tls().host("alias.test", tls().handshakeTimeout(Duration.ofSeconds(5))),
                stored.host("alias.test", ServerTls.keyStore(keys, Certificate.PASSWORD)));
        for (ServerTls tls : same) {
            try (TestedServer server = start(tls)) {
                assertEquals("200", statusOf(server, null, "first.test", " HTTP/1.1\r\nHost: alias.test"));
                assertEquals("200", statusOf(server, null, "alias.test", " HTTP/1.1\r\nHost: first.test"));
            }
        }
    }

    /** To a HEAD there is no content, also if it is for another host. */
    @Test
    void whoAsksForTheHeadAtTheWrongHostGetsNoMore() throws IOException {
        SSLContext client = Certificate.client(null, first, second);
        try (TestedServer server = start(tls().host("second.test", ServerTls.pem(second.chain(), second.key())));
                SSLSocket socket = server.connect(client, "first.test");
                SSLSocket again = server.connect(client, "first.test", "h2");
                RawHttp2 peer = RawHttp2.client(again)) {
            socket.getOutputStream()
                    .write("HEAD / HTTP/1.1\r\nHost: second.test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(answer.startsWith("HTTP/1.1 421 ") && answer.endsWith("\r\n\r\n"), answer);
            peer.headers(1, true, ":method", "HEAD", ":scheme", "https", ":path", "/", ":authority", "second.test");
            RawHttp2.Frame head = peer.await(RawHttp2.HEADERS, 1);
            assertEquals(421, head.status());
            assertTrue(head.isLast());
        }
    }

    private static String statusOf(TestedServer server, Certificate own, String name, String rest) throws IOException {
        SSLContext client = Certificate.client(own, first, second);
        try (SSLSocket socket = server.connect(client, name)) {
            socket.getOutputStream()
                    .write(("GET /" + rest + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readAllBytes();
            return new String(answer, StandardCharsets.US_ASCII).split(" ", 3)[1];
        }
    }

    private static int statusOfHttp2(TestedServer server, Certificate own, String name, String host)
            throws IOException {
        SSLContext client = Certificate.client(own, first, second);
        try (SSLSocket socket = server.connect(client, name, "h2");
                RawHttp2 peer = RawHttp2.client(socket)) {
            peer.headers(1, true, ":method", "GET", ":scheme", "https", ":path", "/", ":authority", host);
            return peer.reply(1).status();
        }
    }

    /** To a client that has no session: with one, the JDK's asks for the name of that. */
    private static String shownBy(TestedServer server, String name) throws IOException {
        return server.nameShownTo(Certificate.client(null, first, second), name);
    }

    @Test
    void takesNewCertificatesWhileItRuns() throws Exception {
        SSLContext client = Certificate.client(null, first, second);
        Path chain = Files.copy(first.chain(), directory.resolve("renewed-chain.pem"));
        Path key = Files.copy(first.key(), directory.resolve("renewed-key.pem"));
        ServerTls tls = ServerTls.pem(chain, key);
        try (TestedServer server = start(tls);
                SSLSocket open = server.connect(client, null)) {
            open.startHandshake();
            Files.writeString(chain, Files.readString(second.chain()));
            assertThrows(
                    RuntimeException.class, () -> server.server().reloadTls(tls).await(TestServer.GENEROUS));
            assertEquals("CN=first.test", shownBy(server, null), "a chain without its key changes nothing");
            Files.writeString(key, Files.readString(second.key()));
            server.server().reloadTls(tls).await(TestServer.GENEROUS);
            assertEquals("CN=second.test", shownBy(server, null));
            open.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertTrue(new String(open.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void aServerWithoutTlsHasNoneToReload() {
        try (TestServer server = TestServer.start(request -> One.of(Response.text("ok")))) {
            assertThrows(IllegalStateException.class, () -> server.server().reloadTls(tls()));
        }
    }

    @Test
    void aHandshakeHasADeadline() throws IOException {
        VirtualTime time = new VirtualTime();
        SSLContext client = Certificate.client(null, first);
        ServerTls tls = tls().handshakeTimeout(Duration.ofSeconds(5));
        try (TestedServer server = start(tls, builder -> builder.clock(time));
                RawSocket silent = RawSocket.connect(server.server().port());
                RawSocket slow = RawSocket.connect(server.server().port())) {
            slow.send("\u0016\u0003\u0001");
            server.nameShownTo(client, null); // so the loop has seen the two
            for (int i = 0; i < 8; i++) {
                time.advance(Duration.ofSeconds(1));
                server.nameShownTo(client, null);
            }
            assertEquals(0, silent.drainToEnd());
            assertEquals(0, slow.drainToEnd());
        }
    }

    @Test
    void oldVersionsAndPlainTextAreRefused() throws IOException {
        SSLContext client = Certificate.client(null, first);
        try (TestedServer server = start(tls())) {
            try (SSLSocket socket = server.connect(client, null)) {
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                socket.startHandshake();
                assertTrue(socket.getSession().getCipherSuite().contains("ECDHE"), "secret for good");
            }
            try (SSLSocket socket = server.connect(client, null)) {
                socket.setEnabledProtocols(new String[] {"TLSv1.2"});
                socket.setEnabledCipherSuites(new String[] {"TLS_RSA_WITH_AES_128_GCM_SHA256"});
                assertThrows(SSLException.class, socket::startHandshake);
            }
        }
    }

    /** It would cost us as much as a new connection, without being one that is counted. */
    @ParameterizedTest
    @ValueSource(strings = {"jdk", "openssl"})
    void keysAreAgreedOnOnce(String provider) throws IOException {
        System.setProperty(PROVIDER, provider);
        SSLContext client = Certificate.client(null, first);
        try (TestedServer server = start(tls());
                SSLSocket socket = server.connect(client, null)) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            assertThrows(IOException.class, () -> askAfterAnother(socket));
        }
    }

    private static int askAfterAnother(SSLSocket handshaken) throws IOException {
        handshaken.startHandshake();
        handshaken.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return handshaken.getInputStream().read();
    }

    @Test
    void whoSpeaksHttpToItIsToldSo() {
        for (ServerTls tls : List.of(tls(), tls().host("a.test", tls()))) {
            try (TestedServer server = start(tls);
                    RawSocket plain = RawSocket.connect(server.server().port())) {
                RawSocket.Reply reply =
                        plain.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").reply();
                assertEquals(400, reply.status());
                assertEquals("close", reply.header("connection"));
                assertEquals("This port speaks https only: ask it by https:// instead of http://.\n", reply.body());
                plain.drainToEnd();
            }
        }
    }

    @Test
    void saysWhatIsWrongWithFiles() throws IOException {
        Path missing = directory.resolve("missing.pem");
        Path old = Files.writeString(directory.resolve("old.pem"), "-----BEGIN RSA PRIVATE KEY-----\nAA==\n");
        Path locked =
                Files.writeString(directory.resolve("locked.pem"), "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n");
        assertTrue(failure(() -> ServerTls.pem(missing, first.key())).contains("can't read " + missing));
        assertTrue(failure(() -> ServerTls.pem(first.chain(), old)).contains("openssl pkcs8 -topk8"));
        assertTrue(failure(() -> ServerTls.pem(first.chain(), locked)).contains("is encrypted"));
        assertTrue(failure(() -> ServerTls.pem(first.key(), first.key())).contains("no certificates in PEM"));
        assertTrue(failure(() -> ServerTls.pem(first.chain(), first.chain())).contains("no key in PEM"));
        assertTrue(failure(() -> ServerTls.pem(first.chain(), second.key()))
                .contains("is not that of the first certificate"));
        assertTrue(failure(() -> tls().requireClients(missing)).contains("can't read " + missing));
        assertTrue(failure(() -> ServerTls.keyStore(first.store(), "wrong".toCharArray()))
                .contains("can't take a key"));
        assertThrows(IllegalArgumentException.class, () -> tls().host("a.*.b", tls()));
        assertThrows(IllegalArgumentException.class, () -> tls().host("a", tls().host("b", tls())));
        assertThrows(IllegalArgumentException.class, () -> tls().handshakeTimeout(Duration.ZERO));
    }

    private static String failure(Executable settings) {
        return String.valueOf(assertThrows(RuntimeException.class, settings).getMessage());
    }
}
