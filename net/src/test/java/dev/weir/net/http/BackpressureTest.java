package dev.weir.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawSocket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Slow peers stop fast ones, with numbers. */
@ExtendWith(NoLeaks.class)
class BackpressureTest {
    private static final int ITEM = 1000;
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    /** What Linux keeps at most of what we send, by default, and a little of the reader's side. */
    private static final int KERNEL = 4 * 1024 * 1024 + 256 * 1024;

    /** What we keep ourselves: up to the high mark, and one batch beyond it. */
    private static final int OURS = 2 * 64 * 1024;

    private static Many<ByteBuffer> numbered(int count, AtomicInteger produced) {
        return Many.range(0, count).map(i -> {
            produced.incrementAndGet();
            return ByteBuffer.allocate(ITEM).putInt(0, i);
        });
    }

    @Test
    void aClientThatDoesNotReadStopsTheSource() {
        AtomicInteger produced = new AtomicInteger();
        int total = 100_000; // 100 MB
        Handler handler = request -> One.of(Response.stream("x/y", (long) total * ITEM, numbered(total, produced)));
        try (TestServer server = TestServer.start(handler);
                RawSocket socket = RawSocket.connect(server.port(), 16 * 1024)) {
            socket.send(GET);
            int stopped = server.steady(produced::get);
            assertTrue(stopped * ITEM <= KERNEL + OURS, stopped + " items were produced for nobody");
            assertTrue(stopped > 64, "only " + stopped + " items were produced");

            assertEquals(200, socket.head().status());
            int half = total / 2;
            for (int i = 0; i < half; i++) {
                assertEquals(i, ByteBuffer.wrap(socket.bytes(ITEM)).getInt());
            }
            int again = server.steady(produced::get);
            assertTrue(again >= half && (again - half) * ITEM <= KERNEL + OURS, again + " after " + half);

            for (int i = half; i < total; i++) {
                assertEquals(i, ByteBuffer.wrap(socket.bytes(ITEM)).getInt());
            }
            assertEquals(total, produced.get());
            assertEquals(200, socket.send(GET).head().status());
        }
    }

    /** Pipelined requests are no way round: none is begun while the responses before it wait. */
    @Test
    void aClientThatOnlyAsksStopsTheHandler() {
        byte[] body = new byte[64 * 1024];
        AtomicInteger answered = new AtomicInteger();
        Handler handler = request -> {
            answered.incrementAndGet();
            return One.of(Response.bytes("x/y", body));
        };
        int total = 1_000; // 64 MB
        try (TestServer server = TestServer.start(handler);
                RawSocket socket = RawSocket.connect(server.port(), 16 * 1024)) {
            socket.send(GET.repeat(total)); // 28 KB, which kernels take at once
            int stopped = server.steady(answered::get);
            assertTrue(stopped > 0, "none was answered");
            int sent = (stopped - 1) * body.length; // and a part of the last
            assertTrue(sent <= KERNEL + OURS, stopped + " requests were answered for nobody");
            for (int i = 0; i < total; i++) {
                assertEquals(200, socket.head().status());
                socket.bytes(body.length);
            }
            assertEquals(total, answered.get());
        }
    }

    @Test
    void aSlowClientDelaysNoOtherOnItsLoop() {
        AtomicInteger produced = new AtomicInteger();
        Set<Executor> loops = ConcurrentHashMap.newKeySet();
        Handler handler = request -> {
            loops.add(request.eventLoop());
            return One.of(Response.stream("x/y", numbered(Integer.MAX_VALUE, produced)));
        };
        try (TestServer server = TestServer.start(handler);
                RawSocket slow = RawSocket.connect(server.port(), 16 * 1024);
                RawSocket quick = RawSocket.connect(server.port())) {
            slow.send(GET);
            assertTrue(server.steady(produced::get) > 64, "something waits for the slow one");
            quick.send(GET).head();
            for (int i = 0; i < 50_000; i++) {
                assertEquals(i, ByteBuffer.wrap(quick.chunkBytes()).getInt());
            }
            assertEquals(1, loops.size());
            assertEquals(200, slow.head().status());
            for (int i = 0; i < 64; i++) {
                assertEquals(i, ByteBuffer.wrap(slow.chunkBytes()).getInt());
            }
        }
    }

    @Test
    void aHandlerThatDoesNotReadStopsTheClient() {
        AtomicInteger sent = new AtomicInteger();
        try (TestServer server = TestServer.start(request -> One.never());
                RawSocket socket = RawSocket.connect(server.port(), 64 * 1024)) {
            socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n");
            Thread sender = sendAll(socket, 100_000, sent);
            int stopped = server.steady(sent::get);
            assertTrue(stopped * ITEM <= KERNEL + OURS, stopped + " items were taken from the client");
            socket.leave(true);
            joined(sender);
        }
    }

    @Test
    void aHandlerThatReadsPieceByPieceSetsTheClientsPace() {
        AtomicInteger sent = new AtomicInteger();
        CompletableFuture<Flow.Subscription> reader = new CompletableFuture<>();
        AtomicInteger pieces = new AtomicInteger();
        AtomicInteger bytes = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        Handler handler = request -> {
            request.body().subscribe(new Flow.Subscriber<ByteBuffer>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                    reader.complete(subscription);
                }

                @Override
                public void onNext(ByteBuffer piece) {
                    bytes.addAndGet(piece.remaining());
                    pieces.incrementAndGet();
                }

                @Override
                public void onError(Throwable failure) {
                    reader.completeExceptionally(failure);
                }

                @Override
                public void onComplete() {
                    done.countDown();
                }
            });
            return One.never();
        };
        int total = 20_000; // 20 MB
        try (TestServer server = TestServer.start(handler);
                RawSocket socket = RawSocket.connect(server.port(), 64 * 1024)) {
            socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + total * ITEM + "\r\n\r\n");
            Thread sender = sendAll(socket, total, sent);
            Flow.Subscription subscription = reader.join();
            int stopped = server.steady(sent::get);
            assertTrue(stopped < total, "the client was not stopped");
            assertEquals(0, pieces.get());
            for (int i = 1; i <= 10; i++) {
                subscription.request(1);
                int asked = i;
                while (pieces.get() < asked) {
                    server.roundTrip();
                }
                server.steady(pieces::get);
                assertEquals(i, pieces.get(), "pieces for " + i + " requests");
            }
            subscription.request(Long.MAX_VALUE);
            await(done);
            assertEquals(total * ITEM, bytes.get());
            joined(sender);
        }
    }

    private static Thread sendAll(RawSocket socket, int items, AtomicInteger sent) {
        return Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < items; i++) {
                    socket.send(new byte[ITEM]);
                    sent.incrementAndGet();
                }
            } catch (java.io.UncheckedIOException closed) {
                // the test has seen enough
            }
        });
    }

    private static void joined(Thread thread) {
        try {
            assertTrue(thread.join(TestServer.GENEROUS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, java.util.concurrent.TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
