package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.GENEROUS;
import static dev.weir.net.http.client.TestClient.OK;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.net.ClientTls;
import dev.weir.net.NoLeaks;
import dev.weir.net.Proxy;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(NoLeaks.class)
class ProxyTest {
    @TempDir
    static Path folder;

    @Test
    void plainRequestsAreForwarded() {
        try (RawServer proxy = RawServer.start();
                HttpClient client = HttpClient.builder()
                        .proxy(Proxy.http("127.0.0.1", proxy.port()).auth("me", "secret"))
                        .build()) {
            var text = begin(client.get("http://nowhere.test:81/a?b").text());
            RawSocket socket = proxy.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("GET http://nowhere.test:81/a?b HTTP/1.1", asked.line());
            assertEquals("nowhere.test:81", asked.header("host"));
            assertEquals("Basic bWU6c2VjcmV0", asked.header("proxy-authorization"));
            socket.send(OK);
            assertEquals("ok", value(text));
        }
    }

    /** RFC 9112 section 3.2.4: the last proxy makes a star of it. */
    @Test
    void aServerAsAWholeHasNoPath() {
        try (RawServer proxy = RawServer.start();
                HttpClient client = HttpClient.builder()
                        .proxy(Proxy.http("127.0.0.1", proxy.port()))
                        .build()) {
            var text = begin(client.request("OPTIONS", "http://nowhere.test:81").text());
            RawSocket socket = proxy.accept();
            assertEquals(
                    "OPTIONS http://nowhere.test:81 HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals("ok", value(text));
            text = begin(client.request("OPTIONS", "http://nowhere.test:81/").text());
            assertEquals(
                    "OPTIONS http://nowhere.test:81/ HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals("ok", value(text));
        }
    }

    /** What comes before TLS is nobody's answer. */
    @Test
    void whatComesWithTheTunnelIsNotTakenForTheServers() {
        try (RawServer proxy = RawServer.start();
                HttpClient client = HttpClient.builder()
                        .proxy(Proxy.http("127.0.0.1", proxy.port()))
                        .build()) {
            var text = begin(client.get("https://nowhere.test/").text());
            RawSocket socket = proxy.accept();
            socket.request();
            socket.send("HTTP/1.1 200 Fine\r\n\r\n" + OK);
            failure(text, Reason.TLS);
        }
    }

    @Test
    void httpsGoesThroughATunnel() throws IOException {
        TestKeys keys = TestKeys.make(folder, "server", "dns:localhost,dns:named.test");
        HttpsServer https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(keys.context(keys)));
        https.createContext("/", exchange -> {
            String seen = exchange.getRequestHeaders().getFirst("Proxy-Authorization") + exchange.getRequestURI();
            exchange.sendResponseHeaders(200, seen.length());
            exchange.getResponseBody().write(seen.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            exchange.close();
        });
        https.start();
        for (boolean socks : new boolean[] {false, true}) {
            try (TestProxy proxy = socks ? TestProxy.socks5() : TestProxy.http();
                    HttpClient client = HttpClient.builder()
                            .tls(ClientTls.standard().trust(keys.certificate()))
                            .proxy(
                                    socks
                                            ? Proxy.socks5("127.0.0.1", proxy.port())
                                            : Proxy.http("127.0.0.1", proxy.port())
                                                    .auth("me", "secret"))
                            .build()) {
                int port = https.getAddress().getPort();
                String url = "https://named.test:" + port + "/x";
                assertEquals("null/x", client.get(url).text().await(GENEROUS));
                assertEquals("null/x", client.get(url).text().await(GENEROUS));
                assertEquals(1, proxy.asked.size());
                String asked = proxy.asked.getFirst();
                if (socks) {
                    assertEquals("named.test:" + port, asked);
                } else {
                    assertTrue(asked.startsWith("CONNECT named.test:" + port + " HTTP/1.1\r\n"), asked);
                    assertTrue(asked.toLowerCase(java.util.Locale.ROOT)
                            .contains("proxy-authorization: basic bwu6c2vjcmv0"));
                }
            }
        }
        https.stop(0);
    }

    @Test
    void socksIsForPlainRequestsToo() {
        try (TestProxy proxy = TestProxy.socks5();
                RawServer server = RawServer.start();
                HttpClient client = HttpClient.builder()
                        .proxy(Proxy.socks5("127.0.0.1", proxy.port()).auth("me", "secret"))
                        .build()) {
            var text = begin(
                    client.get("http://named.test:" + server.port() + "/x").text());
            RawSocket socket = server.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("GET /x HTTP/1.1", asked.line());
            assertNull(asked.header("proxy-authorization"));
            socket.send(OK);
            assertEquals("ok", value(text));
            assertEquals("me:secret", proxy.asked.getFirst());
        }
    }

    @Test
    void aProxyThatRefusesIsNamed() {
        try (TestProxy proxy = TestProxy.refusing("407 Who");
                HttpClient client = HttpClient.builder()
                        .proxy(Proxy.http("127.0.0.1", proxy.port()))
                        .build()) {
            ClientException refused =
                    failure(begin(client.get("https://a.test/").text()), Reason.CONNECT);
            assertTrue(
                    refused.getMessage().contains("no tunnel by http proxy 127.0.0.1:" + proxy.port()),
                    refused.getMessage());
            assertTrue(refused.getMessage().contains("407"), refused.getMessage());
        }
    }

    @Test
    void aProxyThatIsSilentIsGivenUp() {
        VirtualTime time = new VirtualTime();
        try (RawServer silent = RawServer.start();
                HttpClient client = HttpClient.builder()
                        .clock(time)
                        .acquireTimeout(Duration.ofDays(1))
                        .proxy(Proxy.socks5("127.0.0.1", silent.port()))
                        .build()) {
            var text = begin(client.get("http://a.test/").text());
            silent.accept().bytes(1);
            TestClient.advanceUntil(time, Duration.ofMillis(100), text);
            assertTrue(failure(text, Reason.CONNECT).getMessage().contains("handshakeTimeout"));
        }
    }

    @Test
    void theProxyIsChosenForEachRequest() {
        try (TestClient test = TestClient.start(
                builder -> builder.proxy(uri -> uri.getPath().equals("/direct") ? null : Proxy.http("127.0.0.1", 9)))) {
            var text = begin(test.get("/direct").text());
            RawSocket socket = test.accept();
            assertEquals("GET /direct HTTP/1.1", socket.request().line());
            socket.send(OK);
            assertEquals("ok", value(text));
            failure(begin(test.get("/other").text()), Reason.CONNECT);
        }
    }
}
