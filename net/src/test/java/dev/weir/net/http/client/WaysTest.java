package dev.weir.net.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.Proxy;
import dev.weir.net.Resolver;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpServer;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All clients get there by the same ways: proxies, resolvers, Unix domain sockets. */
@ExtendWith(NoLeaks.class)
class WaysTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Routes ROUTES = Routes.create()
            .get("/host", request -> One.of(Response.text(String.valueOf(request.header("host")))))
            .get("/socket", request -> WebSocket.accept(request, socket -> socket.send(socket.messages())));

    @TempDir
    static Path folder;

    private static HttpServer http;
    private static HttpServer local;
    private static TcpServer tcp;

    @BeforeAll
    static void start() {
        http = HttpServer.builder().bind("127.0.0.1", 0).handler(ROUTES).start().await(GENEROUS);
        local = HttpServer.builder()
                .bind(folder.resolve("socket"))
                .handler(ROUTES)
                .start()
                .await(GENEROUS);
        tcp = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.sendLines(connection.lines()))
                .start()
                .await(GENEROUS);
    }

    @AfterAll
    static void stop() {
        http.close();
        local.close();
        tcp.close();
    }

    private static One<String> echoed(WebSocketClient client, String uri) {
        return client.connect(
                uri,
                socket -> socket.send("hello")
                        .then(socket.messages().first())
                        .map(message -> message instanceof Message.Text text ? text.text() : "?"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tunnelsLeadThere(boolean socks) {
        try (TestProxy tunnels = socks ? TestProxy.socks5() : TestProxy.http()) {
            Proxy proxy = socks
                    ? Proxy.socks5("127.0.0.1", tunnels.port())
                    : Proxy.http("127.0.0.1", tunnels.port()).auth("me", "secret");
            assertEquals(
                    "hello",
                    TcpClient.builder()
                            .proxy(proxy)
                            .build()
                            .connect(
                                    "nowhere.test",
                                    tcp.port(),
                                    connection -> connection.sendLine("hello").then(connection.readLine()))
                            .await(GENEROUS));
            assertEquals(
                    "hello",
                    echoed(
                                    WebSocketClient.builder().proxy(proxy).build(),
                                    "ws://nowhere.test:" + http.port() + "/socket")
                            .await(GENEROUS));
            assertEquals(2, tunnels.asked.size());
        }
    }

    @Test
    void hostsAreFoundAsOneSays() {
        Resolver here = host -> host.equals("nowhere.test")
                ? One.of(List.of(InetAddress.getLoopbackAddress()))
                : One.fail(IllegalStateException::new);
        assertEquals(
                "hello",
                TcpClient.builder()
                        .resolver(here)
                        .build()
                        .connect(
                                "nowhere.test",
                                tcp.port(),
                                connection -> connection.sendLine("hello").then(connection.readLine()))
                        .await(GENEROUS));
        assertEquals(
                "hello",
                echoed(WebSocketClient.builder().resolver(here).build(), "ws://nowhere.test:" + http.port() + "/socket")
                        .await(GENEROUS));
    }

    @Test
    void allIsSpokenOverUnixSocketsToo() {
        Path socket = folder.resolve("socket");
        try (HttpClient client = HttpClient.builder()
                .socket(socket)
                .proxy(Proxy.http("127.0.0.1", 1))
                .build()) {
            assertEquals(
                    "nowhere.test",
                    client.get("http://nowhere.test/host").text().await(GENEROUS));
        }
        assertEquals(
                "hello",
                echoed(WebSocketClient.builder().socket(socket).build(), "ws://nowhere.test/socket")
                        .await(GENEROUS));
    }
}
