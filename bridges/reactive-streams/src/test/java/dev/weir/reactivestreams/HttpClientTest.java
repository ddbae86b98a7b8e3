package dev.weir.reactivestreams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.Cancellable;
import dev.weir.Context;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.testkit.Probe;
import io.micrometer.context.ContextRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies of the JDK's client, which needs no bridge: with their demand, failures, cancellations and contexts, both ways. */
class HttpClientTest {
    private static final Context.Key<String> USER = Context.Key.of("user");
    private static final ThreadLocal<String> LOCAL = new ThreadLocal<>();
    private static final byte[] CHUNK = new byte[64 * 1024];
    private static final int MOST_AHEAD = 256; // chunks that the client and two sockets hold: 16 MB
    private static final int MANY = 4 * MOST_AHEAD;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger written = new AtomicInteger();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;
    private URI uri;

    @BeforeAll
    static void carryTheLocal() {
        ContextRegistry.getInstance().registerThreadLocalAccessor("http", LOCAL);
    }

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/echo", HttpClientTest::echo);
        server.createContext("/count", this::count);
        server.createContext("/deaf", this::hearNothing);
        server.createContext("/endless", exchange -> write(exchange, Integer.MAX_VALUE));
        server.createContext("/whole", exchange -> write(exchange, MANY));
        server.createContext("/broken", HttpClientTest::breakOff);
        server.start();
        uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @AfterEach
    void stop() {
        over.countDown();
        client.shutdownNow();
        server.stop(0);
        threads.shutdownNow();
    }

    // ---------------------------------------------------------------- the server

    private static void echo(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            exchange.getRequestBody().transferTo(out);
        }
    }

    private void count(HttpExchange exchange) throws IOException {
        try (exchange) {
            events.add("the request came");
            long size = exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            byte[] text = Long.toString(size).getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
        } catch (IOException cutOff) {
            events.add("the request was cut off");
        }
    }

    private void hearNothing(HttpExchange exchange) {
        try (exchange) {
            events.add("the request came");
            over.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(HttpExchange exchange, int chunks) throws IOException {
        boolean isEndless = chunks > MANY;
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            for (int i = 0; i < chunks; i++) {
                out.write(CHUNK);
                written.addAndGet(isEndless ? 1 : 0);
            }
        } catch (IOException cutOff) {
            events.add("the response was cut off");
        }
    }

    private static void breakOff(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, 2L * CHUNK.length);
            exchange.getResponseBody().write(CHUNK);
            exchange.getResponseBody().flush();
        }
    }

    // ---------------------------------------------------------------- the client

    private static Many<ByteBuffer> chunks(int count) {
        return Many.range(0, count).map(i -> ByteBuffer.wrap(CHUNK));
    }

    /** A request that is cancelled with whoever waits for it. */
    private <B> One<HttpResponse<B>> send(HttpRequest.Builder request, HttpResponse.BodyHandler<B> handler) {
        return One.defer(() -> {
            CompletableFuture<HttpResponse<B>> sent = client.sendAsync(request.build(), handler);
            return One.from(sent).doOnCancel(() -> sent.cancel(true));
        });
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(uri.resolve(path));
    }

    private One<String> post(String path, Many<ByteBuffer> body) {
        return send(to(path).POST(HttpRequest.BodyPublishers.fromPublisher(body)), HttpResponse.BodyHandlers.ofString())
                .map(HttpResponse::body);
    }

    private Many<ByteBuffer> body(HttpRequest.Builder request) {
        return send(request, HttpResponse.BodyHandlers.ofPublisher())
                .flatMapMany(response -> Many.from(response.body()).flatMapIterable(buffers -> buffers));
    }

    private static One<Long> size(Many<ByteBuffer> body) {
        return body.reduce(() -> 0L, (bytes, buffer) -> bytes + buffer.remaining());
    }

    private void await(String event) throws InterruptedException {
        String next = events.poll(120, TimeUnit.SECONDS);
        assertNotNull(next, "nothing happened");
        assertEquals(event, next);
    }

    // ---------------------------------------------------------------- the laws

    @Test
    void streamsAreBodiesBothWays() {
        Many<ByteBuffer> body =
                Many.range(0, 1_000).map(i -> ByteBuffer.wrap((i + "\n").getBytes(StandardCharsets.US_ASCII)));
        assertEquals(
                3_890,
                size(body(to("echo").POST(HttpRequest.BodyPublishers.fromPublisher(body))))
                        .await());
    }

    @Test
    void aBodyOfARequestWaitsForTheServer() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        Many<ByteBuffer> body = chunks(Integer.MAX_VALUE).doOnNext(chunk -> sent.incrementAndGet());
        Cancellable stalled = post("deaf", body).subscribe();
        await("the request came");
        assertEquals(
                Long.toString((long) MANY * CHUNK.length),
                post("count", chunks(MANY)).await(),
                "another request, meanwhile");
        assertTrue(sent.get() <= MOST_AHEAD, () -> sent + " chunks were sent");
        stalled.cancel();
    }

    @Test
    void aBodyOfAResponseWaitsForWhoeverAsks() throws Exception {
        Probe<ByteBuffer> probe = Probe.subscribeTo(body(to("endless")), 1);
        probe.awaitItems(1).assertItemCount(1);
        assertEquals((long) MANY * CHUNK.length, size(body(to("whole"))).await(), "another response, meanwhile");
        assertTrue(written.get() <= MOST_AHEAD, () -> written + " chunks were written");
        probe.request(3);
        probe.awaitItems(4).assertItemCount(4).cancel();
        await("the response was cut off");
        probe.assertNotEnded();
    }

    @Test
    void aBodyThatFailsFailsTheRequestAndTheServerIsToldNoEnd() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        Many<ByteBuffer> body = chunks(3).concatWith(Many.fail(() -> broken));
        Throwable failure =
                Probe.subscribeTo(post("count", body).toMany()).awaitEnd().failure();
        assertNotNull(failure);
        assertTrue(failure == broken || failure.getCause() == broken, failure::toString);
        await("the request came");
        await("the request was cut off");
    }

    @Test
    void aResponseThatBreaksOffFailsTheStream() {
        Probe<ByteBuffer> probe = Probe.subscribeTo(body(to("broken"))).awaitEnd();
        probe.assertFailed(IOException.class);
        assertEquals(
                CHUNK.length,
                probe.items().stream().mapToInt(ByteBuffer::remaining).sum());
    }

    @Test
    void aRequestThatIsCancelledCancelsItsBody() throws Exception {
        Many<ByteBuffer> body = chunks(1).concatWith(Many.never()).doFinally(ending -> events.add("body " + ending));
        Cancellable request = post("count", body).subscribe();
        await("the request came");
        request.cancel();
        Set<String> ends = new HashSet<>(List.of(events.take(), events.take()));
        assertEquals(Set.of("body " + Ending.CANCELLED, "the request was cut off"), ends);
    }

    @Test
    void contextsAndValuesOfThreadsAreKnownOnBothSides() {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Many<ByteBuffer> body = Many.range(0, 20)
                .concatMap(i -> Many.deferContextual(context -> {
                    seen.add("sent " + context.get(USER) + ' ' + LOCAL.get());
                    return Many.of(ByteBuffer.wrap(CHUNK, 0, 100));
                }));
        Many<ByteBuffer> echoed = Many.<ByteBuffer>deferContextual(context -> body(to("echo")
                        .POST(HttpRequest.BodyPublishers.fromPublisher(body.withContext(without -> context)))))
                .concatMap(chunk -> Many.deferContextual(context -> {
                    seen.add("received " + context.get(USER) + ' ' + LOCAL.get());
                    return Many.of(chunk);
                }));
        LOCAL.set("local");
        try {
            assertEquals(
                    2_000,
                    size(echoed)
                            .withContext(context -> context.with(USER, "ada"))
                            .await());
        } finally {
            LOCAL.remove();
        }
        assertEquals(Set.of("sent ada local", "received ada local"), Set.copyOf(seen));
    }
}
