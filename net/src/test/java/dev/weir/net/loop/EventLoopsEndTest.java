package dev.weir.net.loop;

import static dev.weir.net.Gzip.gzip;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.Logged;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import dev.weir.net.http.HttpServer;
import dev.weir.net.http.Response;
import dev.weir.net.http.client.HttpClient;
import dev.weir.net.tcp.TcpClient;
import dev.weir.testkit.Leaks;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.internal.ThreadExecutorMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Event loops end when all is over that somebody did on them, not before. */
@ExtendWith(NoLeaks.class)
class EventLoopsEndTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final int ROUNDS = 100;

    @Test
    void aServerIsClosedWhileItsLastConnectionsEnd() throws Exception {
        try (Logged log = Logged.by("io.netty")) {
            for (int i = 0; i < ROUNDS; i++) {
                HttpServer server = HttpServer.builder()
                        .bind("127.0.0.1", 0)
                        .handler(request -> One.of(Response.text("ok")))
                        .threads(1)
                        .start()
                        .await(GENEROUS);
                RawSocket peer = RawSocket.connect(server.port());
                peer.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n").reply();
                CountDownLatch closing = new CountDownLatch(1);
                Thread leaving = Thread.ofPlatform().start(() -> {
                    await(closing);
                    peer.close();
                });
                closing.countDown();
                server.close();
                server.closed().await(GENEROUS);
                leaving.join();
            }
            assertEquals(List.of(), log.messages());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoIsRefusedIsTold() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        TcpClient client = TcpClient.builder().threads(1).build();
        try (Logged log = Logged.by("io.netty")) {
            for (int i = 0; i < ROUNDS; i++) {
                CompletionException failure = assertThrows(
                        CompletionException.class,
                        () -> client.connect("127.0.0.1", port).await(GENEROUS));
                assertEquals(IOException.class, failure.getCause().getClass());
            }
            assertEquals(List.of(), log.messages());
        }
    }

    /** The loop ends while others have their turn, or while the value is made elsewhere. */
    @Test
    void valuesAreMadeOfAllThatHasComeWhenTheConnectionHasGone() {
        int lines = 30_000;
        String large = "[" + "1,".repeat(100_000) + "1]";
        for (int i = 0; i < ROUNDS; i++) {
            HttpClient client = HttpClient.builder().threads(1).build();
            try (RawServer server = RawServer.start()) {
                CompletableFuture<Long> count = client.get(server.url("/"))
                        .asMany(Integer.class)
                        .count()
                        .toCompletionStage()
                        .toCompletableFuture();
                answer(server, "application/x-ndjson", "1\n".repeat(lines));
                assertEquals(lines, count.orTimeout(120, TimeUnit.SECONDS).join());
                CompletableFuture<int[]> value = client.get(server.url("/"))
                        .as(int[].class)
                        .toCompletionStage()
                        .toCompletableFuture();
                answer(server, "application/json", large);
                assertEquals(100_001, value.orTimeout(120, TimeUnit.SECONDS).join().length);
            }
        }
    }

    private static void answer(RawServer server, String type, String body) {
        try (RawSocket socket = server.accept()) {
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + type + "\r\nContent-Length: "
                    + body.length() + "\r\n\r\n" + body);
        }
    }

    @Test
    void aBodyIsReadToItsEndWhenItsConnectionHasGone() throws Exception {
        int length = 1024 * 1024;
        byte[] zipped = gzip(new byte[length]);
        HttpClient client = HttpClient.builder().threads(1).build();
        ByHand reader = new ByHand();
        try (RawServer server = RawServer.start()) {
            One<Void> download = client.get(server.url("/")).send(response -> {
                response.body().subscribe(reader);
                return One.from(() -> reader.done);
            });
            CompletableFuture<Void> end = download.toCompletionStage().toCompletableFuture();
            RawSocket socket = server.accept();
            socket.request();
            socket.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: "
                    + zipped.length + "\r\n\r\n");
            socket.send(zipped);
            reader.subscription.join().request(1);
            assertEquals("", socket.rest());
            EventExecutor loop = reader.loop.get(120, TimeUnit.SECONDS);
            loop.submit(() -> {}).get(120, TimeUnit.SECONDS); // what the end of the connection brings about is done
            assertFalse(loop.isShuttingDown(), "the loop ends before the reader is done");
            reader.subscription.join().request(Long.MAX_VALUE);
            end.get(120, TimeUnit.SECONDS);
            assertEquals(length, reader.length);
            assertTrue(loop.terminationFuture().await(120, TimeUnit.SECONDS), "nobody needs the loop any more");
        }
    }

    private static final class ByHand implements Flow.Subscriber<ByteBuffer> {
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        final CompletableFuture<EventExecutor> loop = new CompletableFuture<>();
        final CompletableFuture<Void> done = new CompletableFuture<>();
        int length;

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription.complete(newSubscription);
        }

        @Override
        public void onNext(ByteBuffer piece) {
            length += piece.remaining();
            loop.complete(ThreadExecutorMap.currentExecutor());
        }

        @Override
        public void onError(Throwable failure) {
            done.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            done.complete(null);
        }
    }

    @Test
    void anIdleLoopIsInsideOfNoPipeline() throws InterruptedException {
        EventLoops own = EventLoops.shared().own(1);
        try (Leaks _ = Leaks.watch(Duration.ZERO)) {
            own.acquire().next().submit(() -> {}).sync();
        } finally {
            own.release();
        }
    }
}
