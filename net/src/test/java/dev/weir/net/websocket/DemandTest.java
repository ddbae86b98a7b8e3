package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Cancellable;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawServer;
import dev.weir.net.RawSocket;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slow peers stop fast ones, with numbers. */
@ExtendWith(NoLeaks.class)
class DemandTest {
    private static final int ITEM = 1000;

    /** What Linux keeps at most of what is sent, by default, and a little of the reader's side. */
    private static final int KERNEL = 4 * 1024 * 1024 + 256 * 1024;

    /** What we keep ourselves: up to the high mark, and one batch beyond it; or one read. */
    private static final int OURS = 2 * 64 * 1024;

    /** Asks for messages when it is told. */
    private static final class ByHand implements Flow.Subscriber<Message> {
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        final CountDownLatch done = new CountDownLatch(1);
        final AtomicInteger received = new AtomicInteger();

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription.complete(newSubscription);
        }

        @Override
        public void onNext(Message message) {
            received.incrementAndGet();
        }

        @Override
        public void onError(Throwable failure) {
            subscription.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            done.countDown();
        }
    }

    private static Thread sendAll(RawPeer peer, int count, AtomicInteger sent) {
        return Thread.ofPlatform().start(() -> {
            byte[] frame = RawPeer.frame(0x82, new byte[ITEM], true);
            while (sent.get() < count && peer.socket().offer(frame)) {
                sent.incrementAndGet();
            }
        });
    }

    @Test
    void aConsumerThatStopsStopsTheSender() throws InterruptedException {
        ByHand consumer = new ByHand();
        AtomicInteger sent = new AtomicInteger();
        int total = 50_000; // 50 MB
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.messages().subscribe(consumer);
                    return One.never();
                });
                RawPeer peer = server.connect(64 * 1024)) {
            Thread sender = sendAll(peer, total, sent);
            int stopped = server.steady(sent::get);
            assertTrue(stopped * ITEM <= KERNEL + OURS, stopped + " messages were taken from the peer");
            assertEquals(0, consumer.received.get());
            Flow.Subscription subscription = consumer.subscription.join();
            for (int i = 1; i <= 10; i++) {
                subscription.request(1);
                int asked = i;
                while (consumer.received.get() < asked) {
                    server.roundTrip();
                }
                server.steady(consumer.received::get);
                assertEquals(i, consumer.received.get());
            }
            subscription.request(Long.MAX_VALUE);
            while (consumer.received.get() < total) {
                server.roundTrip();
            }
            sender.join();
            peer.sendClose(1000);
            assertTrue(consumer.done.await(120, TimeUnit.SECONDS));
        }
    }

    @Test
    void aPeerThatDoesNotReadStopsTheSource() {
        AtomicInteger produced = new AtomicInteger();
        int total = 50_000; // 50 MB
        Many<Message> source = Many.range(0, total).map(i -> {
            produced.incrementAndGet();
            return Message.binary(ByteBuffer.allocate(ITEM).putInt(0, i).array());
        });
        try (SocketServer server = SocketServer.start(socket -> socket.send(source));
                RawPeer peer = server.connect(16 * 1024)) {
            int stopped = server.steady(produced::get);
            assertTrue(stopped * ITEM <= KERNEL + OURS, stopped + " messages were produced for nobody");
            assertTrue(stopped > 64, "only " + stopped + " messages were produced");
            for (int i = 0; i < total; i++) {
                assertEquals(i, ByteBuffer.wrap(peer.read().payload()).getInt());
            }
            assertEquals(1000, peer.readClose());
        }
    }

    /** The echo is stopped from both ends: what is not read back is not taken either. */
    @Test
    void anEchoThatIsNotReadStopsItsSender() throws InterruptedException {
        AtomicInteger sent = new AtomicInteger();
        try (SocketServer server = SocketServer.start(socket -> socket.send(socket.messages()));
                RawPeer peer = server.connect(64 * 1024)) {
            Thread sender = sendAll(peer, 100_000, sent);
            int stopped = server.steady(sent::get);
            assertTrue(stopped * ITEM <= 2 * (KERNEL + OURS), stopped + " messages were taken");
            peer.socket().leave(true);
            sender.join();
        }
    }

    @Test
    void controlFramesNeedNoDemand() {
        try (SocketServer server = SocketServer.start(socket -> One.never());
                RawPeer peer = server.connect()) {
            for (int i = 0; i < 100; i++) {
                assertEquals("" + i, peer.send(0x89, "" + i).read().text());
            }
            assertEquals(1000, peer.sendClose(1000).readClose());
        }
    }

    /** After the one message that was asked for, the peer's Close is noticed without more demand. */
    @Test
    void whatFollowsTheLastDemandedMessageIsNoticed() {
        ByHand consumer = new ByHand();
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.messages().subscribe(consumer);
                    return One.never();
                });
                RawPeer peer = server.connect()) {
            peer.text("x").sendClose(1000);
            server.roundTrip();
            consumer.subscription.join().request(1);
            assertEquals(1000, peer.readClose());
            peer.assertEnd();
            assertEquals(1, consumer.received.get());
        }
    }

    @Test
    void whoHasHeardEnoughDoesNotStopTheConnection() {
        AtomicInteger sent = new AtomicInteger();
        try (SocketServer server =
                        SocketServer.start(socket -> socket.messages().first().then(One.never()));
                RawPeer peer = server.connect()) {
            sendAll(peer, 20_000, sent);
            while (sent.get() < 20_000) {
                server.roundTrip();
            }
            assertEquals(1000, peer.sendClose(1000).readClose());
        }
    }

    @Test
    void pingsThatAreNotReadAreAnsweredOnceLater() {
        AtomicInteger produced = new AtomicInteger();
        Many<Message> source = Many.range(0, Integer.MAX_VALUE).map(i -> {
            produced.incrementAndGet();
            return Message.binary(new byte[ITEM]);
        });
        CompletableFuture<Message> read = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.messages().first().subscribe(read::complete, read::completeExceptionally);
                    return socket.send(source);
                });
                RawPeer peer = server.connect(16 * 1024)) {
            server.steady(produced::get);
            for (int i = 0; i < 1000; i++) {
                peer.send(0x89, "" + i);
            }
            peer.text("behind the pings");
            read.join();
            RawPeer.Frame frame = peer.read();
            while (frame.opcode() != 10) {
                frame = peer.read();
            }
            assertEquals("999", frame.text());
        }
    }

    /** They were kept for somebody who might still have wanted them, and the WebSocket was never closed. */
    @Test
    void whatIsLeftOfALostConnectionCanBeGivenUp() {
        ByHand consumer = new ByHand();
        CompletableFuture<Throwable> lost = new CompletableFuture<>();
        CompletableFuture<CloseReason> closed = new CompletableFuture<>();
        try (RawServer server = RawServer.start()) {
            Cancellable run = WebSocketClient.create()
                    .connect("ws://127.0.0.1:" + server.port() + "/", socket -> {
                        socket.messages().subscribe(consumer);
                        socket.closed().subscribe(closed::complete, closed::completeExceptionally);
                        Many<Message> endless =
                                Many.range(0, Integer.MAX_VALUE).map(i -> Message.binary(new byte[ITEM]));
                        socket.send(endless).subscribe(done -> {}, lost::complete);
                        return One.never();
                    })
                    .subscribe(done -> {}, failure -> {});
            RawSocket socket = accept(server);
            socket.send(repeat(RawPeer.frame(0x81, new byte[] {'x'}, false), 2));
            Flow.Subscription subscription = consumer.subscription.join();
            subscription.request(1);
            while (consumer.received.get() < 1) {
                Thread.onSpinWait();
            }
            socket.leave(true);
            lost.join();
            assertEquals(1, consumer.received.get());
            assertFalse(closed.isDone());
            subscription.cancel();
            assertEquals(
                    CloseReason.ABNORMAL,
                    closed.orTimeout(120, TimeUnit.SECONDS).join().code());
            run.cancel();
        }
    }

    /** As it was kept for somebody who might still have come, what waited for the end only waited for ever. */
    @ParameterizedTest
    @ValueSource(ints = {CloseReason.ABNORMAL, CloseReason.GOING_AWAY})
    void whatNobodyReadsOfALostConnectionDoesNotKeepIt(int code) {
        CompletableFuture<CloseReason> closed = new CompletableFuture<>();
        WebSocketClient client = WebSocketClient.builder().threads(1).build();
        Many<Message> endless = Many.range(0, Integer.MAX_VALUE).map(i -> Message.binary(new byte[ITEM]));
        try (RawServer server = RawServer.start()) {
            Cancellable run = client.connect("ws://127.0.0.1:" + server.port() + "/", socket -> {
                        socket.send(endless).subscribe(done -> {}, failure -> {}); // notices that the peer has gone
                        return socket.closed();
                    })
                    .subscribe(closed::complete, closed::completeExceptionally);
            RawSocket socket = accept(server);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            sent.writeBytes(RawPeer.frame(0x89, new byte[] {'?'}, false));
            sent.writeBytes(RawPeer.frame(0x82, new byte[ITEM], false));
            if (code != CloseReason.ABNORMAL) {
                byte[] reason = ByteBuffer.allocate(2).putShort((short) code).array();
                sent.writeBytes(RawPeer.frame(0x88, reason, false));
            }
            RawPeer peer = RawPeer.server(socket.send(sent.toByteArray()));
            while (peer.read().opcode() != 10) {
                // what is sent until the answer to the ping, with which all has come
            }
            socket.leave(true);
            assertEquals(code, closed.orTimeout(120, TimeUnit.SECONDS).join().code());
            while (client.heldBytes() > 0) {
                Thread.onSpinWait();
            }
            run.cancel();
        }
    }

    private static RawSocket accept(RawServer server) {
        RawSocket socket = server.accept();
        String key = socket.requestHead().header("sec-websocket-key");
        return socket.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + ServerHandshake.accept(key) + "\r\n\r\n");
    }

    private static byte[] repeat(byte[] frame, int times) {
        ByteBuffer all = ByteBuffer.allocate(frame.length * times);
        for (int i = 0; i < times; i++) {
            all.put(frame);
        }
        return all.array();
    }

    @Test
    void sendsBeyondTheLimitFail() {
        WebSocketOptions options =
                WebSocketOptions.builder().maxWaitingSends(10).build();
        AtomicInteger failed = new AtomicInteger();
        CompletableFuture<String> message = new CompletableFuture<>();
        byte[] large = new byte[64 * 1024];
        try (SocketServer server = SocketServer.start(options, socket -> {
                    for (int i = 0; i < 200; i++) {
                        socket.send(Message.binary(large)).subscribe(done -> {}, failure -> {
                            failed.incrementAndGet();
                            message.complete(failure.getMessage());
                        });
                    }
                    return One.never();
                });
                RawPeer peer = server.connect(16 * 1024)) {
            server.roundTrip();
            assertTrue(failed.get() >= 100, failed + " failed");
            assertTrue(message.join().startsWith("10 sends wait for a peer that does not keep up"), message.join());
            assertEquals(large.length, peer.read().payload().length);
        }
    }

    /** The loop may hear of the cancellation before it hears of the send. */
    @Test
    void aSendThatIsLeftAsItBeginsIsStopped() {
        AtomicInteger running = new AtomicInteger();
        One<Integer> left = WebSocketClient.create()
                .connect(
                        socket -> socket.messages().forEach(message -> {}),
                        socket -> One.blocking(() -> {
                            try (ExecutorService leaving = Executors.newVirtualThreadPerTaskExecutor()) {
                                for (int i = 0; i < 20_000; i++) {
                                    leave(socket, leaving, i % 200, running);
                                }
                            }
                            var _ = socket.ping().await(SocketServer.GENEROUS); // behind all of them
                            return running.get();
                        }));
        assertEquals(0, left.await(SocketServer.GENEROUS));
    }

    private static void leave(WebSocket socket, Executor leaving, int spins, AtomicInteger running) {
        Many<Message> endless = Many.defer(() -> {
            running.incrementAndGet();
            return Many.<Message>never().doFinally(ending -> running.decrementAndGet());
        });
        Cancellable send = socket.send(endless).subscribeOn(leaving).subscribe(sent -> {}, failure -> {});
        for (int i = 0; i < 16 * spins; i++) {
            Thread.onSpinWait();
        }
        send.cancel();
    }
}
