package dev.weir.net.http.client;

import static dev.weir.net.http.client.TestClient.begin;
import static dev.weir.net.http.client.TestClient.failure;
import static dev.weir.net.http.client.TestClient.until;
import static dev.weir.net.http.client.TestClient.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Many;
import dev.weir.net.NoLeaks;
import dev.weir.net.http.client.ClientException.Reason;
import dev.weir.testkit.VirtualTime;
import io.netty.handler.codec.http2.Http2Error;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a server of HTTP/2 has not begun with when it ends a connection or a stream. */
@ExtendWith(NoLeaks.class)
class Http2SentBackTest {
    private static final int MOST = 3;
    private static final int MOST_WAITING = 2;

    /** Holds up whoever schedules something while it is asked to, such as a pool for what waits there. */
    private static final class Obstacle implements Clock {
        private final Clock time = new VirtualTime();
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch gone = new CountDownLatch(1);
        volatile boolean there;

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Cancellable schedule(Runnable task, Duration delay) {
            if (there) {
                reached.countDown();
                await(gone);
            }
            return time.schedule(task, delay);
        }
    }

    private final Obstacle obstacle = new Obstacle();
    private final Http2Server server = new Http2Server(MOST);
    private final HttpClient client = HttpClient.builder()
            .http2PriorKnowledge()
            .threads(1)
            .clock(obstacle)
            .maxWaiting(MOST_WAITING)
            .build();
    private final AtomicInteger subscribed = new AtomicInteger();
    private final Many<ByteBuffer> once = Many.defer(() -> {
        subscribed.incrementAndGet();
        return Many.of(ByteBuffer.wrap(new byte[3]));
    });

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private CompletableFuture<String> ask(String target) {
        return begin(client.get(server.url(target)).text());
    }

    private ClientRequest upload(String target) {
        return client.post(server.url(target)).withBody(once);
    }

    @AfterEach
    void close() {
        client.close();
        client.closed().await(TestClient.GENEROUS);
        server.close();
    }

    @Test
    void whatComesToAConnectionThatIsBeingLeftGetsAnotherOne() {
        postMeets((two, three) -> three.goAway(true), three -> {});
        assertEquals(2, client.pool().opened());
    }

    @Test
    void whatComesToAConnectionThatTakesFewerNowWaits() {
        postMeets((two, three) -> two.settings(1), three -> {
            until(() -> client.pool().waiting() == 2);
            three.ok("3");
        });
        assertEquals(1, client.pool().opened());
    }

    /** More connections would not help: of those there is one. */
    @Test
    void beyondThoseThatMayWaitRequestsFailAndSayWhatThereIsTooLittleOf() {
        for (int i = 0; i < MOST; i++) {
            ask("/" + i);
            server.next();
        }
        for (int i = 0; i < MOST_WAITING; i++) {
            ask("/waits");
        }
        until(() -> client.pool().waiting() == MOST_WAITING);
        ClientException full = failure(ask("/late"), Reason.POOL_FULL);
        String message = String.valueOf(full.getMessage());
        assertTrue(message.contains("wait for one of the 100 streams to "), message);
        assertTrue(message.endsWith("(settings: maxWaiting, maxStreams, of which a server may allow fewer)"), message);
    }

    /**
     * A request that gets the room of another one when the server has just said something.
     *
     * @param change what it says, with two requests there
     * @param then what it does with the last of these when the request has come back
     */
    private void postMeets(
            BiConsumer<Http2Server.Stream, Http2Server.Stream> change, Consumer<Http2Server.Stream> then) {
        var first = ask("/1");
        Http2Server.Stream one = server.next();
        var second = ask("/2");
        Http2Server.Stream two = server.next();
        ask("/3");
        Http2Server.Stream three = server.next();
        var post = begin(upload("/post").text());
        until(() -> client.pool().waiting() == 1);
        obstacle.there = true;
        Thread.ofVirtual().start(() -> ask("/held-up"));
        await(obstacle.reached); // from now on the pool does nothing, and gives the room to the upload then
        obstacle.there = false;
        one.ok("1");
        value(first);
        change.accept(two, three);
        two.ok("2");
        value(second); // so the client has read what was said
        obstacle.gone.countDown();
        then.accept(three);
        Http2Server.Stream again = server.next();
        assertEquals("/post", again.path());
        until(() -> again.complete);
        again.ok("posted");
        assertEquals("posted", value(post));
        assertEquals(1, subscribed.get());
    }

    @Test
    void aStreamThatNobodyHasAskedForAnythingIsSentAfterARefusal() {
        var post = begin(upload("/").withExpectContinue().text());
        server.next().reset(Http2Error.REFUSED_STREAM);
        Http2Server.Stream again = server.next();
        assertEquals(0, subscribed.get());
        again.head(100, false);
        until(() -> again.complete);
        again.ok("taken");
        assertEquals("taken", value(post));
        assertEquals(1, subscribed.get());
    }

    @Test
    void oneThatHasBegunIsNotSentAgain() {
        var post = begin(upload("/").text());
        Http2Server.Stream stream = server.next();
        until(() -> stream.complete);
        stream.reset(Http2Error.REFUSED_STREAM);
        failure(post, Reason.CLOSED);
        assertEquals(1, subscribed.get());
    }

    @Test
    void aFormOfFieldsAndFilesIsSentAgain() {
        MultipartForm form = MultipartForm.create().field("a", "b").file("f", "f.txt", "text/plain", new byte[7]);
        var post = begin(client.post(server.url("/")).withMultipart(form).text());
        Http2Server.Stream stream = server.next();
        until(() -> stream.complete);
        stream.reset(Http2Error.REFUSED_STREAM);
        Http2Server.Stream again = server.next();
        until(() -> again.complete);
        again.ok("taken");
        assertEquals("taken", value(post));
        assertEquals(stream.bytes.get(), again.bytes.get());
    }

    @Test
    void aFormWithAStreamIsNot() {
        MultipartForm form = MultipartForm.create().file("f", "f.txt", "text/plain", once);
        var post = begin(client.post(server.url("/")).withMultipart(form).text());
        Http2Server.Stream stream = server.next();
        until(() -> stream.complete);
        stream.reset(Http2Error.REFUSED_STREAM);
        failure(post, Reason.CLOSED);
    }

    @Test
    void aServerThatTakesNothingIsNotTriedForEver() throws IOException {
        AtomicInteger connections = new AtomicInteger();
        try (ServerSocket leaving = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> sayGoodbyes(leaving, connections));
            failure(
                    begin(client.get("http://127.0.0.1:" + leaving.getLocalPort())
                            .text()),
                    Reason.CLOSED);
            assertEquals(5, connections.get());
        }
    }

    /** To each that comes, at once: settings, and that no stream is taken. */
    private static void sayGoodbyes(ServerSocket leaving, AtomicInteger connections) {
        byte[] goodbye = HexFormat.of().parseHex("000000040000000000" + "0000080700000000000000000000000000");
        try {
            while (true) {
                Socket connection = leaving.accept();
                connections.incrementAndGet();
                connection.getOutputStream().write(goodbye);
            }
        } catch (IOException theTestIsOver) {
            assertTrue(leaving.isClosed());
        }
    }

    @Test
    void whatIsSentBackComesBeforeWhatHasWaitedSince() {
        var first = ask("/1");
        Http2Server.Stream one = server.next();
        List<CompletableFuture<String>> others = new ArrayList<>();
        others.add(ask("/2"));
        Http2Server.Stream two = server.next();
        others.add(ask("/3"));
        server.next();
        others.add(ask("/4"));
        others.add(ask("/5"));
        until(() -> client.pool().waiting() == MOST_WAITING);
        two.goAway(false); // now there are more than may wait, but not more than were taken
        for (int i = 0; i < others.size(); i++) {
            Http2Server.Stream stream = server.next();
            assertEquals("/" + (i + 2), stream.path());
            stream.ok("x" + i);
            assertEquals("x" + i, value(others.get(i)));
        }
        one.ok("1");
        assertEquals("1", value(first));
    }
}
