package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.net.tcp.TcpServer;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoLeaks.class)
class ProxyProtocolTest {
    private static final Handler WHO =
            request -> One.of(Response.text(request.remoteAddress().getAddress().getHostAddress() + " "
                    + (request.remoteAddress().getPort() == 56324)));
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

    private static TestServer start(UnaryOperator<HttpServer.Builder> options) {
        return TestServer.start(WHO, builder -> options.apply(builder.proxyProtocol("127.0.0.0/8")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void check(byte[] header, String client) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(header);
        all.writeBytes(bytes(GET));
        try (TestServer server = start(UnaryOperator.identity());
                RawSocket atOnce = server.connect();
                RawSocket slow = server.connect()) {
            assertEquals(client, atOnce.send(all.toByteArray()).reply().body().replace("127.0.0.1 false", "us"));
            for (byte each : all.toByteArray()) {
                slow.send(new byte[] {each});
            }
            assertEquals(client, slow.reply().body().replace("127.0.0.1 false", "us"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PROXY TCP4 192.0.2.1 192.0.2.2 56324 443, 192.0.2.1 true",
        "PROXY TCP6 2001:db8::1 2001:db8::2 56324 443, 2001:db8:0:0:0:0:0:1 true",
        "PROXY UNKNOWN, us",
        "PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535, us",
    })
    void linesAreRead(String line, String client) {
        check(bytes(line + "\r\n"), client);
    }

    @ParameterizedTest
    @CsvSource({
        "21 11 000c c0000201 c0000202 dc04 01bb, 192.0.2.1 true",
        "21 11 0010 c0000201 c0000202 dc04 01bb 04000100, 192.0.2.1 true", // with more that one may say
        "21 21 0024 20010db8000000000000000000000001 20010db8000000000000000000000002 dc04 01bb,"
                + " 2001:db8:0:0:0:0:0:1 true",
        "20 00 0000, us", // the proxy for itself
        "21 00 0000, us",
    })
    void theBinaryFormIsRead(String hex, String client) {
        check(HexFormat.of().parseHex(SIGNATURE + hex.replace(" ", "")), client);
    }

    @Test
    void http2MayBeginWithWhatIsReadOfTheHeader() throws Exception {
        try (TestServer server = start(UnaryOperator.identity());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(120_000);
            RawHttp2 client = RawHttp2.client(socket, "PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n");
            assertEquals("192.0.2.1 true", client.get(1, "/").reply(1).body());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "PROXY TCP4 192.0.2.1 192.0.2.2 56324\r\n",
                "PROXY TCP4 localhost 192.0.2.2 56324 443\r\n",
                "PROXY TCP4 192.0.2.1 192.0.2.2 99999 443\r\n",
                "PROXY UDP4 192.0.2.1 192.0.2.2 56324 443\r\n",
                "PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\n",
                "PROXY"
                    + " 0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
                    + "0123456789",
                "\r\n\r\n\0\r\nQUIT\n1\u0011\0\u000c............",
                "\r\n\r\n\0\r\nQUIT\n!\u0011\0\u0004....",
                "\r\n\r\n\0\r\nQUIT\n!\u0011\u0010\u0001",
            })
    void whatIsNoHeaderIsClosed(String wrong) throws Exception {
        try (Logged log = Logged.by("dev.weir.net");
                TestServer server = start(UnaryOperator.identity());
                RawSocket client = server.connect()) {
            client.send(wrong);
            log.next("a connection of the proxy ");
            assertEquals("", client.rest());
        }
    }

    @Test
    void whoSaysNothingIsClosed() {
        VirtualTime time = new VirtualTime();
        try (TestServer server = start(builder -> builder.clock(time));
                RawSocket client = server.connect()) {
            while (server.server().connections() == 0) { // nothing sent, as the kernel tells who closes on unread bytes
                Thread.onSpinWait();
            }
            while (server.server().connections() > 0) {
                time.advance(Duration.ofSeconds(1));
            }
            assertEquals("", client.rest());
        }
    }

    @Test
    void othersSpeakAsEver() {
        try (TestServer server = TestServer.start(WHO, builder -> builder.proxyProtocol("10.0.0.0/8", "::1"))) {
            assertEquals("127.0.0.1 false", server.ask(GET).body());
        }
        assertThrows(IllegalArgumentException.class, () -> HttpServer.builder().proxyProtocol("proxy.example"));
    }

    @Test
    void tlsComesAfterIt(@TempDir Path folder) throws Exception {
        Certificate identity = Certificate.of("localhost", folder);
        try (HttpServer server = HttpServer.builder()
                        .bind("127.0.0.1", 0)
                        .tls(ServerTls.pem(identity.chain(), identity.key()))
                        .proxyProtocol("127.0.0.1")
                        .handler(WHO)
                        .start()
                        .await(TestServer.GENEROUS);
                Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            plain.getOutputStream().write(bytes("PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n"));
            SSLSocket tls = (SSLSocket) Certificate.client(null, identity)
                    .getSocketFactory()
                    .createSocket(plain, "localhost", plain.getPort(), true);
            tls.getOutputStream().write(bytes("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
            String answer = new String(tls.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertEquals("192.0.2.1 true", answer.substring(answer.indexOf("\r\n\r\n") + 4));
        }
    }

    @Test
    void whoIsRefusedForTlsIsTheClient(@TempDir Path folder) throws Exception {
        Certificate identity = Certificate.of("localhost", folder);
        CompletableFuture<InetSocketAddress> refused = new CompletableFuture<>();
        try (HttpServer server = HttpServer.builder()
                        .bind("127.0.0.1", 0)
                        .tls(ServerTls.pem(identity.chain(), identity.key()))
                        .proxyProtocol("127.0.0.1")
                        .observe(new Observer() {
                            @Override
                            public void over(Exchanged exchange) {}

                            @Override
                            public void refused(InetSocketAddress client, int status, String detail) {
                                refused.complete(client);
                            }
                        })
                        .handler(WHO)
                        .start()
                        .await(TestServer.GENEROUS);
                RawSocket client = RawSocket.connect(server.port())) {
            client.send("PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n" + GET);
            assertEquals(400, client.reply().status());
            assertEquals(new InetSocketAddress("192.0.2.1", 56324), refused.join());
        }
    }

    @Test
    void tcpServersReadItToo() {
        try (TcpServer server = TcpServer.builder()
                        .bind("127.0.0.1", 0)
                        .proxyProtocol("127.0.0.1")
                        .handler(connection -> connection.sendLine(
                                connection.remoteAddress().getAddress().getHostAddress()))
                        .start()
                        .await(TestServer.GENEROUS);
                RawSocket client = RawSocket.connect(server.port())) {
            client.send("PROXY TCP4 192.0.2.1 192.0.2.2 56324 443\r\n");
            assertEquals("192.0.2.1\n", client.rest());
        }
    }
}
