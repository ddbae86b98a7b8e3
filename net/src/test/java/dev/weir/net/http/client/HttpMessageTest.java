package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.Many;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpMessage;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same names mean the same for requests and responses, a server's and a client's. */
@ExtendWith(NoLeaks.class)
class HttpMessageTest {
    private static <M extends HttpMessage<M>> void assertFields(M message) {
        M twice = message.withHeader("X-A", "1").addHeader("x-a", "2");
        assertEquals(List.of("1", "2"), twice.headers().all("X-A"));
        assertEquals("1", twice.header("x-a"));
        assertEquals(List.of("3"), twice.withHeader("x-A", "3").headers().all("X-A"));
        assertNull(twice.withoutHeader("X-a").header("X-A"));
        assertEquals(
                "[X-B: 4]", twice.withHeaders(Headers.of("X-B", "4")).headers().toString());
        assertNull(message.header("X-A"), "it was changed itself");
        assertThrows(IllegalArgumentException.class, () -> message.withHeader("X A", "1"));
        assertThrows(IllegalArgumentException.class, () -> message.addHeader("X-A", "1\n2"));
        assertEquals(
                3,
                twice.withHeaders(twice.headers().and("X-B", "4")).headers().size()
                        - message.headers().size());
        assertThrows(NullPointerException.class, () -> message.withBody((String) null));
        assertThrows(NullPointerException.class, () -> message.withBody((byte[]) null));
        assertThrows(NullPointerException.class, () -> message.withBody((Many<ByteBuffer>) null));
    }

    private static <M extends HttpMessage<M>> void assertOwnFields(M message) {
        assertThrows(IllegalArgumentException.class, () -> message.withHeader("Content-Length", "1"));
        assertThrows(IllegalArgumentException.class, () -> message.addHeader("Connection", "close"));
        assertThrows(
                IllegalArgumentException.class, () -> message.withHeaders(Headers.of("X", "1", "upgrade", "other")));
    }

    @Test
    void whatIsSent() {
        Request request = Request.of("POST", "/");
        try (TestClient test = TestClient.start()) {
            ClientRequest asking = test.post("/");
            assertFields(request);
            assertFields(Response.empty(200));
            assertFields(asking);
            assertOwnFields(Response.empty(200));
            assertOwnFields(asking);
            Request latin =
                    request.withHeader("Content-Type", "text/x; charset=latin1").withHeader("Content-Encoding", "gzip");
            assertEquals("ä", latin.withBody("ä").text().await());
            assertEquals("text/x; charset=utf-8", latin.withBody("ä").header("Content-Type"));
            Response response = Response.html("<p>").withBody("ä");
            assertEquals("ä", response.textFor(request).await());
            assertEquals("text/html; charset=utf-8", response.header("content-type"));
            Request nothing = request.withHeader("Content-Type", "charset=latin1");
            assertEquals("ä", nothing.withBody("ä").text().await());
            assertEquals("text/plain; charset=utf-8", asking.withBody("ä").header("Content-Type"));
            ClientRequest latinToo = asking.withHeader("Content-Type", "text/x; charset=latin1");
            var answered = begin(latinToo.withBody("ä").text());
            RawSocket socket = test.accept();
            RawSocket.Asked asked = socket.request();
            assertEquals("ä", asked.body());
            assertEquals("text/x; charset=utf-8", asked.header("content-type"));
            socket.send(TestClient.OK);
            assertEquals("ok", value(answered));
        }
    }

    @Test
    void whatAClientGets() {
        try (TestClient test = TestClient.start()) {
            var sent = begin(test.get("/").send());
            RawSocket socket = test.accept();
            socket.request();
            socket.send(TestClient.OK);
            ClientResponse response = value(sent);
            assertFields(response);
            assertEquals(2, response.length());
            ClientResponse other = response.withBody("three");
            assertEquals(5, other.length());
            byte[] four = "four".getBytes(StandardCharsets.US_ASCII);
            Response forwarded =
                    response.withBody(Many.of(ByteBuffer.wrap(four))).forward();
            assertEquals(-1, forwarded.length());
            assertEquals("four", forwarded.textFor(Request.of("GET", "/")).await());
            assertEquals("three", value(begin(other.text()))); // and lets go of what came, which nobody reads any more
            until(() -> test.client.heldBytes() == 0);
        }
    }
}
