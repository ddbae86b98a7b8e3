package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.GENEROUS;
import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Ending;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.Response;
import dev.weir.net.http.TestServer;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bodies stream from end to end, through a route that asks another server. */
@ExtendWith(NoLeaks.class)
class ProxyRouteTest {
    private static final int PIECE = 8 * 1024;

    /** Of each connection the kernel keeps up to 4 MB on the sender's side and 6 MB on the reader's. */
    private static final long KERNEL = 10L * 1024 * 1024;

    /** There and back: from us to the proxy, from there to the echo. */
    private static final int HOPS = 4;

    private final CompletableFuture<Ending> upstreamEnded = new CompletableFuture<>();
    private final HttpClient client = HttpClient.builder().threads(1).build();
    private final TestServer echo = TestServer.start(request -> {
        if (request.target().equals("/never")) {
            return One.of(Response.stream("x/y", Many.<ByteBuffer>never().doFinally(upstreamEnded::complete)));
        }
        return One.of(Response.stream("x/y", request.body()));
    });
    private final TestServer proxy = TestServer.start(request -> request.target()
                    .equals("/ping")
            ? One.of(Response.empty(204))
            : client.request(request.method(), echo.url(request.target()))
                    .withBody(request.body())
                    .send()
                    .map(response -> Response.stream("x/y", response.body()).withStatus(response.status())));

    @AfterEach
    void close() {
        client.close();
        client.closed().await(GENEROUS);
        proxy.close();
        echo.close();
    }

    private static Many<ByteBuffer> pieces(int count, AtomicLong produced) {
        return Many.range(0, count).map(i -> {
            produced.addAndGet(PIECE);
            return ByteBuffer.allocate(PIECE).putInt(0, i);
        });
    }

    /** Waits until a count no longer changes while all go round and round. */
    private long steady(LongSupplier count) {
        long last = count.getAsLong();
        for (int same = 0; same < 30; same++) {
            client.get(proxy.url("/ping")).bytes().await(GENEROUS);
            long now = count.getAsLong();
            same = now == last ? same : -1;
            last = now;
        }
        return last;
    }

    @Test
    void aReaderThatStopsStopsTheSourceAtTheOtherEnd() {
        int total = 16_000; // 125 MB
        AtomicLong produced = new AtomicLong();
        AtomicLong read = new AtomicLong();
        CompletableFuture<Void> go = new CompletableFuture<>();
        var done = begin(client.post(proxy.url("/"))
                .withBody(pieces(total, produced))
                .send(response -> response.body()
                        .mapAsync(
                                1,
                                piece -> One.from(go.minimalCompletionStage()).map(x -> piece.remaining()))
                        .doOnNext(read::addAndGet)
                        .count()));
        until(() -> produced.get() > 0);
        long stopped = steady(produced::get);
        assertTrue(stopped < HOPS * KERNEL, stopped + " bytes were produced for nobody");
        assertEquals(0, read.get());
        go.complete(null);
        value(done);
        assertEquals((long) total * PIECE, read.get());
        assertEquals((long) total * PIECE, produced.get());
    }

    @Test
    void muchPassesInOrderAndBounded() {
        int total = 5_000; // 40 MB
        AtomicLong produced = new AtomicLong();
        AtomicLong inFlight = new AtomicLong();
        long read = client.post(proxy.url("/"))
                .withBody(pieces(total, produced))
                .send(response -> response.body().reduce(() -> 0L, (sum, piece) -> {
                    inFlight.accumulateAndGet(produced.get() - sum, Math::max);
                    return sum + piece.remaining();
                }))
                .await(GENEROUS);
        assertEquals((long) total * PIECE, read);
        assertTrue(inFlight.get() < HOPS * KERNEL, inFlight + " bytes were in flight");
    }

    @Test
    void whoeverLeavesEndsWhatRunsForThemAtTheOtherEnd() {
        CompletableFuture<ClientResponse> head = new CompletableFuture<>();
        Cancellable request = client.get(proxy.url("/never"))
                .send(response -> {
                    head.complete(response);
                    return response.text();
                })
                .subscribe();
        value(head);
        request.cancel();
        assertEquals(Ending.CANCELLED, value(upstreamEnded));
        until(() -> client.pool().active() == 0);
    }
}
