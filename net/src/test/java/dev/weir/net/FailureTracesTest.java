package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Routes;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.tcp.Framer;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpServer;
import dev.weir.net.websocket.WebSocketClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user is shown of a failure: his own code, and none of ours or of Netty's. */
@ExtendWith(NoLeaks.class)
class FailureTracesTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final TcpClient TCP = TcpClient.builder().maxFrameLength(10).build();
    private static final HttpClient HTTP = HttpClient.create();

    private static TcpServer echo;
    private static TcpServer strict;
    private static HttpServer http;

    @BeforeAll
    static void start() {
        echo = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> connection.sendLines(connection.lines()))
                .start()
                .await(GENEROUS);
        strict = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .maxFrameLength(10)
                .handler(connection -> connection.frames(Framer.lengthPrefix(4)).forEach(message -> {}))
                .start()
                .await(GENEROUS);
        http = HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(Routes.create())
                .start()
                .await(GENEROUS);
    }

    @AfterAll
    static void stop() {
        HTTP.close();
        http.close();
        strict.close();
        echo.close();
    }

    private static Map<String, One<?>> failures() {
        Map<String, One<?>> failing = new TreeMap<>();
        failing.put("refused", TCP.connect("127.0.0.1", 1));
        failing.put(
                "closed",
                TCP.connect(
                        "127.0.0.1",
                        strict.port(),
                        connection -> connection
                                .send(ByteBuffer.allocate(100).putInt(0, 96))
                                .then(connection.readLine())));
        failing.put(
                "tooLong",
                TCP.connect(
                        "127.0.0.1",
                        echo.port(),
                        connection -> connection.sendLine("abc").then(connection.read(Framer.lengthPrefix(1)))));
        failing.put(
                "twice",
                TCP.connect(
                        "127.0.0.1",
                        echo.port(),
                        connection -> One.zip(connection.readLine(), connection.readLine(), (one, other) -> one)));
        failing.put("http refused", HTTP.get("http://127.0.0.1:1/").text());
        failing.put(
                "http status",
                HTTP.get("http://127.0.0.1:" + http.port() + "/nothing").text());
        failing.put(
                "http malformed",
                HTTP.get("http://127.0.0.1:" + echo.port() + "/").text());
        failing.put(
                "websocket status",
                WebSocketClient.create().connect("ws://127.0.0.1:" + http.port() + "/", socket -> One.of(1)));
        failing.put("websocket refused", WebSocketClient.create().connect("ws://127.0.0.1:1/", socket -> One.of(1)));
        return failing;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "refused",
                "closed",
                "tooLong",
                "twice",
                "http refused",
                "http status",
                "http malformed",
                "websocket status",
                "websocket refused"
            })
    void whatPeersDoShowsNothingOfOurs(String what) {
        One<?> failing = failures().get(what);
        List<String> shown = new ArrayList<>();
        show(assertThrows(Exception.class, () -> failing.await(GENEROUS)), shown);
        assertEquals(List.of(), shown);
    }

    @Test
    void aPipelineIsNamed() {
        One<?> failing = TCP.connect(
                "127.0.0.1",
                strict.port(),
                connection -> connection
                        .send(ByteBuffer.allocate(100).putInt(0, 96))
                        .then(connection.readLine())
                        .named("rates"));
        Throwable failure =
                assertThrows(Exception.class, () -> failing.await(GENEROUS)).getCause();
        assertEquals("in pipeline \"rates\"", failure.getSuppressed()[0].getMessage());
    }

    /** In the same place as those of users stands a class of the JDK's that calls nobody. */
    @Test
    void usersFramesAreTheLast() {
        One<?> failing = TCP.connect(
                "127.0.0.1",
                echo.port(),
                connection -> connection
                        .sendLine("abc")
                        .then(connection
                                .frames(received ->
                                        failing(new StackTraceElement("app.Orders", "next", "Orders.java", 7)))
                                .toList()));
        Throwable failure = assertThrows(Exception.class, () -> failing.await(GENEROUS));
        assertEquals("app.Orders", failure.getStackTrace()[0].getClassName());
        assertEquals("dev.weir.One", failure.getStackTrace()[1].getClassName()); // awaited here
    }

    private static Object failing(StackTraceElement users) {
        IllegalStateException failure = new IllegalStateException("expected by the test");
        List<StackTraceElement> frames = new ArrayList<>(List.of(failure.getStackTrace()));
        frames.addFirst(users);
        failure.setStackTrace(frames.toArray(StackTraceElement[]::new));
        throw failure;
    }

    private static void show(Throwable failure, List<String> shown) {
        for (StackTraceElement frame : failure.getStackTrace()) {
            boolean ours = frame.getClassName().startsWith("dev.weir.net.")
                    && !frame.getClassName().startsWith(FailureTracesTest.class.getName());
            if (ours || frame.getClassName().startsWith("io.netty.")) {
                shown.add(failure.getClass().getSimpleName() + " at " + frame);
            }
        }
        for (Throwable other : failure.getSuppressed()) {
            if (other.toString().startsWith("at stage")) {
                shown.add(other.toString());
            }
            show(other, shown);
        }
        if (failure.getCause() != null) {
            show(failure.getCause(), shown);
        }
    }
}
