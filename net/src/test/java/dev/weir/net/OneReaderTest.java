package dev.weir.net;

import static dev.weir.net.Gzip.gzip;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Context;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.ClientResponse;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.http.filter.Decompression;
import dev.weir.net.http.form.Form;
import dev.weir.net.http.form.Multipart;
import dev.weir.net.http.form.Part;
import dev.weir.net.tcp.Framer;
import dev.weir.net.tcp.TcpClient;
import dev.weir.net.tcp.TcpConnection;
import dev.weir.net.tcp.TcpServer;
import dev.weir.net.websocket.MessageStream;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketClient;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who reads what is read already is told by which method, for all that is read once and each way to do it. */
@ExtendWith(NoLeaks.class)
class OneReaderTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String PARTS = "multipart/form-data; boundary=b";

    @TempDir
    static Path folder;

    private static final Map<String, Function<TcpConnection, One<?>>> OF_CONNECTIONS = Map.of(
            "lines()", connection -> connection.lines().count(),
            "bytes()", connection -> connection.bytes().count(),
            "frames(..)", connection -> connection.frames(Framer.fixedLength(1)).count(),
            "readLine()", TcpConnection::readLine,
            "read(..)", connection -> connection.read(1));

    private static final Map<String, Function<WebSocket, One<?>>> OF_WEB_SOCKETS = Map.of(
            "messages()", socket -> socket.messages().count(),
            "streams()", socket -> socket.streams().count());

    private static final Map<String, Function<Request, One<?>>> OF_REQUESTS = Map.of(
            "bytes()", Request::bytes,
            "text()", Request::text,
            "body()", request -> request.body().count(),
            "as(..)", request -> request.withHeader("Content-Type", JSON).as(Integer.class),
            "asMany(..)",
                    request -> request.withHeader("Content-Type", LINES)
                            .asMany(Integer.class)
                            .count(),
            "forEachPiece(..)", request -> request.forEachPiece(piece -> {}),
            "saveTo(..)", request -> request.saveTo(newFile()));

    /** Besides those of the class. */
    private static final Map<String, Function<Request, One<?>>> OF_REQUESTS_BY_FORMS = Map.of(
            "Form.of(..)", request -> Form.of(request.withHeader("Content-Type", FORM)),
            "parts()",
                    request -> Multipart.of(request.withHeader("Content-Type", PARTS))
                            .parts()
                            .count());

    /** Each way to give a request a body. */
    private static final List<UnaryOperator<Request>> GIVEN = List.of(
            request -> request.withBody("7\n"),
            request -> request.withBody(new byte[] {'7', '\n'}),
            request -> request.withBody(Many.of(ByteBuffer.wrap(new byte[] {'7', '\n'}))),
            request -> request.withBody("7\n").withMaxBody(100),
            request -> request.withBody(Many.of(ByteBuffer.wrap(new byte[] {'7', '\n'})))
                    .withMaxBody(100));

    private static final Context.Key<String> KEY = Context.Key.of("key");

    private static final Map<String, Function<ClientResponse, One<?>>> OF_RESPONSES = Map.of(
            "bytes()", ClientResponse::bytes,
            "text()", ClientResponse::text,
            "body()", response -> response.body().count(),
            "as(..)", response -> response.withHeader("Content-Type", JSON).as(Integer.class),
            "asMany(..)",
                    response -> response.withHeader("Content-Type", LINES)
                            .asMany(Integer.class)
                            .count(),
            "forEachPiece(..)", response -> response.forEachPiece(piece -> {}),
            "saveTo(..)", response -> response.saveTo(newFile()),
            "forward()", response -> response.forward().body().count());

    private static final Map<String, Function<Part, One<?>>> OF_PARTS = Map.of(
            "bytes()",
            Part::bytes,
            "text()",
            Part::text,
            "body()",
            part -> part.body().count(),
            "saveTo(..)",
            part -> part.saveTo(newFile()));

    private static Path newFile() {
        return folder.resolve(UUID.randomUUID().toString());
    }

    /** What the second reader is told. */
    private static One<String> told(One<?> second) {
        return second.map(read -> "nothing: it has read " + read)
                .onErrorResume(refused -> One.of(String.valueOf(refused.getMessage())));
    }

    /** As above, when the first one has ended. */
    private static One<String> toldAfter(One<?> first, One<?> second) {
        return first.<Object>map(read -> "read")
                .onErrorResume(failure -> One.of("failed"))
                .flatMap(ended -> told(second));
    }

    /** Of each pair of ways. */
    private static <S> void check(
            String what,
            Map<String, Function<S, One<?>>> ways,
            BiFunction<Function<S, One<?>>, Function<S, One<?>>, One<String>> try2) {
        ways.forEach((first, reads) -> ways.forEach((second, readsToo) -> {
            String told = try2.apply(reads, readsToo).await(GENEROUS);
            String expected = what + " is read by " + first + " already: ";
            assertEquals(expected, told.substring(0, Math.min(expected.length(), told.length())), second + ": " + told);
        }));
    }

    /** Each method of the class that gives something to come is a way, or named here. */
    private static void assertComplete(Class<?> type, Set<String> ways, String... others) {
        Set<String> known = new TreeSet<>(Arrays.asList(others));
        ways.forEach(way -> known.add(way.substring(0, way.indexOf('('))));
        Set<String> found = new TreeSet<>();
        for (var method : type.getMethods()) {
            boolean comes = method.getReturnType() == One.class || method.getReturnType() == Many.class;
            if (comes && !Modifier.isStatic(method.getModifiers())) {
                found.add(method.getName());
            }
        }
        known.retainAll(found);
        assertEquals(found, known, type + " has ways to read that are not tried");
    }

    @Test
    void allWaysAreTried() {
        assertComplete(
                TcpConnection.class,
                OF_CONNECTIONS.keySet(),
                "send",
                "sendLine",
                "sendLines",
                "sendFrame",
                "sendFrames",
                "finish",
                "closed");
        assertComplete(WebSocket.class, OF_WEB_SOCKETS.keySet(), "send", "ping", "closed");
        assertComplete(Request.class, OF_REQUESTS.keySet());
        assertComplete(ClientResponse.class, OF_RESPONSES.keySet());
        assertComplete(Part.class, OF_PARTS.keySet());
    }

    @Test
    void ofConnections() {
        try (TcpServer server = TcpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(connection -> One.never())
                .start()
                .await(GENEROUS)) {
            TcpClient client = TcpClient.create();
            InetSocketAddress address = server.address();
            check(
                    "the connection",
                    OF_CONNECTIONS,
                    (first, second) -> client.connect(address.getHostString(), address.getPort(), connection -> {
                        first.apply(connection).subscribe(read -> {}, failure -> {});
                        return told(second.apply(connection));
                    }));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofWebSockets(boolean http2) {
        try (HttpServer server = serve(WebSocket.accepting(socket -> One.never()))) {
            WebSocketClient client = http2 ? WebSocketClient.builder().http2().build() : WebSocketClient.create();
            check(
                    "the WebSocket",
                    OF_WEB_SOCKETS,
                    (first, second) -> client.connect("ws://127.0.0.1:" + server.port() + "/", socket -> {
                        first.apply(socket).subscribe(read -> {}, failure -> {});
                        return told(second.apply(socket));
                    }));
        }
    }

    private static HttpServer serve(Handler handler) {
        return HttpServer.builder()
                .bind("127.0.0.1", 0)
                .handler(handler)
                .start()
                .await(GENEROUS);
    }

    /** A request's ways as they are, with a limit of its own, and decompressed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofRequests(boolean http2) throws IOException {
        byte[] coded = gzip("7\n");
        var ways = new HashMap<>(OF_REQUESTS);
        ways.putAll(OF_REQUESTS_BY_FORMS);
        Function<Request, One<?>>[] pair = newPair();
        Handler reading = request ->
                toldAfter(pair[0].apply(request), pair[1].apply(request)).map(Response::text);
        Handler limited = request -> reading.handle(request.withMaxBody(100));
        var builder = HttpClient.builder();
        try (HttpServer server = serve(limited.with(Decompression.create()));
                HttpServer plain = serve(reading);
                HttpClient client = (http2 ? builder.http2PriorKnowledge() : builder).build()) {
            check("the request's body", ways, (first, second) -> {
                pair[0] = first;
                pair[1] = second;
                return client.post("http://127.0.0.1:" + plain.port() + "/")
                        .withBody("7\n")
                        .text();
            });
            check("the request's body", ways, (first, second) -> {
                pair[0] = first;
                pair[1] = second;
                return client.post("http://127.0.0.1:" + server.port() + "/")
                        .withHeader("Content-Encoding", "gzip")
                        .withBody(coded)
                        .text();
            });
        }
    }

    /** Nothing has brought it, so nothing else lets one read. */
    @Test
    void ofRequestsByHand() {
        var ways = new HashMap<>(OF_REQUESTS);
        ways.putAll(OF_REQUESTS_BY_FORMS);
        GIVEN.forEach(body -> check("the request's body", ways, (first, second) -> {
            Request request = body.apply(Request.of("POST", "/"));
            return toldAfter(first.apply(request), second.apply(request.with(KEY, "a view")));
        }));
    }

    /** Behind a filter that has read the body and gives another one. */
    @Test
    void ofRequestsWithAnotherBody() {
        var ways = new HashMap<>(OF_REQUESTS);
        ways.putAll(OF_REQUESTS_BY_FORMS);
        Function<Request, One<?>>[] pair = newPair();
        Function<Request, One<Response>> reading = request ->
                toldAfter(pair[0].apply(request), pair[1].apply(request)).map(Response::text);
        GIVEN.forEach(body -> {
            Handler filtered = request -> request.bytes().flatMap(read -> reading.apply(body.apply(request)));
            try (HttpServer server = serve(filtered);
                    HttpClient client = HttpClient.create()) {
                check("the request's body", ways, (first, second) -> {
                    pair[0] = first;
                    pair[1] = second;
                    return client.post("http://127.0.0.1:" + server.port() + "/")
                            .withBody("x")
                            .text();
                });
            }
        });
    }

    @SuppressWarnings("unchecked")
    private static <S> Function<S, One<?>>[] newPair() {
        return (Function<S, One<?>>[]) new Function<?, ?>[2];
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofResponses(boolean http2) {
        var builder = HttpClient.builder();
        try (HttpServer server = serve(request -> One.of(Response.text("7\n")));
                HttpClient client = (http2 ? builder.http2PriorKnowledge() : builder).build()) {
            check(
                    "the response's body",
                    OF_RESPONSES,
                    (first, second) -> client.get("http://127.0.0.1:" + server.port() + "/")
                            .send(response -> toldAfter(first.apply(response), second.apply(response))));
        }
    }

    @Test
    void ofParts() {
        Supplier<Request> form = () -> Request.of("POST", "/")
                .withHeader("Content-Type", PARTS)
                .withBody("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--\r\n");
        check(
                "the body of the part",
                OF_PARTS,
                (first, second) -> Multipart.of(form.get())
                        .parts()
                        .concatMap(part ->
                                toldAfter(first.apply(part), second.apply(part)).toMany())
                        .first());
    }

    @Test
    void ofMessagesInPieces() {
        Map<String, Function<MessageStream, One<?>>> ways = Map.of(
                "pieces()", message -> ((MessageStream.Text) message).pieces().count());
        check(
                "the message",
                ways,
                (first, second) -> WebSocketClient.create()
                        .connect(
                                socket -> socket.send("x").then(One.never()),
                                socket -> socket.streams()
                                        .concatMap(message -> toldAfter(first.apply(message), second.apply(message))
                                                .toMany())
                                        .first()));
    }
}
