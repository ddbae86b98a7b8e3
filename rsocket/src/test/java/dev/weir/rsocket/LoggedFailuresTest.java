package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

/** A handler that fails is logged with the application's own frames, and none of the event loop's. */
class LoggedFailuresTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private static Throwable logged(RSocket handler, Function<RSocketConnection, One<?>> asking) throws Exception {
        return line(handler, asking).getThrown();
    }

    private static LogRecord line(RSocket handler, Function<RSocketConnection, One<?>> asking) throws Exception {
        try (KeptLog log = new KeptLog();
                RSocketServer server = RSocketServer.builder()
                        .bind("127.0.0.1", 0)
                        .handler(handler)
                        .start()
                        .await(GENEROUS);
                RSocketConnection client = RSocketClient.create()
                        .connect("tcp://127.0.0.1:" + server.port())
                        .await(GENEROUS)) {
            One<?> answer = asking.apply(client);
            assertThrows(RSocketException.ApplicationError.class, () -> answer.await(GENEROUS));
            return log.lines.poll(120, TimeUnit.SECONDS);
        }
    }

    private static Payload broken() {
        throw new IllegalStateException("expected by the test");
    }

    @Test
    void noFramesOfTheEventLoopAreLogged() throws Exception {
        RSocket throwing = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                return One.of(broken());
            }
        };
        RSocket failing = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                return One.of(request).map(same -> broken());
            }
        };
        for (RSocket handler : List.of(throwing, failing)) {
            Throwable failure = logged(handler, client -> client.requestResponse(Payload.of("x")));
            assertEquals("expected by the test", failure.getMessage());
            List<String> frames = Arrays.stream(failure.getStackTrace())
                    .map(StackTraceElement::toString)
                    .toList();
            assertTrue(frames.getFirst().contains("broken"), frames::toString);
            assertTrue(frames.stream().noneMatch(frame -> frame.contains("io.netty")), frames::toString);
        }
    }

    /** A route is what the peer has written, and may not write lines of the log. */
    @Test
    void aRouteWritesNoLines() throws Exception {
        RSocket failing = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                return One.of(request).map(same -> broken());
            }
        };
        LogRecord line = line(
                failing,
                client -> client.route("a\r\nb\u2028c\u202ed").value("x").as(String.class));
        assertEquals("a handler of RSocket failed, of route \"a??b?c?d\"", line.getMessage());
    }

    @Test
    void theRouteIsNamed() throws Exception {
        RSocketRoutes routes = RSocketRoutes.create()
                .response("absent", String.class, text -> null)
                .response("broken", String.class, text -> One.of(text).map(same -> broken()));
        assertEquals(
                "the function of route \"absent\" returned null where a One is due",
                logged(routes, client -> client.route("absent").value("x").as(String.class))
                        .getMessage());
        Throwable broken =
                logged(routes, client -> client.route("broken").value("x").as(String.class));
        assertTrue(
                broken.getSuppressed()[0].getMessage().contains("pipeline \"broken\""),
                broken.getSuppressed()[0]::getMessage);
    }
}
