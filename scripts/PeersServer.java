import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.ServerTls;
import dev.weir.net.http.Cookie;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.Routes;
import dev.weir.net.http.ServerSentEvent;
import dev.weir.net.http.filter.Compression;
import dev.weir.net.http.filter.Cors;
import dev.weir.net.http.form.Multipart;
import dev.weir.net.websocket.MessageCompression;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Serves what curl, h2load and a browser ask for: plain, with TLS and on a Unix domain socket. It prints the ports. */
public final class PeersServer {
    private static final int PIECE = 64 * 1024;
    private static final Map<String, CompletableFuture<String>> LATCHES = new ConcurrentHashMap<>();

    private static final WebSocketOptions SOCKETS = WebSocketOptions.builder()
            .compression(MessageCompression.WITH_CONTEXT)
            .build();

    private PeersServer() {}

    /**
     * @param args a certificate, its key, the Unix domain socket and the page for the browser
     */
    public static void main(String[] args) {
        Handler routes = routes(Path.of(args[3]));
        HttpServer plain = server(routes).bind("127.0.0.1", 0).start().await();
        HttpServer secure = server(routes)
                .bind("127.0.0.1", 0)
                .tls(ServerTls.pem(Path.of(args[0]), Path.of(args[1])))
                .start()
                .await();
        HttpServer unix = server(routes).bind(Path.of(args[2])).start().await();
        Runtime.getRuntime().addShutdownHook(new Thread(unix::close));
        System.out.println("tls " + secure.port());
        System.out.println("port " + plain.port());
    }

    private static HttpServer.Builder server(Handler routes) {
        return HttpServer.builder().handler(routes);
    }

    private static Handler routes(Path page) {
        return Routes.create()
                .get("/", request -> One.of(Response.text("hello\n")))
                .get("/page", request -> Response.file(page))
                .get("/file", request -> Response.file(page))
                .get("/text", request -> One.of(Response.text("grüße ".repeat(10_000))))
                .get("/protocol", request -> One.of(Response.text(request.protocol())))
                .get("/bytes/{count}", request -> One.of(bytes(request.param("count", Integer::parseInt))))
                .get("/first/{name}", PeersServer::inTwoSteps)
                .post(
                        "/then/{name}",
                        request -> One.of(Response.text("" + latch(request).complete("second"))))
                .get("/endless/{name}", PeersServer::endless)
                .get("/ended/{name}", request -> One.from(latch(request)).map(Response::text))
                .post("/refused", request -> One.of(Response.text("no").withStatus(403)))
                .post("/echo", request -> One.of(Response.stream("application/octet-stream", request.body())))
                .post(
                        "/count",
                        request -> request.body()
                                .reduce(() -> 0L, (sum, piece) -> sum + piece.remaining())
                                .map(sum -> Response.text("" + sum)))
                .post("/form", PeersServer::form)
                .get(
                        "/cookie",
                        request -> One.of(Response.text("" + request.cookie("taste"))
                                .withCookie(Cookie.of("taste", "sweet")
                                        .withHttpOnly(true)
                                        .withSecure(request.isSecure()))))
                .get("/events", PeersServer::events)
                .get("/socket", request -> WebSocket.accept(request, SOCKETS, socket -> socket.send(socket.messages())))
                .get(
                        "/socket/protocol",
                        request -> WebSocket.accept(request, SOCKETS, socket -> socket.send(carrier(request))))
                .put("/across", request -> request.text().map(Response::text))
                .post(
                        "/result",
                        request -> request.text().map(text -> {
                            System.out.println(text);
                            return Response.empty(204);
                        }))
                .with(Cors.allowAny().withMethods("PUT").withHeaders("X-Asked"), Compression.create());
    }

    /** What a WebSocket is carried by: a stream of HTTP/2, asked for by {@code :protocol}, has no key. */
    private static String carrier(Request request) {
        return request.protocol() + (request.header("sec-websocket-key") == null ? " :protocol" : " upgrade");
    }

    private static CompletableFuture<String> latch(Request request) {
        return LATCHES.computeIfAbsent(request.param("name"), name -> new CompletableFuture<>());
    }

    private static Response bytes(int count) {
        return Response.stream(
                "application/octet-stream",
                Many.range(0, (count + PIECE - 1) / PIECE)
                        .map(i -> ByteBuffer.allocate(Math.min(PIECE, count - i * PIECE))));
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    /** The second piece comes when another request says so, so the first must have arrived alone. */
    private static One<Response> inTwoSteps(Request request) {
        return One.of(Response.stream(
                "application/octet-stream",
                Many.concat(
                        Many.of(ascii("first ")),
                        One.from(latch(request)).toMany().map(PeersServer::ascii))));
    }

    private static One<Response> endless(Request request) {
        CompletableFuture<String> ended = latch(request);
        return One.of(Response.stream(
                "application/octet-stream",
                Many.range(0, Integer.MAX_VALUE)
                        .map(i -> ByteBuffer.allocate(PIECE))
                        .doFinally(end -> ended.complete("ended"))));
    }

    private static One<Response> form(Request request) {
        return Multipart.of(request)
                .parts()
                .concatMap(part -> part.body()
                        .reduce(() -> 0L, (sum, piece) -> sum + piece.remaining())
                        .map(sum -> part.name() + " " + part.filename() + " " + sum + ";")
                        .toMany())
                .toList()
                .map(all -> Response.text(String.join("", all)));
    }

    /** Three events, then the end: who wants more comes back and says which it had. */
    private static One<Response> events(Request request) {
        String last = request.header("Last-Event-ID");
        int next = last == null ? 0 : Integer.parseInt(last) + 1;
        return One.of(Response.sse(Many.range(next, 3)
                .map(i -> ServerSentEvent.of("number " + i + "\nof many")
                        .withId("" + i)
                        .withEvent("tick")
                        .withRetry(Duration.ofMillis(50)))));
    }
}
