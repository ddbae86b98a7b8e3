package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.link.Frame;
import dev.weir.net.link.Framing;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of peers that do not speak RSocket are told so, whenever they ask. */
class StrangersTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final String HTTP = "the peer answers with HTTP, not RSocket: is the port right?";
    private static final String FIRST_FRAME = "the peer has ended in the middle of its first frame";

    /** Answers whatever comes first, byte by byte, then does nothing; or ends. */
    private static ServerSocket stranger(String answer, boolean ends) throws IOException {
        ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            try (Socket peer = listening.accept()) {
                peer.setTcpNoDelay(true);
                assertTrue(peer.getInputStream().read() >= 0);
                for (byte one : answer.getBytes(StandardCharsets.ISO_8859_1)) {
                    peer.getOutputStream().write(one);
                }
                if (ends) {
                    peer.shutdownOutput();
                }
                peer.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException brokenOff) {
                // by the client, as it may
            }
        });
        return listening;
    }

    private static void check(RSocketClient client, int port, String told) {
        try (RSocketConnection connection =
                client.connect("tcp://127.0.0.1:" + port).await(GENEROUS)) {
            for (String when : List.of("at once", "later")) {
                RSocketException failure = assertThrows(
                        RSocketException.class,
                        () -> connection.requestResponse(Payload.of("x")).await(GENEROUS),
                        when);
                assertTrue(failure.getMessage().contains(told), failure::getMessage);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1.0,false", "1.1,false", "1.1,true"})
    void whoAnswersWithHttp(String version, boolean ends) throws Exception {
        String answer = "HTTP/" + version + " 400 Bad Request\r\n\r\n";
        for (RSocketClient client : List.of(
                RSocketClient.create(),
                RSocketClient.builder().resume(Duration.ofHours(1)).build())) {
            try (ServerSocket stranger = stranger(answer, ends)) {
                check(client, stranger.getLocalPort(), HTTP);
            }
        }
    }

    @Test
    void ourHttpServer() {
        try (HttpServer server = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(request -> One.of(Response.text("hello")))
                .start()
                .await(GENEROUS)) {
            check(RSocketClient.create(), server.port(), HTTP);
        }
    }

    /** An alert of TLS, whose client speaks none; and what ends before it can be told from RSocket. */
    @ParameterizedTest
    @ValueSource(strings = {"\u0015\u0003\u0003\u0000\u0002\u0002F", "HTTP/1", "SSH-2.0-x\r\n"})
    void whoEndsInTheFirstFrame(String answer) throws Exception {
        try (ServerSocket stranger = stranger(answer, true)) {
            check(RSocketClient.create(), stranger.getLocalPort(), FIRST_FRAME);
        }
    }

    private static long length(String begun) throws ProtocolException {
        return RSocketServer.FRAMES.length(new Frame(begun.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Frames of that length there are, on streams and of the connection; but not pushed metadata of a stream. */
    @Test
    void framesAreNotTakenForHttp() throws Exception {
        int htt = 3 + 0x485454;
        assertEquals(Framing.UNKNOWN, length("HT"));
        assertEquals(Framing.UNKNOWN, length("HTTP/1."));
        assertEquals(htt, length("HTT\0\0\0\u00000\u0000"));
        assertEquals(htt, length("HTTP/1/0"));
        assertEquals(htt, length("HTTP/1.("));
        assertEquals(htt, length("HTTP/1.2"));
        assertThrows(ProtocolException.class, () -> length("HTTP/1.0"));
        assertThrows(ProtocolException.class, () -> length("HTTP/1.1 200 OK"));
    }
}
