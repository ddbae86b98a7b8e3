package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.NoLeaks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that come in pieces. */
@ExtendWith(NoLeaks.class)
class MessageStreamTest {
    private static final int KIB = 1024;
    private static final String DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate";

    private static One<String> whole(MessageStream message) {
        return switch (message) {
            case MessageStream.Text(Many<String> pieces) ->
                pieces.reduce(StringBuilder::new, StringBuilder::append).map(text -> "text " + text);
            case MessageStream.Binary(Many<ByteBuffer> pieces) ->
                pieces.reduce(() -> 0L, (sum, piece) -> sum + piece.remaining()).map(sum -> "bytes " + sum);
        };
    }

    /** Says of each message what it was, when it has come. */
    private static final WebSocket.Handler TELLING = socket -> socket.send(
            socket.streams().concatMap(message -> whole(message).toMany()).map(Message::text));

    private static final WebSocketOptions SMALL = WebSocketOptions.builder()
            .maxMessage(100)
            .compression(MessageCompression.WITH_CONTEXT)
            .build();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageMayBeLargerThanOneThatIsHeldAsAWhole(boolean compressed) {
        byte[] large = new byte[1000 * KIB];
        try (SocketServer server = SocketServer.start(SMALL, TELLING);
                RawPeer peer = server.connect(DEFLATE)) {
            peer.send(compressed ? 0xc2 : 0x82, compressed ? LimitsTest.compressed(large) : large);
            assertEquals("bytes " + large.length, peer.readText());
            peer.send(0x01, "hel").send(0x89, "?").send(0x00, "").send(0x80, "lo");
            assertEquals("?", peer.read().text());
            assertEquals("text hello", peer.readText());
            peer.text("").send(0x82, new byte[0]);
            assertEquals("text ", peer.readText());
            assertEquals("bytes 0", peer.readText());
            assertEquals(1000, peer.sendClose(1000).readClose());
            peer.assertEnd();
        }
    }

    /** The pieces are those in which it comes: a frame need not be all there. */
    @Test
    void aPieceDoesNotWaitForItsFrame() {
        try (SocketServer server = SocketServer.start(socket -> socket.send(socket.streams()
                        .concatMap(message -> message instanceof MessageStream.Text(Many<String> pieces)
                                ? pieces.map(Message::text)
                                : Many.<Message>empty())));
                RawPeer peer = server.connect()) {
            byte[] frame = RawPeer.frame(0x81, "first\u20acsecond".getBytes(StandardCharsets.UTF_8), true);
            peer.socket().send(Arrays.copyOf(frame, 6 + 5 + 1)); // with a part of the character
            assertEquals("first", peer.readText());
            peer.socket().send(Arrays.copyOfRange(frame, 12, frame.length));
            assertEquals("\u20acsecond", peer.readText());
        }
    }

    /** Whatever pieces come, whole messages and those in pieces are the same. */
    @ParameterizedTest
    @EnumSource(MessageCompression.class)
    void inPiecesItIsTheSameAsInOne(MessageCompression compression) {
        WebSocketOptions options = WebSocketOptions.builder()
                .compression(compression)
                .fragment(7_000)
                .build();
        Random random = new Random(1);
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(random.nextInt(5_000), 0, 5)
                    .forEach(c -> text.appendCodePoint(
                            "a\u00e9\u20ac\ud83d\ude00z".codePoints().toArray()[c]));
            byte[] bytes = new byte[random.nextInt(40_000)];
            random.nextBytes(bytes);
            messages.add(i % 2 == 0 ? Message.text(text.toString()) : Message.binary(bytes));
        }
        try (SocketServer server = SocketServer.start(
                options,
                socket -> socket.streams()
                        .concatMap(message -> socket.send(message).toMany())
                        .count()
                        .then(One.ofVoid()))) {
            for (WebSocketClient client : List.of(
                    WebSocketClient.builder().options(options).build(),
                    WebSocketClient.builder().options(options).http2().build())) {
                List<Message> echoed = client.connect(server.uri().toString(), socket -> {
                            One<List<Message>> back =
                                    socket.messages().take(messages.size()).toList();
                            return One.zip(socket.send(Many.from(messages)).thenReturn(true), back, (sent, all) -> all);
                        })
                        .await(SocketServer.GENEROUS);
                assertEquals(messages, echoed);
            }
        }
    }

    /** The pieces are whoever's who sends them. */
    @Test
    void whatIsSentTwiceIsTheSameTwice() {
        MessageStream message = MessageStream.binary(Many.of(ByteBuffer.wrap(new byte[] {'a', 'b', 'c'})));
        try (SocketServer server =
                        SocketServer.start(socket -> socket.send(message).then(socket.send(message)));
                RawPeer peer = server.connect()) {
            assertEquals("abc", readWhole(peer));
            assertEquals("abc", readWhole(peer));
        }
    }

    @Test
    void aMessageThatNobodyReadsIsSkippedAndItsContextKept() {
        byte[] mixed = new byte[2_000];
        new Random(1).nextBytes(mixed);
        AtomicInteger seen = new AtomicInteger();
        try (SocketServer server = SocketServer.start(
                        SMALL,
                        socket -> socket.send(socket.streams()
                                .concatMap(message -> seen.incrementAndGet() % 2 == 1
                                        ? Many.<String>empty()
                                        : whole(message).toMany())
                                .map(Message::text)));
                RawPeer peer = server.connect(DEFLATE)) {
            Deflation deflation = new Deflation(true, 15);
            for (int i = 0; i < 4; i++) {
                ByteArrayOutputStream coded = new ByteArrayOutputStream();
                deflation.compress(mixed, 0, mixed.length, true, coded);
                int length = coded.size() - Deflation.TAIL;
                assertTrue(i == 0 || length < 100, "it refers to the one before");
                peer.send(0xc2, Arrays.copyOf(coded.toByteArray(), length));
            }
            assertEquals("bytes 2000", peer.readText());
            assertEquals("bytes 2000", peer.readText());
            deflation.end();
        }
    }

    @Test
    void whoComesTooLateForAMessageIsTold() {
        CompletableFuture<MessageStream> first = new CompletableFuture<>();
        CompletableFuture<String> told = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> socket.streams()
                        .doOnNext(message -> {
                            if (!first.complete(message)) {
                                whole(first.join()).subscribe(told::complete, late -> told.complete(late.getMessage()));
                            }
                        })
                        .count()
                        .then(One.ofVoid()));
                RawPeer peer = server.connect()) {
            peer.text("one").text("two");
            assertTrue(
                    told.orTimeout(120, TimeUnit.SECONDS)
                            .join()
                            .startsWith("the message was skipped, because the next one"),
                    told.join());
        }
    }

    /** Asks for as much as it is told to. */
    private static final class ByHand<T> implements Flow.Subscriber<T> {
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        private final List<T> items = new ArrayList<>();
        private final AtomicInteger count = new AtomicInteger();
        private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription.complete(newSubscription);
        }

        @Override
        public void onNext(T item) {
            items.add(item);
            count.incrementAndGet();
        }

        @Override
        public void onError(Throwable cause) {
            failure.complete(cause);
        }

        @Override
        public void onComplete() {
            failure.complete(new IllegalStateException("it is complete"));
        }
    }

    /** However much comes of it: a mebibyte of zeros is a kilobyte, compressed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReaderThatStopsStopsThePeer(boolean compressed) throws InterruptedException {
        ByHand<ByteBuffer> reader = new ByHand<>();
        byte[] part = compressed ? LimitsTest.compressed(new byte[8 * KIB * KIB]) : new byte[8 * KIB * KIB];
        AtomicLong sent = new AtomicLong();
        try (SocketServer server = SocketServer.start(SMALL, socket -> {
                    socket.streams()
                            .subscribe(message ->
                                    ((MessageStream.Binary) message).pieces().subscribe(reader));
                    return One.never();
                });
                RawPeer peer = server.connect(64 * KIB, DEFLATE)) {
            Thread sender = Thread.ofPlatform().start(() -> {
                byte[] frame = RawPeer.frame(compressed ? 0xc2 : 0x82, part, true);
                for (int at = 0; at < frame.length; at += 4 * KIB) {
                    byte[] some = Arrays.copyOfRange(frame, at, Math.min(frame.length, at + 4 * KIB));
                    if (!peer.socket().offer(some)) {
                        return;
                    }
                    sent.addAndGet(some.length);
                }
            });
            Flow.Subscription subscription =
                    reader.subscription.orTimeout(120, TimeUnit.SECONDS).join();
            for (int asked = 1; asked <= 5; asked++) {
                subscription.request(1);
                while (reader.count.get() < asked) {
                    server.roundTrip();
                }
                server.steady(() -> (int) sent.get());
                assertEquals(asked, reader.count.get());
                assertTrue(
                        server.server().heldBytes() <= 256 * KIB,
                        server.server().heldBytes() + " bytes are held");
            }
            subscription.request(Long.MAX_VALUE);
            long all = 0;
            while (!reader.failure.isDone()) {
                server.roundTrip();
            }
            for (ByteBuffer piece : reader.items) {
                assertTrue(piece.remaining() <= 64 * KIB, piece + " is large");
                all += piece.remaining();
            }
            assertEquals(8L * KIB * KIB, all);
            sender.join();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0x83, 1002", // no opcode
        "0xa1, 1002", // reserved bits
        "0xc1, 1002", // nothing is compressed
        "0x80, 1002", // nothing to continue
        "0x00, 1002"
    })
    void framesThatBreakTheProtocolAreRefused(String first, int code) {
        try (SocketServer server = SocketServer.start(TELLING);
                RawPeer peer = server.connect()) {
            peer.text("x");
            assertEquals("text x", peer.readText());
            assertEquals(code, peer.send(Integer.decode(first), "").readClose());
            peer.assertEnd();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0181, 1002", // within a message
        "82fe000a, 1002", // 10 in two bytes
        "82ff000000000000ffff, 1002", // 65,535 in eight
        "82ff8000000000000000, 1002", // less than nothing
        "8201, 1002" // not masked
    })
    void headsThatNobodyWritesAreRefused(String bytes, int code) {
        CompletableFuture<Integer> refused = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> socket.streams()
                        .concatMap(message -> whole(message).toMany())
                        .count()
                        .doOnError(failure -> refused.complete(((WebSocketException) failure).code()))
                        .then(One.ofVoid()));
                RawPeer peer = server.connect()) {
            byte[] head = java.util.HexFormat.of().parseHex(bytes);
            if (head[0] == 1) {
                peer.send(0x01, "x").send(0x81, "y");
            } else {
                peer.socket().send(head);
                peer.socket().send(new byte[4]);
            }
            assertEquals(code, peer.readClose());
            assertEquals(code, refused.orTimeout(120, TimeUnit.SECONDS).join());
        }
    }

    @Test
    void aFrameHasTheLimitThatIsSet() {
        WebSocketOptions options = WebSocketOptions.builder().maxFrame(1000).build();
        try (SocketServer server = SocketServer.start(options, TELLING);
                RawPeer peer = server.connect()) {
            peer.send(0x02, new byte[1000]).send(0x80, new byte[1000]);
            assertEquals("bytes 2000", peer.readText());
            assertEquals(1009, peer.send(0x82, new byte[1001]).readClose());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "c3 28", "e2 82", "ed a0 80"})
    void textThatIsNotUtf8IsRefusedWhereverItIsCut(String hex) {
        byte[] bytes = java.util.HexFormat.ofDelimiter(" ").parseHex(hex);
        for (boolean cut : new boolean[] {false, true}) {
            try (SocketServer server = SocketServer.start(TELLING);
                    RawPeer peer = server.connect()) {
                peer.send(0x01, "good");
                for (byte b : cut ? bytes : new byte[0]) {
                    peer.send(0x00, new byte[] {b});
                }
                peer.send(0x80, cut ? new byte[0] : bytes);
                assertEquals(1007, peer.readClose());
            }
        }
    }

    @Test
    void aMessageWithoutItsEndFails() {
        CompletableFuture<Throwable> message = new CompletableFuture<>();
        CompletableFuture<Long> messages = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.streams()
                            .doOnNext(begun -> whole(begun).subscribe(text -> {}, message::complete))
                            .count()
                            .subscribe(messages::complete, messages::completeExceptionally);
                    return One.never();
                });
                RawPeer peer = server.connect()) {
            peer.send(0x01, "half").sendClose(1000);
            assertEquals(1000, peer.readClose());
            Throwable failure = message.orTimeout(120, TimeUnit.SECONDS).join();
            assertTrue(failure instanceof IOException, failure::toString);
            assertEquals("the WebSocket was closed in the middle of a message", failure.getMessage());
            assertEquals(1, messages.orTimeout(120, TimeUnit.SECONDS).join());
        }
    }

    @Test
    void aLostConnectionFailsBoth() {
        CompletableFuture<Throwable> message = new CompletableFuture<>();
        CompletableFuture<Throwable> messages = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.streams()
                            .doOnNext(begun -> whole(begun).subscribe(text -> {}, message::complete))
                            .subscribe(begun -> {}, messages::complete, () -> {});
                    return One.never();
                });
                RawPeer peer = server.connect()) {
            peer.send(0x01, "half");
            server.roundTrip();
            peer.socket().leave(true);
            assertTrue(
                    message.orTimeout(120, TimeUnit.SECONDS).join().getMessage().endsWith("lost without a Close"));
            assertTrue(messages.orTimeout(120, TimeUnit.SECONDS)
                    .join()
                    .getMessage()
                    .endsWith("lost without a Close"));
        }
    }

    /** The rest of a message that was given up is thrown away, as is what follows when nobody wants messages. */
    @Test
    void whatIsGivenUpIsNotInTheWay() {
        try (SocketServer server = SocketServer.start(socket -> socket.send(socket.streams()
                                .take(2)
                                .concatMap(message ->
                                        ((MessageStream.Text) message).pieces().take(1))
                                .map(Message::text))
                        .then(One.never()));
                RawPeer peer = server.connect()) {
            peer.send(0x01, "one").send(0x00, "x".repeat(100_000)).send(0x80, "");
            assertEquals("one", peer.readText());
            peer.send(0x01, "two");
            assertEquals("two", peer.readText());
            peer.send(0x00, "x".repeat(100_000))
                    .send(0x80, "")
                    .text("x".repeat(100_000))
                    .sendClose(1000);
            assertEquals(1000, peer.readClose());
            peer.assertEnd();
        }
    }

    // ------------------------------------------------------------ sent

    @Test
    void piecesAreSentAsTheyAreMade() {
        CompletableFuture<Integer> second = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(
                        WebSocketOptions.builder().fragment(4).build(), socket -> {
                            Many<String> pieces = Many.concat(
                                    Many.of("one", "", "twelve\ud83d"),
                                    One.from(() -> second).toMany().map(value -> "\ude00" + value));
                            One<?> large = socket.send(MessageStream.text(pieces));
                            return One.all(List.of(
                                            large,
                                            socket.send("after"),
                                            socket.messages().count()))
                                    .then(One.ofVoid());
                        });
                RawPeer peer = server.connect()) {
            assertFrame(0x01, "one", peer.read());
            assertFrame(0x00, "twel", peer.read());
            assertFrame(0x00, "ve", peer.read());
            peer.send(0x89, "ping");
            assertEquals("ping", peer.read().text());
            second.complete(3);
            assertFrame(0x00, "\ud83d\ude00", peer.read());
            assertFrame(0x00, "3", peer.read());
            assertFrame(0x80, "", peer.read());
            assertEquals("after", readWhole(peer));
        }
    }

    private static String readWhole(RawPeer peer) {
        StringBuilder whole = new StringBuilder();
        RawPeer.Frame frame;
        do {
            frame = peer.read();
            whole.append(frame.text());
        } while (!frame.last());
        return whole.toString();
    }

    private static void assertFrame(int first, String text, RawPeer.Frame frame) {
        assertEquals(first + " " + text, frame.first() + " " + frame.text());
    }

    @Test
    void nothingIsAskedForBeforeItsTurnOrWhileThePeerTakesNothing() {
        AtomicInteger made = new AtomicInteger();
        AtomicInteger later = new AtomicInteger();
        Many<ByteBuffer> endless = Many.range(0, Integer.MAX_VALUE).map(i -> {
            made.incrementAndGet();
            return ByteBuffer.allocate(KIB);
        });
        try (SocketServer server = SocketServer.start(socket -> One.all(List.of(
                                socket.send(MessageStream.binary(endless)),
                                socket.send(Many.range(0, 10).map(i -> Message.text("" + later.incrementAndGet()))),
                                socket.send(
                                        MessageStream.text(Many.range(0, 10).map(i -> "" + later.incrementAndGet())))))
                        .then(One.ofVoid()));
                RawPeer peer = server.connect(16 * KIB)) {
            int stopped = server.steady(made::get);
            assertTrue(stopped > 64 && stopped < 8 * KIB, stopped + " pieces were made for nobody");
            assertEquals(0, later.get());
            peer.socket().leave(true);
        }
    }

    @Test
    void aMessageThatFailsBeforeItBeginsIsNone() {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(
                        socket -> socket.send(MessageStream.text(Many.fail(() -> new IllegalStateException("no text"))))
                                .onErrorResume(failure -> {
                                    failed.complete(failure);
                                    return socket.send("instead");
                                }));
                RawPeer peer = server.connect()) {
            assertEquals("instead", peer.readText());
            assertEquals("no text", failed.join().getMessage());
            assertEquals(1000, peer.readClose());
        }
    }

    /** It can't be taken back, and nothing else can be sent. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageThatIsBrokenOffEndsTheWebSocket(boolean cancelled) {
        CompletableFuture<Boolean> now = new CompletableFuture<>();
        Many<String> rest = Many.defer(() -> One.from(() -> now)
                .toMany()
                .concatMap(none -> cancelled ? Many.<String>never() : Many.fail(() -> new IOException("broken"))));
        CompletableFuture<String> behind = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> {
                    var large = socket.send(MessageStream.text(Many.concat(Many.of("begun"), rest)))
                            .subscribe(sent -> {}, failure -> {});
                    socket.send("behind").subscribe(sent -> {}, failure -> behind.complete(failure.getMessage()));
                    return One.from(() -> now).flatMap(none -> {
                        if (cancelled) {
                            large.cancel();
                        }
                        return One.never();
                    });
                });
                RawPeer peer = server.connect()) {
            assertFrame(0x01, "begun", peer.read());
            now.complete(true);
            assertEquals(1011, peer.readClose());
            assertEquals(
                    "the WebSocket is closed",
                    behind.orTimeout(120, TimeUnit.SECONDS).join());
        }
    }

    /** As it was given to be sent. */
    @Test
    void aCloseWaitsForTheEndOfAMessage() {
        CompletableFuture<String> last = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.send(MessageStream.text(Many.concat(
                                    Many.of("begun"), One.from(() -> last).toMany())))
                            .subscribe(sent -> {}, failure -> {});
                    socket.close(3000, "enough");
                    return One.never();
                });
                RawPeer peer = server.connect()) {
            assertFrame(0x01, "begun", peer.read());
            last.complete("end");
            assertFrame(0x00, "end", peer.read());
            assertFrame(0x80, "", peer.read());
            assertEquals(3000, peer.readClose());
        }
    }

    @Test
    void messagesInPiecesWaitAsOthersDo() {
        WebSocketOptions options = WebSocketOptions.builder().maxWaitingSends(2).build();
        CompletableFuture<String> refused = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(options, socket -> {
                    for (int i = 0; i < 3; i++) {
                        socket.send(MessageStream.text(Many.never()))
                                .subscribe(sent -> {}, failure -> refused.complete(failure.getMessage()));
                    }
                    return One.never();
                });
                RawPeer peer = server.connect()) {
            assertTrue(refused.orTimeout(120, TimeUnit.SECONDS).join().contains("maxWaitingSends"), refused.join());
            peer.sendClose(1000).readClose();
        }
    }

    @Test
    void compressedPiecesAreThereAtOnce() {
        CompletableFuture<String> second = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(
                        SMALL,
                        socket -> socket.send(MessageStream.text(Many.concat(
                                Many.of("a".repeat(1000)),
                                One.from(() -> second).toMany()))));
                RawPeer peer = server.connect(DEFLATE)) {
            Inflation inflation = new Inflation(true, Integer.MAX_VALUE);
            RawPeer.Frame first = peer.read();
            assertEquals(0x41, first.first());
            assertArrayEquals("a".repeat(1000).getBytes(StandardCharsets.US_ASCII), inflated(inflation, first));
            second.complete("b");
            assertEquals("b", new String(inflated(inflation, peer.read()), StandardCharsets.US_ASCII));
            RawPeer.Frame end = peer.read();
            assertEquals(0x80, end.first());
            assertEquals(0, inflated(inflation, end).length);
            inflation.end();
        }
    }

    private static byte[] inflated(Inflation inflation, RawPeer.Frame frame) {
        Inflation.Inflating work = inflation.begin(frame.payload(), frame.last(), Integer.MAX_VALUE);
        while (!work.isDone()) {
            work.step();
        }
        return work.piece();
    }

    @Test
    void nothingIsNoMessage() {
        assertThrows(NullPointerException.class, () -> MessageStream.text(null));
        assertThrows(NullPointerException.class, () -> MessageStream.binary(null));
    }

    @Test
    void aPingBehindAPieceIsAnsweredBeforeTheNextIsAskedFor() {
        ByHand<String> reader = new ByHand<>();
        try (SocketServer server = SocketServer.start(socket -> {
                    socket.streams()
                            .subscribe(message ->
                                    ((MessageStream.Text) message).pieces().subscribe(reader));
                    return One.never();
                });
                RawPeer peer = server.connect()) {
            peer.send(0x01, "a").send(0x89, "?");
            Flow.Subscription subscription =
                    reader.subscription.orTimeout(120, TimeUnit.SECONDS).join();
            server.roundTrip();
            subscription.request(1);
            assertEquals("?", peer.read().text()); // else our own ping comes, after half a minute
        }
    }

    @Test
    void whatNobodyWaitsForMakesRoom() {
        WebSocketOptions options = WebSocketOptions.builder().maxWaitingSends(2).build();
        CompletableFuture<String> outcome = new CompletableFuture<>();
        try (SocketServer server = SocketServer.start(options, socket -> {
                    socket.send(MessageStream.text(Many.never())).subscribe(sent -> {}, failure -> {});
                    for (int i = 0; i < 10; i++) {
                        socket.send("tick")
                                .subscribe(sent -> {}, failure -> outcome.complete(failure.getMessage()))
                                .cancel();
                    }
                    outcome.complete("all were taken");
                    return One.never();
                });
                RawPeer peer = server.connect()) {
            assertEquals(
                    "all were taken", outcome.orTimeout(120, TimeUnit.SECONDS).join());
            peer.sendClose(1000).readClose();
        }
    }
}
