package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answer to a HEAD has no content (RFC 9110 section 9.3.2), also if it is refused before it is a request. */
@ExtendWith(NoLeaks.class)
class HeadRefusalsTest {
    private static final int FIELDS = 20;

    private final VirtualTime time = new VirtualTime();

    private TestServer start() {
        return TestServer.start(
                request -> One.of(Response.text("ok")),
                builder -> builder.clock(time).maxHeaderFields(FIELDS));
    }

    private static void assertSilent(int status, String answer) {
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
        assertTrue(answer.endsWith("\r\n\r\n"), answer);
    }

    @ParameterizedTest
    @CsvSource({"417, 1, 0", "414, 9000, 0", "431, 1, 20"})
    void haveNoContent(int status, int path, int fields) {
        String target = "/" + "x".repeat(path);
        String expect = status == 417 ? "Expect: more\r\n" : "";
        String head = target + " HTTP/1.1\r\nHost: a\r\n" + expect + "a: b\r\n".repeat(fields) + "\r\n";
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            assertTrue(server.ask("GET " + head).body().startsWith("{"));
            socket.send("HEAD " + head).finishSending();
            assertSilent(status, socket.rest());
        }
    }

    @ParameterizedTest
    @CsvSource({"417, 1, 0", "414, 9000, 0", "431, 1, 20"})
    void haveNoContentOverHttp2(int status, int path, int fields) {
        String[] more = new String[2 * fields];
        Arrays.fill(more, "a");
        String[] all = status == 417 ? new String[] {"expect", "more"} : more;
        try (TestServer server = start();
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "HEAD", "/" + "x".repeat(path), true, all);
            RawHttp2.Frame head = client.await(RawHttp2.HEADERS, 1);
            assertEquals(status, head.status());
            assertTrue(head.isLast());
            assertEquals(200, client.get(3, "/").reply(3).status()); // and the stream ends with it
            client.request(5, "GET", "/" + "x".repeat(path), true, all);
            assertTrue(client.reply(5).body().startsWith("{"));
        }
    }

    @Test
    void haveNoContentIfTheRestDoesNotCome() {
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            socket.send("HEAD / HTTP/1.1\r\n");
            server.roundTrip();
            for (int i = 0; i < 12; i++) {
                time.advance(Duration.ofSeconds(1));
                server.roundTrip();
            }
            socket.finishSending();
            assertSilent(408, socket.rest());
        }
    }

    /** What was asked before says nothing of what is refused. */
    @Test
    void ofOthersHaveContentAfterAHead() {
        try (TestServer server = start();
                RawSocket socket = server.connect()) {
            assertEquals(
                    200,
                    socket.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n").head().status());
            assertTrue(socket.send("GET / HTTP/1.1\r\n\r\n").reply().body().startsWith("{"));
        }
    }
}
