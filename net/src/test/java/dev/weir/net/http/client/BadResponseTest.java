package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.client.ClientException.Reason;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that misbehave. */
@ExtendWith(NoLeaks.class)
class BadResponseTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\n";

    private static Object answer(String bytes, boolean close) {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.get("/").text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(bytes);
            if (close) {
                socket.close();
            }
            return value(text.handle((value, failure) -> value != null ? value : failure));
        }
    }

    private static void assertRefused(String bytes, Reason reason) {
        Object outcome = answer(bytes, false);
        assertTrue(outcome instanceof ClientException known && known.reason() == reason, outcome.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n",
                "http/1.1 200 OK\r\n\r\n",
                "HTTP/1.1  200 OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 2000 OK\r\n\r\n",
                "HTTP/1.1 099 OK\r\n\r\n",
                "HTTP/1.1 200 O\u0000K\r\n\r\n",
                "HTTP/1.1 200 OK\n\n",
                "HTTP/2 200\r\n\r\n",
                "HTTP/1.2 200 OK\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\n\r\n",
                "HTTP/1.1 200 OK\r\n A: b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA: b\u0085c\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA : b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n",
                "HTTP/1.1 200 OK\r\n: b\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
                "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 1\r\n\r\n"
            })
    void whatIsNoHttpIsRefused(String bytes) {
        assertRefused(bytes, Reason.PROTOCOL);
    }

    @Test
    void interimResponsesWithoutEndAreRefused() {
        String hint = "HTTP/1.1 103 Early Hints\r\n\r\n";
        assertEquals("ok", answer(hint.repeat(32) + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", false));
        assertRefused(hint.repeat(33), Reason.PROTOCOL);
    }

    @Test
    void headsThatAreTooLargeAreRefused() {
        assertRefused(HEAD + "A: " + "x".repeat(70_000), Reason.PROTOCOL);
        assertRefused(HEAD + "A: b\r\n".repeat(201) + "\r\n", Reason.PROTOCOL);
        assertRefused("HTTP/1.1 200 " + "x".repeat(70_000), Reason.PROTOCOL);
        assertRefused("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(33), Reason.PROTOCOL);
    }

    @Test
    void aConnectionThatEndsTooEarlyIsAFailure() {
        for (String bytes : new String[] {
            "",
            "HTTP/1.1 20",
            HEAD,
            HEAD + "Content-Length: 3\r\n\r\nab",
            HEAD + "Transfer-Encoding: chunked\r\n\r\n",
            HEAD + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n",
            HEAD + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n"
        }) {
            Object outcome = answer(bytes, true);
            assertTrue(
                    outcome instanceof ClientException known && known.reason() == Reason.CLOSED,
                    bytes + " -> " + outcome);
        }
    }

    @Test
    void aBodyWithoutLengthEndsWithTheConnection() {
        assertEquals("all of it", answer(HEAD + "\r\nall of it", true));
        assertEquals("", answer(HEAD + "\r\n", true));
        assertEquals("old", answer("HTTP/1.0 200 OK\r\n\r\nold", true));
        assertEquals("", answer("HTTP/1.1 204\r\nTransfer-Encoding: chunked\r\n\r\n", false));
        assertEquals("x".repeat(100_000), answer(HEAD + "\r\n" + "x".repeat(100_000), true));
    }

    @Test
    void aBodyThatIsCutOffByAResetIsAFailure() {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(HEAD + "\r\nnot all");
            ClientResponse response = value(text);
            socket.leave(true);
            failure(begin(response.text()), Reason.CLOSED);
        }
    }

    @Test
    void trailersAndExtensionsAreIgnored() {
        assertEquals(
                "ab",
                answer(HEAD + "Transfer-Encoding: chunked\r\n\r\n2;a=\"b\"\r\nab\r\n0\r\nDigest: x\r\n\r\n", false));
    }

    @Test
    void aResponseMayComeByteByByte() {
        try (TestClient test = TestClient.start()) {
            var text = begin(test.get("/").text());
            RawSocket socket = test.accept();
            socket.request();
            for (char c : (HEAD + "A: b\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n").toCharArray()) {
                socket.send(String.valueOf(c));
            }
            assertEquals("abc", value(text));
        }
    }

    @Test
    void aBodyThatIsLargerThanMayBeIsAFailure() {
        try (TestClient test = TestClient.start(builder -> builder.maxBody(10))) {
            var text = begin(test.get("/").text());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(HEAD + "Content-Length: 11\r\n\r\n" + "x".repeat(11));
            ClientException large = failure(text, Reason.TOO_LARGE);
            assertTrue(
                    large.getMessage().contains("larger than 10 bytes (setting: maxBody); saveTo(..)"),
                    large.getMessage());
        }
    }

    @Test
    void nobodyAnswers() {
        TestClient test = TestClient.start();
        test.server.close();
        ClientException refused = failure(begin(test.get("/").text()), Reason.CONNECT);
        assertTrue(
                refused.getMessage().contains("can't connect to 127.0.0.1:" + test.server.port()),
                refused.getMessage());
        test.close();
        assertEquals(0, test.client.pool().connections());
    }

    @Test
    void anEarlyAnswerEndsTheRequest() {
        try (TestClient test = TestClient.start()) {
            var cancelled = new java.util.concurrent.CompletableFuture<dev.weir.Ending>();
            dev.weir.Many<java.nio.ByteBuffer> endless =
                    dev.weir.Many.<java.nio.ByteBuffer>never().doFinally(cancelled::complete);
            var answer = begin(test.post("/")
                    .withBody(endless)
                    .send(response -> response.text().map(text -> response.status() + " " + text)));
            RawSocket socket = test.accept();
            socket.requestHead();
            socket.send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno");
            assertEquals("413 no", value(answer));
            assertEquals(dev.weir.Ending.CANCELLED, value(cancelled));
            assertEquals("", socket.rest());
        }
    }

    @Test
    void anEarlyAnswerIsReadAlthoughTheServerStoppedReading() {
        try (TestClient test = TestClient.start()) {
            dev.weir.Many<java.nio.ByteBuffer> endless =
                    dev.weir.Many.range(0, Integer.MAX_VALUE).map(i -> java.nio.ByteBuffer.wrap(new byte[1024]));
            var answer = begin(test.post("/").withBody(endless).send(response -> One.of(response.status())));
            RawSocket socket = test.accept();
            socket.requestHead();
            socket.send("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
            assertEquals(413, value(answer));
        }
    }

    @Test
    void aStreamThatFailsFailsTheRequest() {
        try (TestClient test = TestClient.start()) {
            var answer = begin(test.post("/")
                    .withBody(Many.fail(() -> new IllegalStateException("no more")))
                    .text());
            RawSocket socket = test.accept();
            ClientException failed = failure(answer, Reason.BODY);
            assertEquals("no more", failed.getCause().getMessage());
            socket.drainToEnd();
        }
    }

    @Test
    void aStreamOfMoreThanItsLengthFailsTheRequest() {
        try (TestClient test = TestClient.start()) {
            for (int first = 3; first <= 4; first++) {
                Many<ByteBuffer> body = Many.of(ByteBuffer.allocate(first), ByteBuffer.allocate(1));
                var wrong = begin(test.post("/").withBody(3, body).text());
                test.accept().drainToEnd();
                assertTrue(failure(wrong, Reason.BODY).getMessage().contains("more than the 3 bytes"));
            }
        }
    }

    @Test
    void aFailureWhoseBodyBreaksOffIsStillThatFailure() {
        for (String rest :
                List.of("Content-Length: 9\r\n\r\nbusy", "Transfer-Encoding: chunked\r\n\r\n4\r\nbusy\r\n")) {
            Object outcome = answer("HTTP/1.1 503 Busy\r\n" + rest, true);
            assertTrue(
                    outcome instanceof StatusException known
                            && known.status() == 503
                            && known.body().equals("busy"),
                    rest + " -> " + outcome);
        }
    }
}
