package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server of HTTP/2 that resets streams. */
@ExtendWith(NoLeaks.class)
class Http2ResetTest {
    private static final int MORE_THAN_A_CONNECTION_MAY_SEND = 150;

    private final VirtualTime time = new VirtualTime();
    private final TestClient test = TestClient.start(time, HttpClientBuilder::http2PriorKnowledge);

    @AfterEach
    void close() {
        test.close();
    }

    /** What has come of the response by then. */
    private enum Moment {
        NOTHING,
        INTERIM,
        HEAD,
        PART;

        void answer(RawHttp2 server, int stream) {
            switch (this) {
                case NOTHING -> {}
                case INTERIM -> server.headers(stream, false, ":status", "103");
                case HEAD -> server.headers(stream, false, ":status", "200");
                case PART -> server.headers(stream, false, ":status", "200").data(stream, "part", false);
            }
        }
    }

    static Stream<Http2Error> allButRefusals() {
        return Stream.of(Http2Error.values()).filter(error -> error != Http2Error.REFUSED_STREAM);
    }

    private List<One<String>> requests() {
        Many<ByteBuffer> goingOn = Many.never();
        return List.of(
                test.post("/").withBody("whole").text(),
                test.post("/").withBody(goingOn).text());
    }

    /** Whether none has come, nor comes of what was sent so far. */
    private static void assertNoReset(RawHttp2 server) {
        server.roundTrip();
        assertFalse(server.has(RawHttp2.RST_STREAM), "a reset was answered by a reset");
    }

    @ParameterizedTest
    @MethodSource("allButRefusals")
    void aResetIsNotAnswered(Http2Error error) {
        begin(test.get("/first").text());
        try (RawHttp2 server = test.server.acceptHttp2()) {
            server.await(RawHttp2.HEADERS);
            for (Moment moment : Moment.values()) {
                for (One<String> request : requests()) {
                    CompletableFuture<String> text = begin(request);
                    int stream = server.await(RawHttp2.HEADERS).stream();
                    moment.answer(server, stream);
                    server.reset(stream, (int) error.code());
                    assertNoReset(server);
                    until(text::isDone);
                }
            }
        }
    }

    @Test
    void norIsARefusal() {
        CompletableFuture<String> text = begin(test.get("/").text());
        try (RawHttp2 server = test.server.acceptHttp2()) {
            while (!text.isDone()) {
                server.frame(RawHttp2.PING, 0, 0, new byte[8]);
                RawHttp2.Frame frame =
                        server.await(any -> any.type() == RawHttp2.HEADERS || any.type() == RawHttp2.PING);
                if (frame.type() == RawHttp2.HEADERS) {
                    server.reset(frame.stream(), (int) Http2Error.REFUSED_STREAM.code());
                }
            }
            assertNoReset(server);
        }
    }

    /** It may have been done, on a connection that was used before as on any other. */
    @ParameterizedTest
    @MethodSource("allButRefusals")
    void whatWasResetIsNotSentAgain(Http2Error error) {
        begin(test.get("/first").text());
        try (RawHttp2 server = test.server.acceptHttp2()) {
            server.await(RawHttp2.HEADERS);
            for (Moment moment : Moment.values()) {
                CompletableFuture<String> text = begin(test.get("/").text());
                int stream = server.await(RawHttp2.HEADERS).stream();
                moment.answer(server, stream);
                server.reset(stream, (int) error.code());
                until(() -> {
                    server.roundTrip();
                    assertFalse(server.has(RawHttp2.HEADERS), "a request was sent again");
                    return text.isDone();
                });
                failure(text, Reason.CLOSED);
            }
        }
    }

    /** The connection was not one that the server had left before. */
    @Test
    void norIsWhatGotAHintBeforeTheConnectionWasLost() {
        begin(test.get("/first").text());
        try (RawHttp2 server = test.server.acceptHttp2()) {
            server.await(RawHttp2.HEADERS);
            CompletableFuture<String> text = begin(test.get("/").text());
            Moment.INTERIM.answer(server, server.await(RawHttp2.HEADERS).stream());
            server.roundTrip();
            server.leave();
            failure(text, Reason.CLOSED);
            assertEquals(1, test.client.pool().opened());
        }
    }

    /** Which has a second, however slowly it comes. */
    @Test
    void whatIsLeftOfABodyIsNotWaitedForWithoutEnd() {
        CompletableFuture<ByteBuffer> first =
                begin(test.get("/").send(response -> response.body().first()));
        try (RawHttp2 server = test.server.acceptHttp2()) {
            int stream = server.await(RawHttp2.HEADERS).stream();
            server.headers(stream, false, ":status", "200", "content-length", "60000");
            server.data(stream, "x", false).roundTrip();
            value(first);
            for (int i = 0; i < 4; i++) {
                time.advance(Duration.ofMillis(900));
                server.data(stream, "x", false).roundTrip();
            }
            server.resetOf(stream);
        }
    }

    /** They are not of this side's making. */
    @Test
    void aConnectionBearsManyResetsOfTheServer() {
        CompletableFuture<String> first = begin(test.post("/").withBody("x").text());
        try (RawHttp2 server = test.server.acceptHttp2()) {
            server.reset(server.await(RawHttp2.HEADERS).stream(), (int) Http2Error.INTERNAL_ERROR.code());
            failure(first, Reason.CLOSED);
            for (int i = 0; i < MORE_THAN_A_CONNECTION_MAY_SEND; i++) {
                CompletableFuture<String> text =
                        begin(test.post("/").withBody("x").text());
                server.reset(server.await(RawHttp2.HEADERS).stream(), (int) Http2Error.INTERNAL_ERROR.code());
                failure(text, Reason.CLOSED);
            }
            assertEquals(1, test.client.pool().opened());
        }
    }
}
