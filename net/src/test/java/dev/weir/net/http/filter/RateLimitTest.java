package dev.weir.net.http.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import dev.weir.testkit.VirtualTime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Limits of single clients and routes. */
class RateLimitTest {
    private static final Handler OK = request -> One.of(Response.text("ok"));

    private final VirtualTime time = new VirtualTime();

    private Response ask(Handler handler, Request request) throws Exception {
        return handler.handle(request)
                .withContext(context -> context.withClock(time))
                .await();
    }

    @Test
    void aBurstThenAtTheRate() throws Exception {
        Handler limited = OK.with(RateLimit.of(3, Duration.ofSeconds(30)));
        Request request = Request.of("GET", "/");
        for (int i = 0; i < 3; i++) {
            assertEquals(200, ask(limited, request).status());
        }
        Response refused = ask(limited, request);
        assertEquals(429, refused.status());
        assertEquals("10", refused.headers().get("retry-after"));
        time.advance(Duration.ofSeconds(9));
        assertEquals("1", ask(limited, request).headers().get("retry-after"));
        time.advance(Duration.ofSeconds(1));
        assertEquals(200, ask(limited, request).status());
        assertEquals(429, ask(limited, request).status());
        time.advance(Duration.ofMinutes(5));
        for (int i = 0; i < 3; i++) {
            assertEquals(200, ask(limited, request).status());
        }
        assertEquals(429, ask(limited, request).status());
    }

    @Test
    void eachClientHasItsOwn() throws Exception {
        Handler limited = OK.with(RateLimit.of(1, Duration.ofSeconds(30)).by(request -> request.query("user")));
        assertEquals(200, ask(limited, Request.of("GET", "/?user=a")).status());
        assertEquals(200, ask(limited, Request.of("GET", "/?user=b")).status());
        assertEquals(429, ask(limited, Request.of("GET", "/?user=a")).status());
        for (int i = 0; i < 3; i++) {
            assertEquals(200, ask(limited, Request.of("GET", "/")).status());
        }
    }

    /** Places are bounded: who is new when all are taken shares one, until those of others are free again. */
    @Test
    void thereArePlacesForSoMany() throws Exception {
        Handler limited = OK.with(RateLimit.of(1, Duration.ofSeconds(30)).by(request -> request.query("user")));
        for (int i = 0; i < 100_000; i++) {
            assertEquals(200, ask(limited, Request.of("GET", "/?user=" + i)).status());
        }
        assertEquals(200, ask(limited, Request.of("GET", "/?user=new")).status());
        assertEquals(429, ask(limited, Request.of("GET", "/?user=newer")).status());
        assertEquals(429, ask(limited, Request.of("GET", "/?user=7")).status());
        time.advance(Duration.ofSeconds(31));
        assertEquals(200, ask(limited, Request.of("GET", "/?user=newer")).status());
        assertEquals(200, ask(limited, Request.of("GET", "/?user=newest")).status());
    }

    @Test
    void placesAreFreeAsSoonAsWhatWasUsedIsThereAgain() throws Exception {
        Handler limited = OK.with(RateLimit.of(10, Duration.ofMinutes(10)).by(request -> request.query("user")));
        for (int i = 0; i < 100_000; i++) {
            assertEquals(200, ask(limited, Request.of("GET", "/?user=" + i)).status());
        }
        assertEquals(200, ask(limited, Request.of("GET", "/?user=new")).status());
        time.advance(Duration.ofSeconds(61));
        for (int i = 0; i < 11; i++) {
            assertEquals(200, ask(limited, Request.of("GET", "/?user=late" + i)).status());
        }
    }

    @Test
    void bodiesOfARouteMayBeSmaller() throws Exception {
        Handler length =
                request -> request.bytes().map(bytes -> Response.text(bytes.length + " of " + request.maxBody()));
        Handler limited = length.with(MaxBody.of(4));
        Request post = Request.of("POST", "/");
        assertEquals("4 of 4", ask(limited, post.withBody("1234")).textFor(post).await());
        assertEquals(413, status(limited, post.withBody("12345")));
        assertEquals(
                "4 of 4",
                ask(limited.with(MaxBody.of(8)), post.withBody("1234"))
                        .textFor(post)
                        .await());
        assertEquals(
                "4 of 4",
                ask(length.with(MaxBody.of(8)).with(MaxBody.of(4)), post.withBody("1234"))
                        .textFor(post)
                        .await());
        Many<ByteBuffer> pieces =
                Many.of("12", "34", "5").map(text -> ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        assertEquals(413, status(limited, post.withBody(pieces)));
        Handler streaming = request -> request.body()
                .reduce(() -> 0, (sum, piece) -> sum + piece.remaining())
                .map(sum -> Response.text("" + sum));
        assertEquals(413, status(streaming.with(MaxBody.of(4)), post.withBody(pieces)));
        assertEquals(200, status(streaming.with(MaxBody.of(5)), post.withBody(pieces)));
    }

    private int status(Handler handler, Request request) throws Exception {
        try {
            return ask(handler, request).status();
        } catch (dev.weir.net.http.HttpException refused) {
            return refused.status();
        }
    }

    @Test
    void aLineIsHeldToTheServersLimitAlsoWhereABodyMayBeLarger() {
        Handler lines = request -> request.asMany(String.class).count().map(count -> Response.text("" + count));
        try (TestServer server = TestServer.start(lines.with(MaxBody.of(100_000)), builder -> builder.maxBody(1_000))) {
            String line = "\"" + "x".repeat(2_000) + "\"\n";
            String head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-ndjson\r\nContent-Length: ";
            assertEquals(
                    413, server.ask(head + line.length() + "\r\n\r\n" + line).status());
        }
    }
}
