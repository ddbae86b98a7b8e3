package dev.weir.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Broadcast;
import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Routes;
import dev.weir.net.websocket.Message;
import dev.weir.net.websocket.MessageCompression;
import dev.weir.net.websocket.MessageStream;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import dev.weir.net.websocket.WebSocketOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebSocketsTest {
    @Test
    void echo() {
        // tag::echo
        Routes routes = Routes.create().get("/echo", WebSocket.accepting(socket -> socket.send(socket.messages())));
        // end::echo
        try (HttpServer server = serve(routes)) {
            String uri = "ws://127.0.0.1:" + server.port() + "/echo";
            // tag::client
            One<List<Message>> answers = WebSocketClient.create()
                    .connect(
                            uri,
                            socket -> socket.send(Many.of("a", "b").map(Message::text))
                                    .then(socket.messages().take(2).toList()));
            // end::client
            assertEquals(List.of(Message.text("a"), Message.text("b")), answers.await());
            // tag::talk
            One<Message> answer = WebSocketClient.create()
                    .connect(
                            uri,
                            socket -> One.blocking(() -> {
                                try (Items<Message> messages = socket.messages().iterate()) {
                                    Iterator<Message> received = messages.iterator();
                                    socket.send("ping").await();
                                    socket.send(received.next()).await();
                                    return received.next();
                                }
                            }));
            // end::talk
            assertEquals(Message.text("ping"), answer.await());
        }
    }

    @Test
    void chat() {
        // tag::chat
        Broadcast<Message> room = Broadcast.create();
        Routes routes = Routes.create()
                .get(
                        "/room",
                        request -> WebSocket.accept(request, socket -> {
                            One<?> listening = socket.send(room.listen(Overflow.dropOldest(64))); // per listener
                            One<?> talking = socket.messages().forEach(room::emit);
                            return One.all(List.of(listening, talking)).then(One.ofVoid());
                        }));
        // end::chat
        try (HttpServer server = serve(routes)) {
            String uri = "ws://127.0.0.1:" + server.port() + "/room";
            Message heard = WebSocketClient.create()
                    .connect(
                            uri,
                            socket ->
                                    socket.send("hello").then(socket.messages().first()))
                    .await();
            assertEquals(Message.text("hello"), heard);
        }
    }

    @Test
    void streams() {
        // tag::streams
        WebSocket.Handler counting = socket -> socket.send(socket.streams()
                .concatMap(message -> switch (message) {
                    case MessageStream.Binary(Many<ByteBuffer> pieces) ->
                        pieces.reduce(() -> 0L, (sum, piece) -> sum + piece.remaining())
                                .toMany();
                    case MessageStream.Text(Many<String> pieces) ->
                        pieces.reduce(() -> 0L, (sum, piece) -> sum + piece.length())
                                .toMany();
                })
                .map(size -> Message.text(size + " in all")));
        // end::streams
        try (HttpServer server = serve(Routes.create().get("/count", WebSocket.accepting(counting)))) {
            Many<ByteBuffer> large = Many.range(0, 200).map(i -> ByteBuffer.allocate(10_000));
            Message size = WebSocketClient.create()
                    .connect(
                            "ws://127.0.0.1:" + server.port() + "/count",
                            socket -> socket.send(MessageStream.binary(large))
                                    .then(socket.messages().first()))
                    .await();
            assertEquals(Message.text("2000000 in all"), size);
        }
    }

    @Test
    void pipe() {
        // tag::pipe
        WebSocket.Handler greeting = socket -> socket.send(socket.messages()
                .map(message -> message instanceof Message.Text(String name)
                        ? Message.text("hello " + name)
                        : Message.text("who?")));
        Message answer = WebSocketClient.create()
                .connect(
                        greeting,
                        socket -> socket.send("Ada").then(socket.messages().first()))
                .await();
        assertEquals(Message.text("hello Ada"), answer);
        // end::pipe
    }

    @Test
    void kinds() {
        // tag::kinds
        Routes routes = Routes.create()
                .get(
                        "/sizes",
                        request -> WebSocket.accept(
                                request,
                                socket -> socket.send(socket.messages()
                                        .map(message -> switch (message) {
                                            case Message.Text(String text) -> text.length() + " characters";
                                            case Message.Binary(byte[] bytes) -> bytes.length + " bytes";
                                        })
                                        .map(Message::text))));
        // end::kinds
        try (HttpServer server = serve(routes)) {
            List<Message> sizes = WebSocketClient.create()
                    .connect(
                            "ws://127.0.0.1:" + server.port() + "/sizes",
                            socket -> socket.send(Many.of(Message.text("abc"), Message.binary(new byte[2])))
                                    .then(socket.messages().take(2).toList()))
                    .await();
            assertEquals(List.of(Message.text("3 characters"), Message.text("2 bytes")), sizes);
        }
    }

    @Test
    void options() {
        // tag::options
        WebSocketOptions options = WebSocketOptions.builder()
                .maxMessage(64 * 1024)
                .protocols("prices.v2", "prices.v1")
                .allowOrigins("https://app.example")
                .compression(MessageCompression.WITHOUT_CONTEXT)
                .pingInterval(Duration.ofSeconds(20))
                .build();
        Routes routes = Routes.create()
                .get(
                        "/prices",
                        request -> WebSocket.accept(
                                request, options, socket -> socket.send("you speak " + socket.protocol())));
        // end::options
        try (HttpServer server = serve(routes)) {
            String uri = "ws://127.0.0.1:" + server.port() + "/prices";
            // tag::offer
            WebSocketClient client = WebSocketClient.builder()
                    .options(WebSocketOptions.builder()
                            .protocols("prices.v1")
                            .compression(MessageCompression.WITH_CONTEXT)
                            .build())
                    .header("Authorization", "Bearer 1234")
                    .build();
            // end::offer
            Message first =
                    client.connect(uri, socket -> socket.messages().first()).await();
            assertEquals(Message.text("you speak prices.v1"), first);
        }
    }

    @Test
    void closing() {
        Routes routes = Routes.create()
                .get(
                        "/x",
                        request -> WebSocket.accept(request, socket -> {
                            socket.close(4000, "come back tomorrow");
                            return One.never();
                        }));
        try (HttpServer server = serve(routes)) {
            String uri = "ws://127.0.0.1:" + server.port() + "/x";
            // tag::closing
            One<String> why = WebSocketClient.create()
                    .connect(
                            uri,
                            socket -> socket.messages()
                                    .forEach(message -> {})
                                    .then(socket.closed())
                                    .map(reason -> reason.code() + " " + reason.reason()));
            // end::closing
            assertEquals("4000 come back tomorrow", why.await());
        }
    }

    private static HttpServer serve(Routes routes) {
        return HttpServer.builder().bind("127.0.0.1", 0).handler(routes).start().await();
    }
}
