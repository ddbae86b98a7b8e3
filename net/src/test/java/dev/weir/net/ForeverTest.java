package dev.weir.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.client.HttpClientBuilder;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpConnection;
import dev.weir.net.tcp.TcpServer;
import dev.weir.testkit.VirtualTime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A time without end is none, for each setting that is a time: more nanoseconds than can be counted end nothing. */
@ExtendWith(NoLeaks.class)
class ForeverTest {
    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Duration TWO_ROUNDS = Duration.ofSeconds(2);
    private static final int TIMES = 4;

    private final VirtualTime time = new VirtualTime();

    /** With each time of its settings, save those that it refuses. */
    private static <B> B forever(B builder, Class<B> type) throws Exception {
        B all = builder;
        int settings = 0;
        for (Method method : type.getMethods()) {
            if (method.getParameterCount() == 1
                    && method.getParameterTypes()[0] == Duration.class
                    && method.getReturnType() == type) {
                try {
                    all = type.cast(method.invoke(all, FOREVER));
                    settings++;
                } catch (InvocationTargetException refused) {
                    assertEquals(
                            IllegalArgumentException.class, refused.getCause().getClass());
                }
            }
        }
        assertTrue(settings > 1, type::toString);
        return all;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofHttp(boolean http2) throws Exception {
        HttpServer.Builder settings =
                HttpServer.builder().bind("127.0.0.1", 0).clock(time).handler(request -> One.of(Response.text("x")));
        HttpServer server = forever(settings, HttpServer.Builder.class).start().await(GENEROUS);
        HttpClientBuilder asking = forever(HttpClient.builder().clock(time), HttpClientBuilder.class);
        try (HttpClient client = (http2 ? asking.http2PriorKnowledge() : asking).build()) {
            for (int i = 0; i < TIMES; i++) {
                assertEquals(
                        "x",
                        client.get("http://127.0.0.1:" + server.port()).text().await(GENEROUS));
                time.advance(TWO_ROUNDS);
            }
            assertEquals(
                    "x", client.get("http://127.0.0.1:" + server.port()).text().await(GENEROUS));
            assertEquals(1, client.pool().opened());
            assertEquals(TIMES, client.pool().reused());
            assertEquals(1, server.connections());
        } finally {
            server.close();
            server.closed().await(GENEROUS);
        }
    }

    @Test
    void ofTcp() throws Exception {
        TcpServer.Builder settings = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .clock(time)
                .handler(connection -> connection.sendLines(connection.lines()));
        TcpServer server = forever(settings, TcpServer.Builder.class).start().await(GENEROUS);
        TcpConnection connection = forever(TcpClient.builder().clock(time), TcpClient.Builder.class)
                .build()
                .connect("127.0.0.1", server.port())
                .await(GENEROUS);
        for (int i = 0; i < TIMES; i++) {
            time.advance(TWO_ROUNDS);
            connection.sendLine("x").await(GENEROUS);
            assertEquals("x", connection.readLine().await(GENEROUS));
        }
        assertEquals(1, server.connections());
        connection.close();
        server.close();
        server.closed().await(GENEROUS);
    }
}
