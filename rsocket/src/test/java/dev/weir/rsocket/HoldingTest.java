package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.net.http.Codec;
import dev.weir.net.link.Link;
import dev.weir.rsocket.engine.FakeLink;
import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Numbered;
import dev.weir.rsocket.engine.Resumption;
import dev.weir.rsocket.engine.Session;
import dev.weir.rsocket.engine.Sessions;
import dev.weir.rsocket.frame.FrameType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a peer makes a connection hold is counted and bounded, and no way out leaves anything counted. */
class HoldingTest {
    private static final int MEGABYTE = 1 << 20;
    private static final int MAX_WAITING = 100_000;
    private static final Limits LIMITS =
            new Limits(10_000, MEGABYTE, MEGABYTE, MAX_WAITING, 1000, MEGABYTE, Duration.ofSeconds(10));
    private static final String LARGE = "l".repeat(20_000);
    private static final String HUGE = "h".repeat(1_000_000);
    private static final String FULL = "the requests that are not done have more than 67108864 bytes";

    private final FakeLink link = new FakeLink();
    private final Map<Integer, CompletableFuture<Payload>> responses = new HashMap<>();
    private final List<Emitter<Payload>> items = new ArrayList<>();
    private final CompletableFuture<@Nullable Void> forgotten = new CompletableFuture<>();
    private int asked;

    private final RSocket handler = new RSocket() {
        @Override
        public One<Payload> requestResponse(Payload request) {
            asked++;
            if (request.text().startsWith("throw")) {
                throw new RSocketException.Rejected("expected by the test");
            }
            if (request.text().startsWith("now")) {
                return One.of(Payload.of(LARGE));
            }
            CompletableFuture<Payload> response = new CompletableFuture<>();
            responses.put(asked, response);
            return One.from(response);
        }

        @Override
        public Many<Payload> requestStream(Payload request) {
            return Many.emitter(Overflow.fail(), items::add);
        }

        @Override
        public Many<Payload> requestChannel(Many<Payload> requests) {
            return requestStream(Payload.empty());
        }

        @Override
        public One<@Nullable Void> fireAndForget(Payload request) {
            return One.from(forgotten);
        }

        @Override
        public One<@Nullable Void> metadataPush(ByteBuffer metadata) {
            return One.from(forgotten);
        }
    };

    private Session served(Link over) {
        return Numbered.server(
                over,
                LIMITS,
                (connection, setup) ->
                        One.of(new RSocketConnection(connection, 10, Codec.standard()).answering(handler)));
    }

    private void begin() throws Exception {
        link.speaks(served(link));
        link.comes(FakeLink.setup());
    }

    private void ask(int stream, String data) throws Exception {
        link.comes(stream, FrameType.REQUEST_RESPONSE, 0, data);
    }

    private String sent() {
        String all = String.join("\n", link.sent);
        link.sent.clear();
        return all;
    }

    // ------------------------------------------------------------ requests

    private void endsBy(int type, Consumer<FakeLink> end) throws Exception {
        FakeLink own = new FakeLink();
        own.speaks(served(own));
        own.comes(FakeLink.setup());
        Object[] parts = type == FrameType.REQUEST_RESPONSE ? new Object[] {LARGE} : new Object[] {1, LARGE};
        own.comes(1, type, 0, parts);
        assertEquals(20_000, own.counted);
        end.accept(own);
        assertEquals(0, own.counted);
    }

    private static void comes(FakeLink link, int type, int flags, Object... parts) {
        try {
            link.comes(1, type, flags, parts);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void aRequestIsHeldUntilItsStreamHasEnded() throws Exception {
        for (int type : new int[] {FrameType.REQUEST_RESPONSE, FrameType.REQUEST_STREAM, FrameType.REQUEST_CHANNEL}) {
            endsBy(type, own -> comes(own, FrameType.CANCEL, 0));
            endsBy(type, FakeLink::gone);
        }
        endsBy(FrameType.REQUEST_CHANNEL, own -> comes(own, FrameType.ERROR, 0, 0x201, "expected by the test"));
        endsBy(FrameType.REQUEST_CHANNEL, own -> comes(own, FrameType.REQUEST_N, 0, 0));
        endsBy(FrameType.REQUEST_RESPONSE, own -> responses.get(asked).complete(Payload.of("x")));
        endsBy(FrameType.REQUEST_RESPONSE, own -> responses.get(asked).complete(Payload.none()));
        endsBy(
                FrameType.REQUEST_RESPONSE,
                own -> responses
                        .get(asked)
                        .completeExceptionally(new RSocketException.Rejected("expected by the test")));
        endsBy(FrameType.REQUEST_STREAM, own -> items.getLast().complete());
        endsBy(FrameType.REQUEST_CHANNEL, own -> items.getLast().complete());
        endsBy(
                FrameType.REQUEST_STREAM,
                own -> items.getLast().error(new RSocketException.Rejected("expected by the test")));
    }

    @Test
    void whatEndsAtOnceIsHeldNoMore() throws Exception {
        begin();
        ask(1, "now" + LARGE);
        ask(3, "throw" + LARGE);
        assertEquals(0, link.counted);
    }

    /** The most that is small: it is counted in steps of 16 KiB. */
    private static final String SMALL = "s".repeat(4096);

    @Test
    void manySmallRequestsAreHeldLikeALargeOne() throws Exception {
        begin();
        for (int i = 0; i < 100; i++) {
            ask(2 * i + 1, SMALL);
        }
        assertEquals(409_600, link.counted);
        for (int i = 0; i < 52; i++) {
            link.comes(2 * i + 1, FrameType.CANCEL, 0);
        }
        assertEquals(196_608, link.counted);
        responses.values().forEach(each -> each.complete(Payload.of("x")));
        assertEquals(0, link.counted);
        for (int i = 100; i < 200; i++) {
            link.comes(2 * i + 1, FrameType.REQUEST_STREAM, 0, 1, SMALL);
            link.comes(2 * i + 401, FrameType.REQUEST_CHANNEL, 0, 1, SMALL);
        }
        assertEquals(819_200, link.counted);
        items.forEach(Emitter::complete);
        assertEquals(0, link.counted);
        for (int i = 300; i < 400; i++) {
            ask(2 * i + 1, "throw" + "t".repeat(4_000));
            link.comes(2 * i + 401, FrameType.REQUEST_STREAM, 0, 1, SMALL);
        }
        link.gone();
        assertEquals(0, link.counted);
    }

    @Test
    void smallRequestsThatNeedNoAnswerAreHeldAsLongAsTheyRun() throws Exception {
        begin();
        for (int i = 0; i < 50; i++) {
            link.comes(2 * i + 1, FrameType.REQUEST_FNF, 0, SMALL);
            link.comes(0, FrameType.METADATA_PUSH, FrameType.HAS_METADATA, SMALL);
        }
        link.gone();
        assertEquals(409_600, link.counted);
        forgotten.complete(null);
        assertEquals(0, link.counted);
    }

    @Test
    void smallRequestsAreRefusedWhereThereIsNoRoom() throws Exception {
        begin();
        link.full = true;
        for (int i = 0; i < 5; i++) {
            ask(2 * i + 1, SMALL);
        }
        assertEquals("9 ERROR 0x202 all connections hold as much in memory as they may (maxHeldBytes)", sent());
        assertEquals(4, asked);
        link.comes(11, FrameType.REQUEST_FNF, 0, SMALL); // is dropped
        ask(13, "l".repeat(5_000));
        assertEquals("13 ERROR 0x202 all connections hold as much in memory as they may (maxHeldBytes)", sent());
        link.comes(1, FrameType.CANCEL, 0);
        ask(15, SMALL);
        assertEquals("", sent());
        assertEquals(5, asked);
        link.gone();
        assertEquals(0, link.counted);
    }

    @Test
    void whatNeedsNoAnswerIsHeldAsLongAsItRuns() throws Exception {
        begin();
        link.comes(1, FrameType.REQUEST_FNF, 0, LARGE);
        link.comes(0, FrameType.METADATA_PUSH, FrameType.HAS_METADATA, LARGE);
        assertEquals(40_000, link.counted);
        link.gone();
        assertEquals(40_000, link.counted);
        forgotten.complete(null);
        assertEquals(0, link.counted);
    }

    @Test
    void requestsAreRefusedBeyondTheBound() throws Exception {
        begin();
        for (int i = 0; i < 67; i++) {
            ask(2 * i + 1, HUGE);
        }
        assertEquals("", sent());
        ask(1001, HUGE);
        assertEquals("1001 ERROR 0x202 " + FULL, sent());
        link.comes(1003, FrameType.REQUEST_FNF, 0, HUGE);
        link.comes(0, FrameType.METADATA_PUSH, FrameType.HAS_METADATA, HUGE);
        ask(1005, "small");
        assertEquals(68, asked);
        assertEquals(67_000_000, link.counted);
        link.gone();
        assertEquals(0, link.counted);
    }

    @Test
    void requestsAreRefusedWhereThereIsNoRoom() throws Exception {
        begin();
        link.full = true;
        ask(1, "x".repeat(10_000));
        ask(3, "x".repeat(10_000));
        assertEquals("3 ERROR 0x202 all connections hold as much in memory as they may (maxHeldBytes)", sent());
        link.comes(1, FrameType.CANCEL, 0);
        assertEquals(0, link.counted);
    }

    /** The count is the server's, whatever connection a session is spoken over. */
    @Test
    void aRequestIsHeldAsLongAsASessionThatIsResumed() throws Exception {
        Sessions sessions = new Sessions(new Resumption(Duration.ofMinutes(1), MEGABYTE, Duration.ofSeconds(10)), 2);
        link.speaks(sessions.receive(link, this::served));
        Object[] setup = {(short) 1, (short) 0, 20_000, 90_000, (short) 1, "t", (byte) 3, "a/b", (byte) 3, "c/d"};
        link.comes(FakeLink.frame(0, FrameType.SETUP, FrameType.RESUMABLE, setup));
        ask(1, LARGE);
        ask(3, LARGE);
        link.gone();
        assertEquals(40_000, link.counted);
        responses.get(1).complete(Payload.of(LARGE));
        FakeLink next = new FakeLink();
        next.speaks(sessions.receive(next, this::served));
        next.comes(FakeLink.frame(0, FrameType.RESUME, 0, (short) 1, (short) 0, (short) 1, "t", 0L, 0L));
        assertEquals(20_000, link.counted + next.counted, "it is answered");
        next.comes(3, FrameType.CANCEL, 0);
        assertEquals(0, link.counted + next.counted);
        next.comes(5, FrameType.REQUEST_RESPONSE, 0, LARGE);
        next.gone();
        assertEquals(20_000, link.counted + next.counted);
        sessions.close();
        assertEquals(0, link.counted + next.counted);
    }

    // ------------------------------------------------------------ what waits to be sent

    @Test
    void responsesWaitUnmadeForAPeerThatReadsNothing() throws Exception {
        begin();
        link.writable = false;
        for (int i = 0; i < 100; i++) {
            ask(2 * i + 1, "now");
        }
        assertEquals(6, asked);
        assertEquals(120_000, link.counted);
        link.comes(13, FrameType.CANCEL, 0);
        link.writable();
        assertEquals(99, asked);
        assertEquals(
                99, sent().lines().filter(frame -> frame.contains("PAYLOAD NC")).count());
        assertEquals(0, link.counted);
    }

    @Test
    void responsesThatWaitAreForgottenWithTheirStreams() throws Exception {
        begin();
        link.writable = false;
        for (int i = 0; i < 10; i++) {
            ask(2 * i + 1, "now" + LARGE);
        }
        assertEquals(6, asked);
        assertEquals(320_030, link.counted);
        link.comes(1, FrameType.CANCEL, 0);
        link.comes(19, FrameType.CANCEL, 0);
        assertEquals(260_024, link.counted);
        link.gone();
        assertEquals(0, link.counted);
        assertEquals(6, asked);
    }

    @Test
    void whatWasMadeIsSentHoweverMuch() throws Exception {
        begin();
        for (int i = 0; i < 70; i++) {
            ask(2 * i + 1, "later");
        }
        link.writable = false;
        Payload response = Payload.of(HUGE);
        for (int i = 1; i <= 70; i++) {
            responses.get(i).complete(response);
        }
        assertEquals(List.of(), link.sent);
        assertEquals(70_000_000, link.counted);
        link.writable();
        assertEquals(0, link.counted);
        assertEquals(70, link.sent.size());
        assertTrue(link.sent.stream().noneMatch(frame -> frame.contains("ERROR")));
    }

    @Test
    void itemsThatWereAskedForAreSentHoweverMuch() throws Exception {
        begin();
        for (int i = 0; i < 5; i++) {
            link.comes(2 * i + 1, FrameType.REQUEST_STREAM, 0, 100, "x");
        }
        items.forEach(each -> each.next(Payload.of("small")));
        assertEquals(5, link.sent.size());
        link.writable = false;
        Payload item = Payload.of(HUGE);
        for (int i = 0; i < 15; i++) {
            items.forEach(each -> each.next(item));
        }
        assertEquals(75_000_000, link.counted);
        link.comes(3, FrameType.CANCEL, 0);
        assertEquals(60_000_000, link.counted);
        link.writable();
        assertEquals(0, link.counted);
        assertEquals(65, link.sent.size());
        assertTrue(link.sent.stream().noneMatch(frame -> frame.contains("ERROR")));
        link.writable = false;
        items.forEach(each -> each.next(item));
        assertEquals(4_000_000, link.counted);
        link.gone();
        assertEquals(0, link.counted);
    }

    /** A peer that reads has what it has asked for, also then. */
    @Test
    void whatWaitsIsRefusedWhereThereIsNoRoomAndMuchWaits() throws Exception {
        begin();
        for (int i = 0; i < 7; i++) {
            ask(2 * i + 1, "later");
        }
        link.writable = false;
        link.full = true;
        for (int i = 1; i <= 7; i++) {
            responses.get(i).complete(Payload.of(LARGE));
        }
        assertEquals("13 ERROR 0x203 all connections hold as much in memory as they may (maxHeldBytes)", sent());
        assertEquals(120_000, link.counted);
        link.writable();
        assertEquals(6, link.sent.size());
        assertEquals(0, link.counted);
    }
}
