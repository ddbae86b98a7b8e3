package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.Proxy;
import dev.weir.net.Resolver;
import dev.weir.net.http.HttpServer;
import dev.weir.rsocket.raw.RawFrame;
import dev.weir.rsocket.raw.RawPeer;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The ways between clients and servers: proxies and resolvers. */
class WaysTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final RSocket WHO = new RSocket() {
        @Override
        public One<Payload> requestResponse(Payload request) {
            return One.deferContextual(context -> {
                Caller caller = context.get(Caller.KEY);
                return One.of(Payload.of(caller.remoteAddress().getAddress().getHostAddress()));
            });
        }
    };

    private static RSocketServer tcp;
    private static HttpServer http;

    @BeforeAll
    static void start() {
        RSocketServer.Builder builder =
                RSocketServer.builder().bind("127.0.0.1", 0).handler(WHO);
        tcp = builder.start().await(GENEROUS);
        http = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(builder.webSocket())
                .start()
                .await(GENEROUS);
    }

    @AfterAll
    static void stop() {
        tcp.close();
        http.close();
    }

    /** Of a host that nobody knows, over TCP and over a WebSocket. */
    private static List<String> addresses() {
        return List.of("tcp://nowhere.test:" + tcp.port(), "ws://nowhere.test:" + http.port() + "/rsocket");
    }

    private static void checkLeadsThere(RSocketClient client, String address) {
        try (RSocketConnection connection = client.connect(address).await(GENEROUS)) {
            assertEquals(
                    "127.0.0.1",
                    connection
                            .requestResponse(Payload.of("who"))
                            .await(GENEROUS)
                            .text());
        }
    }

    @Test
    void tunnelsLeadThere() {
        try (Tunnels tunnels = new Tunnels()) {
            RSocketClient client = RSocketClient.builder()
                    .proxy(Proxy.http("127.0.0.1", tunnels.port()))
                    .build();
            addresses().forEach(address -> checkLeadsThere(client, address));
            assertEquals(List.of("nowhere.test:" + tcp.port(), "nowhere.test:" + http.port()), tunnels.asked);
        }
    }

    @Test
    void hostsAreFoundAsOneSays() {
        Resolver here = host -> host.equals("nowhere.test")
                ? One.of(List.of(InetAddress.getLoopbackAddress()))
                : One.fail(IllegalStateException::new);
        RSocketClient client = RSocketClient.builder().resolver(here).build();
        addresses().forEach(address -> checkLeadsThere(client, address));
    }

    @Test
    void aProxyInFrontSaysForWhomItConnects() {
        try (RSocketServer server = RSocketServer.builder()
                        .bind("127.0.0.1", 0)
                        .proxyProtocol("127.0.0.0/8")
                        .handler(WHO)
                        .start()
                        .await(GENEROUS);
                RawPeer proxied = RawPeer.connect(server.port());
                RawPeer without = RawPeer.connect(server.port())) {
            proxied.offer("PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n".getBytes(StandardCharsets.ISO_8859_1));
            String answer =
                    proxied.send(RawFrame.setup(), RawFrame.response(1, "who")).next();
            assertTrue(answer.endsWith(" 192.0.2.1"), answer);
            assertEquals("end", without.send(RawFrame.setup()).next());
        }
        RSocketServer.Builder builder = RSocketServer.builder();
        assertThrows(IllegalArgumentException.class, () -> builder.proxyProtocol("nowhere/99"));
    }
}
