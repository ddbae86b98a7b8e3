package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Broadcast;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the client goes, what runs for it is cancelled, whether it says good-bye or not. */
@ExtendWith(NoLeaks.class)
class DisconnectTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private final CompletableFuture<Ending> ended = new CompletableFuture<>();

    private void assertCancelled(boolean abruptly, String request, boolean headComes, Handler handler) {
        try (TestServer server = TestServer.start(handler)) {
            RawSocket socket = server.connect();
            socket.send(request);
            if (headComes) {
                assertEquals(200, socket.head().status());
                assertEquals(1, server.server().streams());
            } else {
                server.roundTrip();
            }
            socket.leave(abruptly);
            assertEquals(
                    Ending.CANCELLED, ended.orTimeout(120, TimeUnit.SECONDS).join());
            server.roundTrip();
            assertEquals(0, server.server().inFlight());
            assertEquals(0, server.server().streams());
            assertEquals(1, server.server().connections(), "only the test's own");
        }
    }

    private <T> Many<T> watched(Many<T> source) {
        return source.doFinally(ended::complete);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandlerThatStillWorks(boolean abruptly) {
        assertCancelled(abruptly, GET, false, request -> One.<Response>never().doFinally(ended::complete));
    }

    /** What is there to be read hides the reset, over epoll, from everybody who does not read it. */
    @Test
    void aHandlerThatDoesNotReadWhatIsThere() {
        String post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n" + "x".repeat(400_000);
        assertCancelled(true, post, false, request -> One.<Response>never().doFinally(ended::complete));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEventStreamThatIsQuiet(boolean abruptly) {
        assertCancelled(abruptly, GET, true, request -> One.of(Response.sse(watched(Many.never()))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aListenerOfABroadcast(boolean abruptly) {
        Broadcast<ServerSentEvent> ticks = Broadcast.create();
        assertCancelled(abruptly, GET, true, request -> One.of(Response.sse(watched(ticks.listen(Overflow.latest())))));
        assertEquals(0, ticks.listenerCount());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStreamThatWaitsForTheClientToRead(boolean abruptly) {
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.allocate(1000));
        assertCancelled(abruptly, GET, true, request -> One.of(Response.stream("x/y", watched(endless))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandlerThatReadsABody(boolean abruptly) {
        String request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf";
        assertCancelled(
                abruptly,
                request,
                false,
                asked -> asked.text().map(Response::text).doFinally(ended::complete));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEchoOfABodyThatStillComes(boolean abruptly) {
        String request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf";
        assertCancelled(abruptly, request, true, asked -> One.of(Response.stream("x/y", watched(asked.body()))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBodyReaderApartFromTheResponseSeesAFailure(boolean abruptly) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Handler handler = request -> {
            request.body().subscribe(piece -> {}, failure::complete, () -> {});
            return One.<Response>never().doFinally(ended::complete);
        };
        String request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf";
        assertCancelled(abruptly, request, false, handler);
        String message = failure.orTimeout(120, TimeUnit.SECONDS).join().getMessage();
        assertTrue(message.startsWith("the client closed the connection"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\nHo", "\r", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx"})
    void nothingIsLeftOfAClientThatGoesMidway(String start) {
        Function<Request, One<Response>> late = request -> request.text().map(Response::text);
        try (TestServer server = TestServer.start(late::apply)) {
            RawSocket socket = server.connect();
            socket.send(start);
            server.roundTrip();
            socket.leave(false);
            while (server.server().connections() > 1) {
                server.roundTrip();
            }
            assertEquals(0, server.server().inFlight());
        }
    }
}
