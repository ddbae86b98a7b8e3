package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handlers without a server: what arrives and what is seen is what it would be over a socket. */
@ExtendWith(NoLeaks.class)
class WebSocketPipeTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    @ParameterizedTest
    @EnumSource(MessageCompression.class)
    void aHandlerIsToldAndAnswers(MessageCompression compression) {
        WebSocketClient client = WebSocketClient.builder()
                .options(WebSocketOptions.builder()
                        .protocols("chat.v2", "chat.v1")
                        .compression(compression)
                        .build())
                .header("Authorization", "Bearer 1")
                .build();
        WebSocket.Handler handler = socket -> socket.send(socket.messages()
                .startWith(Message.text(socket.protocol() + " "
                        + socket.headers().get("authorization") + " " + socket.isCompressed())));
        Message large = Message.text("x".repeat(500_000));
        List<Message> seen = client.connect(
                        handler,
                        socket -> One.zip(
                                socket.send(large).thenReturn(true),
                                socket.messages().take(2).toList(),
                                (sent, all) -> all))
                .await(GENEROUS);
        boolean compressed = compression != MessageCompression.OFF;
        assertEquals(List.of(Message.text("chat.v2 Bearer 1 " + compressed), large), seen);
    }

    @Test
    void closesAreSeen() {
        CloseReason seen = WebSocketClient.create()
                .connect(
                        socket -> {
                            socket.close(3001, "enough");
                            return One.never();
                        },
                        WebSocket::closed)
                .await(GENEROUS);
        assertEquals(3001, seen.code());
        assertEquals("enough", seen.reason());
        CompletableFuture<CloseReason> handlers = new CompletableFuture<>();
        WebSocketClient.create()
                .connect(socket -> socket.closed().doOnValue(handlers::complete).then(One.ofVoid()), socket -> {
                    socket.close(1000, "");
                    return socket.closed();
                })
                .await(GENEROUS);
        assertEquals(1000, handlers.orTimeout(120, TimeUnit.SECONDS).join().code());
    }

    @Test
    void itIsTheHandlersFailureThatIsTold() {
        IllegalStateException failure = assertThrows(
                IllegalStateException.class,
                () -> WebSocketClient.create()
                        .connect(
                                socket -> One.fail(() -> new IllegalStateException("no")),
                                socket -> socket.messages().count())
                        .await(GENEROUS));
        assertEquals("no", failure.getMessage());
    }

    @Test
    void aReaderThatStopsStopsTheSource() {
        AtomicInteger made = new AtomicInteger();
        int total = 4_000;
        Many<Message> much = Many.range(0, total).map(i -> {
            made.incrementAndGet();
            return Message.binary(new byte[1024]);
        });
        int before = WebSocketClient.create()
                .connect(
                        socket -> socket.send(much),
                        socket -> socket.messages()
                                .take(1)
                                .map(message -> made.get())
                                .first())
                .await(GENEROUS);
        assertTrue(before > 0 && before < total / 2, before + " were made for who had read one");
    }

    @Test
    void timeIsTheClients() {
        VirtualTime time = new VirtualTime();
        CompletableFuture<String> outcome = new CompletableFuture<>();
        WebSocketClient.builder()
                .clock(time)
                .build()
                .connect(
                        socket -> socket.messages().forEach(message -> {}),
                        socket -> One.of("later").delay(Duration.ofSeconds(20)))
                .subscribe(outcome::complete, outcome::completeExceptionally);
        while (!outcome.isDone()) {
            time.advance(Duration.ofSeconds(1));
        }
        assertEquals("later", outcome.join());
    }
}
