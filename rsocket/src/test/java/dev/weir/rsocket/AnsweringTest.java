package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Codec;
import dev.weir.rsocket.engine.FakeLink;
import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Numbered;
import dev.weir.rsocket.engine.Session;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.LoopConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What needs no answer, as long as it runs. */
class AnsweringTest {
    private static final Limits LIMITS = new Limits(3, 1000, 1000, 1000, 1000, 1000, Duration.ofSeconds(10));
    private static final String MANY = "1 ERROR 0x202 more than 3 streams are open (maxStreams)";

    private final FakeLink link = new FakeLink();
    private final Map<String, CompletableFuture<@Nullable Void>> running = new HashMap<>();
    private final List<String> ends = new ArrayList<>();

    /** Runs what needs no answer until it is told to end. */
    private final RSocket patient = new RSocket() {
        @Override
        public One<Payload> requestResponse(Payload request) {
            return One.of(request);
        }

        @Override
        public Many<Payload> requestStream(Payload request) {
            return Many.never();
        }

        @Override
        public One<@Nullable Void> fireAndForget(Payload request) {
            return run(request.text());
        }

        @Override
        public One<@Nullable Void> metadataPush(ByteBuffer metadata) {
            return run(StandardCharsets.UTF_8.decode(metadata).toString());
        }

        private One<@Nullable Void> run(String what) {
            if (what.equals("throws")) {
                throw new RSocketException.Rejected("expected by the test");
            }
            CompletableFuture<@Nullable Void> work = new CompletableFuture<>();
            running.put(what, work);
            return One.from(work).doFinally(ending -> ends.add(what + " " + ending));
        }
    };

    private final Session session = Numbered.server(link, LIMITS, (connection, setup) -> One.of(answering(connection)));

    private Answering answering(LoopConnection connection) {
        return new RSocketConnection(connection, 10, Codec.standard()).answering(patient);
    }

    private void begin(RSocket answering) throws Exception {
        link.speaks(Numbered.server(
                link,
                LIMITS,
                (connection, setup) ->
                        One.of(new RSocketConnection(connection, 10, Codec.standard()).answering(answering))));
        link.comes(FakeLink.setup());
    }

    private void begin() throws Exception {
        link.speaks(session);
        link.comes(FakeLink.setup());
    }

    private void forget(String... all) throws Exception {
        for (String each : all) {
            link.comes(99, FrameType.REQUEST_FNF, 0, each);
        }
    }

    private void push(String metadata) throws Exception {
        link.comes(0, FrameType.METADATA_PUSH, FrameType.HAS_METADATA, metadata);
    }

    private String asked() throws Exception {
        link.sent.clear();
        link.comes(1, FrameType.REQUEST_RESPONSE, 0, "x");
        return String.join("\n", link.sent);
    }

    @Test
    void whatRunsCountsAsStreams() throws Exception {
        begin();
        forget("one", "two", "three");
        assertEquals(MANY, asked());
        forget("four");
        push("five");
        assertEquals(3, running.size());
        running.get("one").complete(null);
        assertEquals("1 PAYLOAD NC x", asked());
        running.get("two").completeExceptionally(new RSocketException.Rejected("expected by the test"));
        push("six");
        forget("seven", "eight");
        assertTrue(running.containsKey("six") && running.containsKey("seven"), running::toString);
        assertEquals(5, running.size());
        assertEquals(MANY, asked());
    }

    @Test
    void metadataIsTakenHoweverManyStreamsThereAre() throws Exception {
        begin();
        for (int stream = 1; stream <= 5; stream += 2) {
            link.comes(stream, FrameType.REQUEST_STREAM, 0, 1, "never");
        }
        push("one");
        forget("two");
        assertEquals(List.of("one"), List.copyOf(running.keySet()));
    }

    @Test
    void whatEndsAtOnceOrThrowsIsNotCounted() throws Exception {
        begin();
        try (KeptLog log = new KeptLog()) {
            forget("throws", "throws", "throws", "throws");
            assertEquals(4, log.lines.size());
        }
        assertEquals("1 PAYLOAD NC x", asked());
        for (int i = 0; i < 10; i++) {
            forget("again");
            running.get("again").complete(null);
        }
        assertEquals("1 PAYLOAD NC x", asked());
    }

    /** It takes none of a lease, so it can't be one of those that have not ended. */
    @Test
    void leasesCountNoMetadata() throws Exception {
        List<LeasePolicy.Load> loads = new ArrayList<>();
        link.speaks(new Session(
                link,
                LIMITS,
                load -> {
                    loads.add(load);
                    return new Lease(Duration.ofSeconds(2), 5);
                },
                (connection, setup) -> One.of(answering(connection))));
        byte[] setup = FakeLink.setup();
        setup[5] |= (byte) FrameType.LEASED;
        link.comes(setup);
        push("one");
        forget("two", "three");
        running.get("two").complete(null);
        link.pass(Duration.ofSeconds(1));
        assertEquals(new LeasePolicy.Load(1, 2, Duration.ofNanos(666_666_666)), loads.getLast());
    }

    /** Nobody else hears of it. */
    @Test
    void whatIsDroppedIsToldOnce() throws Exception {
        begin();
        try (KeptLog log = new KeptLog()) {
            forget("one", "two", "three", "four", "five");
            push("six");
            assertEquals(1, log.lines.size());
            assertEquals(
                    "what needs no answer is dropped, of the RSocket connection from " + link.remoteAddress()
                            + ": more than 3 streams are open (maxStreams)",
                    log.lines.remove().getMessage());
        }
        assertEquals(3, running.size());
    }

    /** Who asked may have gone on purpose, right after that. */
    @Test
    void whatWasTakenIsDoneThoughTheConnectionIsClosed() throws Exception {
        begin();
        forget("one");
        session.closed(null);
        assertEquals(List.of(), ends);
        running.get("one").complete(null);
        assertEquals(List.of("one COMPLETED"), ends);
    }

    @Test
    void whoClosesTheConnectionAsHeAnswersIsCancelled() throws Exception {
        RSocketConnection[] peer = new RSocketConnection[1];
        RSocket closing = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                peer[0].close();
                return One.<Payload>never().doFinally(ending -> ends.add("response " + ending));
            }
        };
        link.speaks(Numbered.server(link, LIMITS, (connection, setup) -> {
            peer[0] = new RSocketConnection(connection, 10, Codec.standard());
            return One.of(peer[0].answering(closing));
        }));
        link.comes(FakeLink.setup());
        link.comes(1, FrameType.REQUEST_RESPONSE, 0, "x");
        assertEquals(List.of("response CANCELLED"), ends);
    }

    /** They are all in one frame, and the answers end before anybody has heard of that. */
    @Test
    void requestsEndThoughTheAnswersHave() throws Exception {
        List<String> heard = new ArrayList<>();
        RSocket quick = new RSocket() {
            @Override
            public Many<Payload> requestChannel(Many<Payload> requests) {
                return Many.defer(() -> {
                    var _ = requests.map(Payload::text).toList().subscribe(all -> heard.add(String.join(" ", all)));
                    return Many.of(Payload.of("answer"));
                });
            }
        };
        begin(quick);
        link.comes(1, FrameType.REQUEST_CHANNEL, FrameType.COMPLETE, 2, "only");
        assertEquals(List.of("only"), heard);
    }

    @Test
    void aRefusalMayHaveNoMessage() throws Exception {
        RSocket terse = new RSocket() {
            @Override
            public One<Payload> requestResponse(Payload request) {
                return One.fail(() -> new RSocketException.Rejected(null));
            }
        };
        begin(terse);
        link.comes(1, FrameType.REQUEST_RESPONSE, 0, "x");
        assertTrue(link.sent.contains("1 ERROR 0x202"), link.sent::toString);
    }

    @Test
    void whatIsTooLargeAndNeedsNoAnswerIsTold() throws Exception {
        begin();
        try (KeptLog log = new KeptLog()) {
            forget("x".repeat(1001));
            assertEquals(
                    "what needs no answer is dropped, of the RSocket connection from " + link.remoteAddress()
                            + ": a payload has more than 1000 bytes (maxPayload)",
                    log.lines.remove().getMessage());
        }
        assertEquals(0, running.size());
    }
}
