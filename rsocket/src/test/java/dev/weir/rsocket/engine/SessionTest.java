package dev.weir.rsocket.engine;

import static dev.weir.rsocket.engine.Diary.bytes;
import static dev.weir.rsocket.frame.FrameType.CANCEL;
import static dev.weir.rsocket.frame.FrameType.COMPLETE;
import static dev.weir.rsocket.frame.FrameType.ERROR;
import static dev.weir.rsocket.frame.FrameType.EXT;
import static dev.weir.rsocket.frame.FrameType.FOLLOWS;
import static dev.weir.rsocket.frame.FrameType.HAS_METADATA;
import static dev.weir.rsocket.frame.FrameType.IGNORE;
import static dev.weir.rsocket.frame.FrameType.KEEPALIVE;
import static dev.weir.rsocket.frame.FrameType.LEASE;
import static dev.weir.rsocket.frame.FrameType.LEASED;
import static dev.weir.rsocket.frame.FrameType.METADATA_PUSH;
import static dev.weir.rsocket.frame.FrameType.NEXT;
import static dev.weir.rsocket.frame.FrameType.PAYLOAD;
import static dev.weir.rsocket.frame.FrameType.REQUEST_CHANNEL;
import static dev.weir.rsocket.frame.FrameType.REQUEST_FNF;
import static dev.weir.rsocket.frame.FrameType.REQUEST_N;
import static dev.weir.rsocket.frame.FrameType.REQUEST_RESPONSE;
import static dev.weir.rsocket.frame.FrameType.REQUEST_STREAM;
import static dev.weir.rsocket.frame.FrameType.RESPOND;
import static dev.weir.rsocket.frame.FrameType.RESUMABLE;
import static dev.weir.rsocket.frame.FrameType.RESUME;
import static dev.weir.rsocket.frame.FrameType.SETUP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.Overflow;
import dev.weir.rsocket.Lease;
import dev.weir.rsocket.LeasePolicy;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one end does, frame by frame. */
class SessionTest {
    private static final Limits LIMITS = new Limits(3, 1000, 1500, 500, 5, 64 * 1024, Duration.ofSeconds(10));
    private static final Setup SETUP_DATA = new Setup(
            Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", false, null, ByteBuffer.allocate(0));
    private static final int MOST = Integer.MAX_VALUE - 1;

    private final FakeLink link = new FakeLink();
    private final Diary diary = new Diary();

    private LoopConnection server() throws Exception {
        return server(diary);
    }

    private LoopConnection server(Diary application) throws Exception {
        link.speaks(Numbered.server(link, LIMITS, application));
        link.comes(FakeLink.setup());
        return application.connection;
    }

    @Test
    void nothingIsHeardOfAStreamThatHasFailed() throws Exception {
        List<String> heard = new ArrayList<>();
        int stream = client().requestChannel(null, bytes("c"), false, 8, new StreamListener() {
            @Override
            public void next(LoopConnection of, int number, View payload) {
                heard.add("next");
                of.close("enough");
            }

            @Override
            public void complete(LoopConnection of, int number) {
                heard.add("complete");
            }

            @Override
            public void failed(LoopConnection of, int number, RSocketException failure) {
                heard.add("failed");
            }
        });
        link.comes(stream, PAYLOAD, NEXT | COMPLETE, "x");
        assertEquals(List.of("next", "failed"), heard);
    }

    private LoopConnection client() {
        Session session = Numbered.client(link, LIMITS, SETUP_DATA, diary);
        link.speaks(session);
        assertEquals("0 SETUP", link.take());
        return session.handle();
    }

    private void assertRefused(String error) {
        assertEquals(error, link.take());
        assertTrue(link.closed);
    }

    // ------------------------------------------------------------ beginning

    @Test
    void theFirstFrameIsASetup() throws Exception {
        link.speaks(Numbered.server(link, LIMITS, diary));
        link.comes(1, REQUEST_RESPONSE, 0, "hi");
        assertRefused("0 ERROR 0x1 the first frame is no setup, or there is a second");
        assertEquals("", diary.take());
    }

    @Test
    void whoIsAcceptedByNobodyIsRefused() throws Exception {
        link.speaks(Numbered.server(link, LIMITS, (opened, setup) -> One.ofNull()));
        link.comes(FakeLink.setup());
        assertRefused("0 ERROR 0x3 internal error");
    }

    @Test
    void aSetupOfAStreamIsNone() throws Exception {
        link.speaks(Numbered.server(link, LIMITS, diary));
        byte[] setup = FakeLink.setup();
        setup[3] = 1;
        link.comes(setup);
        assertRefused("0 ERROR 0x1 the first frame is no setup, or there is a second");
    }

    @Test
    void setupsThatMakeNoSenseAreRefused() throws Exception {
        record Case(String error, List<Object> parts) {}
        for (Case wrong : List.of(
                new Case("0x2 the version is 2, and should be 1", List.of((short) 2, (short) 0, 1, 1, (byte) 0, (byte)
                        0)),
                new Case("0x1 the time between keepalives is 0", List.of((short) 1, (short) 0, 0, 1, (byte) 0, (byte)
                        0)),
                new Case("0x1 the lifetime is 0", List.of((short) 1, (short) 0, 1, 0, (byte) 0, (byte) 0)),
                new Case("0x1 the setup is shorter than what it should have", List.of((short) 1, (short) 0, 1, 1, (byte)
                        9)),
                new Case("0x1 the setup is shorter than what it should have", List.of()))) {
            FakeLink one = new FakeLink();
            one.speaks(Numbered.server(one, LIMITS, diary));
            one.comes(0, SETUP, 0, wrong.parts().toArray());
            assertEquals("0 ERROR " + wrong.error(), one.take());
            assertTrue(one.closed);
        }
    }

    @Test
    void whatIsNotThereIsRefused() throws Exception {
        for (int flag : new int[] {LEASED, RESUMABLE}) {
            FakeLink one = new FakeLink();
            one.speaks(Numbered.server(one, LIMITS, diary));
            byte[] setup = FakeLink.setup();
            setup[5] |= (byte) flag;
            one.comes(setup);
            assertTrue(one.take().startsWith(flag == LEASED ? "0 ERROR 0x2" : "0 ERROR 0x3"));
            assertTrue(one.closed);
        }
        link.speaks(Numbered.server(link, LIMITS, diary));
        link.comes(0, RESUME, 0);
        assertRefused("0 ERROR 0x4 sessions are not resumed here");
    }

    @Test
    void anAcceptorRefuses() throws Exception {
        Diary unwilling = new Diary() {
            @Override
            public One<Responder> accept(LoopConnection opened, Setup setup) throws Exception {
                return One.fail(() -> new RSocketException.RejectedSetup("not you, " + setup.dataMimeType()));
            }
        };
        server(unwilling);
        assertRefused("0 ERROR 0x3 not you, c/d");
    }

    /** Accepts when it is told to. */
    private static final class Slow extends Diary {
        private final List<Emitter<Responder>> answers = new ArrayList<>();

        @Override
        public One<Responder> accept(LoopConnection opened, Setup setup) {
            connection = opened;
            return Many.<Responder>emitter(Overflow.buffer(1), answers::add).first();
        }
    }

    /** Nothing is read either way, and what comes is no second setup. */
    @Test
    void anAcceptorMayPause() throws Exception {
        Slow slow = new Slow();
        server(slow);
        slow.connection.resume();
        link.comes(1, REQUEST_RESPONSE, 0, "hi");
        assertTrue(link.paused);
        assertEquals("", link.take());
        slow.connection.pause();
        slow.answers.getFirst().next(slow);
        assertTrue(link.paused);
        assertEquals("", slow.take());
        slow.connection.resume();
        assertEquals("1 RESPONSE hi; 1 demanded", slow.take());
    }

    @Test
    void nothingIsReadBeforeTheSetupIsAccepted() throws Exception {
        Slow slow = new Slow();
        server(slow);
        link.comes(1, REQUEST_RESPONSE, 0, "hi");
        assertTrue(link.paused);
        assertEquals("", slow.take());
        slow.answers.getFirst().next(slow);
        assertFalse(link.paused);
        assertEquals("1 RESPONSE hi; 1 demanded", slow.take());
    }

    @Test
    void whoTakesTooLongToSetUpIsRefused() {
        link.speaks(Numbered.server(link, LIMITS, diary));
        link.pass(Duration.ofSeconds(10));
        assertEquals("", link.take());
        link.pass(Duration.ofSeconds(1));
        assertRefused("0 ERROR 0x1 no setup came in time (setupTimeout)");
    }

    @Test
    void aClientSetsUpAndAsksAtOnce() {
        LoopConnection client = client();
        assertEquals(1, client.requestResponse(bytes("m"), bytes("d"), diary));
        assertEquals(3, client.requestStream(null, bytes("s"), 7, diary));
        assertEquals(5, client.requestChannel(null, bytes("c"), false, 8, diary));
        assertEquals(7, client.requestChannel(null, bytes("e"), true, 9, diary));
        assertTrue(client.fireAndForget(null, bytes("f")));
        assertTrue(client.metadataPush(bytes("p")));
        assertEquals("""
            1 RESPONSE [m] d
            3 STREAM 7 s
            5 CHANNEL 8 c
            7 CHANNEL 9 C e
            9 FNF f
            0 PUSH p\
            """, link.take());
        assertEquals(4, client.streams());
    }

    @Test
    void aRejectedClientKnowsWhy() throws Exception {
        LoopConnection client = client();
        client.requestResponse(null, bytes("d"), diary);
        link.comes(0, ERROR, 0, 3, "not you");
        assertEquals(
                "1 failed RejectedSetup not you; closed dev.weir.rsocket.RSocketException$RejectedSetup: not you",
                diary.take());
        assertTrue(link.closed);
    }

    @Test
    void aRejectionThatComesLateIsIgnored() throws Exception {
        LoopConnection client = client();
        client.requestResponse(null, bytes("d"), diary);
        link.comes(1, PAYLOAD, NEXT | COMPLETE, "yes");
        link.comes(0, ERROR, 0, 3, "not you");
        link.comes(FakeLink.setup());
        assertEquals("1 next yes; 1 complete", diary.take());
        assertFalse(link.closed);
    }

    // ------------------------------------------------------------ interactions, as who answers

    @Test
    void answersOnce() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_RESPONSE, HAS_METADATA, List.of("m"), "d");
        assertEquals("1 RESPONSE [m] d; 1 demanded", diary.take());
        assertFalse(server.next(1, bytes("a"), bytes("b")));
        assertEquals("1 PAYLOAD NC [a] b", link.take());
        server.next(1, null, bytes("again"));
        server.complete(1);
        server.error(1, RSocketException.Invalid.CODE, "x");
        assertEquals("", link.take());
        assertEquals(0, server.streams());
    }

    @Test
    void answersWithNothing() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_RESPONSE, 0, "d");
        server.complete(1);
        assertEquals("1 PAYLOAD C", link.take());
        assertEquals(0, server.streams());
    }

    @Test
    void streamsAsDemanded() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_STREAM, 0, 2, "d");
        assertEquals("1 STREAM d; 1 demanded", diary.take());
        assertTrue(server.next(1, null, bytes("a")));
        assertFalse(server.next(1, null, bytes("b")));
        assertThrows(IllegalStateException.class, () -> server.next(1, null, bytes("c")));
        link.comes(1, REQUEST_N, 0, 1);
        link.comes(1, REQUEST_N, 0, 1);
        assertEquals("1 demanded", diary.take());
        server.last(1, null, bytes("c"));
        assertEquals("1 PAYLOAD N a\n1 PAYLOAD N b\n1 PAYLOAD NC c", link.take());
        assertEquals(0, server.streams());
    }

    @Test
    void creditIsCumulative() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_STREAM, 0, MOST, "d");
        for (int i = 0; i < 1000; i++) {
            link.comes(1, REQUEST_N, 0, MOST);
        }
        assertTrue(server.wants(1));
        Streams streams = ((Handle) server).ownStreams();
        assertEquals(1001L * MOST, streams.table.credit(streams.table.find(1)));
        server.next(1, null, bytes("a"));
        assertEquals(1001L * MOST - 1, streams.table.credit(streams.table.find(1)));
    }

    /** rsocket-java, for one, says it once if all is wanted, and no more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theMostThatCanBeSaidIsWithoutEnd(boolean atOnce) throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_STREAM, 0, atOnce ? Integer.MAX_VALUE : 5, "d");
        if (!atOnce) {
            link.comes(1, REQUEST_N, 0, Integer.MAX_VALUE);
        }
        StreamTable table = ((Handle) server).ownStreams().table;
        table.addCredit(table.find(1), -10L * Integer.MAX_VALUE); // so many were sent
        assertTrue(server.wants(1));
        link.comes(1, REQUEST_N, 0, 1);
        assertTrue(server.next(1, null, bytes("a")));
    }

    @ParameterizedTest
    @ValueSource(ints = {REQUEST_STREAM, REQUEST_CHANNEL})
    void aRequestForNothingIsInvalid(int type) throws Exception {
        LoopConnection server = server();
        link.comes(1, type, 0, 0, "d");
        assertEquals("1 ERROR 0x204 the initial request is 0", link.take());
        link.comes(3, type, 0, 1, "d");
        diary.take();
        link.comes(3, REQUEST_N, 0, 0);
        assertEquals("3 ERROR 0x204 0 payloads were requested", link.take());
        assertEquals("3 failed Invalid 0 payloads were requested", diary.take());
        assertEquals(0, server.streams());
    }

    @Test
    void cancelledStreamsAreForgotten() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_STREAM, 0, 2, "d");
        link.comes(3, REQUEST_RESPONSE, 0, "d");
        diary.take();
        link.comes(1, CANCEL, 0);
        link.comes(3, CANCEL, 0);
        assertEquals("1 cancelled; 3 cancelled", diary.take());
        assertFalse(server.next(1, null, bytes("a")));
        assertFalse(server.wants(1));
        server.last(3, null, bytes("a"));
        assertEquals("", link.take());
        assertEquals(0, server.streams());
    }

    @Test
    void answersWithErrors() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_STREAM, 0, 2, "d");
        assertThrows(IllegalArgumentException.class, () -> server.error(1, 0x101, "of the connection"));
        assertThrows(IllegalArgumentException.class, () -> server.error(1, 0x205, "reserved"));
        assertThrows(IllegalArgumentException.class, () -> server.error(1, -1, "reserved"));
        server.error(1, -2, "own");
        link.comes(3, REQUEST_RESPONSE, 0, "d");
        server.error(3, RSocketException.Rejected.CODE, "no");
        assertEquals("1 ERROR 0xfffffffe own\n3 ERROR 0x202 no", link.take());
        assertEquals(0, server.streams());
    }

    @Test
    void takesWhatNeedsNoAnswer() throws Exception {
        server();
        link.comes(1, REQUEST_FNF, HAS_METADATA, List.of("m"), "d");
        link.comes(0, METADATA_PUSH, HAS_METADATA, "push");
        link.comes(5, METADATA_PUSH, HAS_METADATA, "of a stream");
        assertEquals("FORGET [m] d; PUSH push", diary.take());
        assertEquals("", link.take());
    }

    // ------------------------------------------------------------ channels

    @Test
    void aChannelEndsInBothDirections() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_CHANNEL, 0, 2, "first");
        server.request(1, 2);
        link.comes(1, PAYLOAD, NEXT, "second");
        link.comes(1, PAYLOAD, COMPLETE);
        assertEquals("1 CHANNEL first; 1 demanded; 1 next second; 1 complete", diary.take());
        link.comes(1, PAYLOAD, NEXT, "after the end");
        assertEquals(1, server.streams());
        server.next(1, null, bytes("a"));
        server.complete(1);
        assertEquals("1 REQUEST_N 2\n1 PAYLOAD N a\n1 PAYLOAD C", link.take());
        assertEquals(0, server.streams());
        assertEquals("", diary.take());
    }

    @Test
    void whoAnswersAChannelMayEndFirst() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_CHANNEL, 0, 2, "first");
        server.complete(1);
        server.request(1, 5);
        diary.take();
        link.comes(1, PAYLOAD, NEXT, "second");
        link.comes(1, PAYLOAD, NEXT | COMPLETE, "third");
        assertEquals("1 next second; 1 next third; 1 complete", diary.take());
        assertEquals(0, server.streams());
    }

    @Test
    void aChannelOfOnePayload() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_CHANNEL, COMPLETE, 2, "only");
        assertEquals("1 CHANNEL only; 1 complete; 1 demanded", diary.take());
        server.complete(1);
        assertEquals(0, server.streams());
    }

    @Test
    void whoAnswersAChannelMayCancelOneDirection() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_CHANNEL, 0, 2, "first");
        server.cancel(1);
        assertEquals("1 CANCEL", link.take());
        diary.take();
        link.comes(1, PAYLOAD, NEXT, "crossing");
        assertEquals("", diary.take());
        server.last(1, null, bytes("a"));
        assertEquals(0, server.streams());
    }

    @Test
    void whoCancelsTheRequestsAtOnceIsNotToldThatTheyAreWhole() throws Exception {
        Diary impatient = new Diary() {
            @Override
            public StreamListener request(LoopConnection of, int stream, Interaction kind, View payload)
                    throws Exception {
                of.cancel(stream);
                return super.request(of, stream, kind, payload);
            }
        };
        server(impatient);
        link.comes(1, REQUEST_CHANNEL, 0, 2, "first");
        assertEquals("1 CHANNEL first; 1 demanded", impatient.take());
    }

    @Test
    void errorsEndBothDirectionsOfAChannel() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_CHANNEL, 0, 2, "first");
        diary.take();
        link.comes(1, ERROR, 0, 0x201, "broken");
        assertEquals("1 failed ApplicationError broken", diary.take());
        assertEquals(0, server.streams());
        LoopConnection client = new SessionTest().client();
        int stream = client.requestChannel(null, bytes("c"), false, 8, diary);
        client.error(stream, 0x301, "own");
        assertEquals(0, client.streams());
    }

    @Test
    void aChannelOfOursWaitsForDemand() throws Exception {
        LoopConnection client = client();
        int stream = client.requestChannel(null, bytes("first"), false, 1, diary);
        link.take();
        assertFalse(client.wants(stream));
        link.comes(stream, REQUEST_N, 0, 2);
        assertEquals("1 demanded", diary.take());
        client.next(stream, null, bytes("second"));
        client.last(stream, null, bytes("third"));
        link.comes(stream, PAYLOAD, NEXT, "answer");
        link.comes(stream, PAYLOAD, COMPLETE);
        assertEquals("1 PAYLOAD N second\n1 PAYLOAD NC third", link.take());
        assertEquals("1 next answer; 1 complete", diary.take());
        assertEquals(0, client.streams());
    }

    @Test
    void aChannelOfOursThatNobodyReadsGoesOn() throws Exception {
        LoopConnection client = client();
        int stream = client.requestChannel(null, bytes("first"), false, 2, diary);
        link.comes(stream, CANCEL, 0);
        assertEquals("1 cancelled", diary.take());
        link.comes(stream, PAYLOAD, NEXT, "answer");
        assertEquals("1 next answer", diary.take());
        client.cancel(stream);
        assertEquals(0, client.streams());
    }

    // ------------------------------------------------------------ interactions, as who asks

    @Test
    void aResponseIsOnePayload() throws Exception {
        LoopConnection client = client();
        client.requestResponse(null, bytes("1"), diary);
        client.requestResponse(null, bytes("3"), diary);
        client.requestResponse(null, bytes("5"), diary);
        link.comes(1, PAYLOAD, NEXT, "without the end");
        link.comes(1, PAYLOAD, NEXT, "too much");
        link.comes(3, PAYLOAD, COMPLETE);
        link.comes(5, ERROR, 0, 0x203, "gave up");
        assertEquals("1 next without the end; 1 complete; 3 complete; 5 failed Canceled gave up", diary.take());
        assertEquals(0, client.streams());
    }

    @Test
    void demandGoesOnPastWhatCanBeSaidAtOnce() throws Exception {
        LoopConnection client = client();
        int stream = client.requestStream(null, bytes("s"), MOST + 5L, diary);
        assertEquals("1 STREAM " + MOST + " s", link.take());
        client.request(stream, 3);
        assertEquals("", link.take());
        StreamTable table = ((Handle) client).ownStreams().table;
        int place = table.find(stream);
        table.addDemand(place, 1 + MOST / 2 - MOST); // so many have come
        link.comes(stream, PAYLOAD, NEXT, "x");
        assertEquals("1 REQUEST_N 8", link.take());
        client.request(stream, 1);
        assertEquals("1 REQUEST_N 1", link.take());
        client.request(stream, Long.MAX_VALUE);
        client.request(stream, Long.MAX_VALUE);
        assertEquals("1 REQUEST_N " + (MOST - MOST / 2 - 9), link.take());
    }

    @Test
    void demandWithoutEndHasNone() throws Exception {
        LoopConnection client = client();
        int stream = client.requestStream(null, bytes("s"), Long.MAX_VALUE, diary);
        client.request(stream, 7);
        client.request(stream, Long.MAX_VALUE);
        assertEquals("1 STREAM " + Integer.MAX_VALUE + " s", link.take());
        StreamTable table = ((Handle) client).ownStreams().table;
        int place = table.find(stream);
        for (int i = 0; i < 3; i++) {
            table.addDemand(place, 1 + MOST / 2 - table.demand(place)); // so many have come
            link.comes(stream, PAYLOAD, NEXT, "x");
            assertEquals("1 REQUEST_N " + (MOST - MOST / 2), link.take());
        }
    }

    @Test
    void whoSendsWhatWasNotRequestedIsCancelled() throws Exception {
        LoopConnection client = client();
        client.requestStream(null, bytes("s"), 1, diary);
        link.take();
        link.comes(1, PAYLOAD, NEXT, "a");
        link.comes(1, PAYLOAD, NEXT, "b");
        assertEquals("1 next a; 1 failed Invalid a payload came, and none was requested", diary.take());
        assertEquals("1 CANCEL", link.take());
        assertEquals(0, client.streams());
        LoopConnection server = new SessionTest().server(diary);
        assertEquals(0, server.streams());
    }

    @Test
    void whoSendsAChannelWhatWasNotRequestedIsTold() throws Exception {
        server();
        link.comes(1, REQUEST_CHANNEL, 0, 1, "first");
        diary.take();
        link.comes(1, PAYLOAD, NEXT, "second");
        assertEquals("1 failed Invalid a payload came, and none was requested", diary.take());
        assertEquals("1 ERROR 0x204 a payload came, and none was requested", link.take());
    }

    /** Whoever has enough when the last payload comes has nothing to cancel. */
    @Test
    void whatHasEndedIsNotCancelled() throws Exception {
        Diary satisfied = new Diary() {
            @Override
            public void next(LoopConnection of, int stream, View payload) {
                super.next(of, stream, payload);
                of.cancel(stream);
            }
        };
        LoopConnection client = client();
        client.requestResponse(null, bytes("a"), satisfied);
        client.requestResponse(null, bytes("b"), satisfied);
        client.requestStream(null, bytes("c"), 5, satisfied);
        link.take();
        link.comes(1, PAYLOAD, NEXT | COMPLETE, "x");
        link.comes(3, PAYLOAD, NEXT, "y");
        link.comes(5, PAYLOAD, NEXT | COMPLETE, "z");
        assertEquals("", link.take());
        assertEquals("1 next x; 1 complete; 3 next y; 3 complete; 5 next z; 5 complete", satisfied.take());
        assertEquals(0, client.streams());
    }

    // ------------------------------------------------------------ numbers

    @Test
    void aServersStreamsAreEven() throws Exception {
        LoopConnection server = server();
        assertEquals(2, server.requestResponse(null, bytes("x"), diary));
        assertEquals(4, server.requestStream(null, bytes("x"), 1, diary));
        link.comes(2, PAYLOAD, NEXT | COMPLETE, "answer");
        assertEquals("2 next answer; 2 complete", diary.take());
    }

    @Test
    void requestsThatMakeNoSenseAreIgnored() throws Exception {
        LoopConnection server = server();
        link.comes(2, REQUEST_RESPONSE, 0, "with a number of ours");
        link.comes(1, REQUEST_STREAM, 0, 1, "a");
        link.comes(1, REQUEST_STREAM, 0, 1, "again");
        link.comes(1, REQUEST_RESPONSE, 0, "again");
        link.comes(0, REQUEST_RESPONSE, 0, "of the connection");
        assertEquals("1 STREAM a; 1 demanded", diary.take());
        for (int type : new int[] {CANCEL, PAYLOAD, ERROR, REQUEST_N, 0x20, EXT}) {
            link.comes(77, type, 0, 1, "nobody");
        }
        link.comes(0, CANCEL, 0);
        link.comes(0, PAYLOAD, NEXT, "x");
        link.time.advance(Duration.ofSeconds(1));
        link.comes(0, 0x20, 0, "x");
        link.comes(0, EXT, IGNORE, 7);
        link.comes(0, ERROR, 0, 0x003, "to a server");
        link.comes(FakeLink.setup());
        assertEquals("", diary.take());
        assertEquals("", link.take());
        assertEquals(1, server.streams());
    }

    @Test
    void whoAsksForMoreStreamsThanMayBeIsRejected() throws Exception {
        LoopConnection server = server();
        for (int i = 0; i < 5; i++) {
            link.comes(2 * i + 1, REQUEST_STREAM, 0, 1, "x");
        }
        assertEquals(
                "7 ERROR 0x202 more than 3 streams are open (maxStreams)\n"
                        + "9 ERROR 0x202 more than 3 streams are open (maxStreams)",
                link.take());
        assertEquals(2, server.requestResponse(null, bytes("ours do not count"), diary));
        link.comes(1, CANCEL, 0);
        link.comes(11, REQUEST_STREAM, 0, 1, "x");
        assertEquals(4, server.streams());
    }

    // ------------------------------------------------------------ fragments

    @Test
    void fragmentsBecomeOnePayload() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_CHANNEL, FOLLOWS | HAS_METADATA, 1, List.of("meta"), "");
        assertEquals("", diary.take());
        link.comes(3, REQUEST_FNF, FOLLOWS, "for");
        link.comes(1, PAYLOAD, FOLLOWS | NEXT | HAS_METADATA, List.of("data"), "da");
        link.comes(3, PAYLOAD, NEXT, "get");
        link.comes(1, PAYLOAD, NEXT, "ta");
        assertEquals("FORGET forget; 1 CHANNEL [metadata] data; 1 demanded", diary.take());
        server.request(1, 1);
        link.comes(1, PAYLOAD, FOLLOWS | NEXT, "a");
        link.comes(1, PAYLOAD, FOLLOWS | NEXT | COMPLETE, "b");
        assertEquals("1 next ab; 1 complete", diary.take());
    }

    @Test
    void whoCancelsAmongFragmentsIsForgotten() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_RESPONSE, FOLLOWS, "a");
        assertEquals(1, server.streams());
        link.comes(1, CANCEL, 0);
        assertEquals(0, server.streams());
        link.comes(1, PAYLOAD, NEXT, "b");
        assertEquals("", diary.take());
    }

    @Test
    void metadataComesBeforeData() throws Exception {
        server();
        link.comes(1, REQUEST_RESPONSE, FOLLOWS, "a");
        link.comes(1, PAYLOAD, NEXT | HAS_METADATA, List.of("late"), "b");
        assertEquals("1 ERROR 0x204 a fragment has metadata, and data has come before", link.take());
        assertEquals("", diary.take());
    }

    /** What a stream may not send takes no room from the others, however often that is. */
    @Test
    void whatWasRefusedIsNotCounted() throws Exception {
        server();
        for (int stream = 1; stream < 20; stream += 2) {
            link.comes(stream, REQUEST_RESPONSE, FOLLOWS, "a");
            link.comes(stream, PAYLOAD, NEXT | HAS_METADATA, List.of("late"), "x".repeat(500));
        }
        link.take();
        link.comes(21, REQUEST_RESPONSE, FOLLOWS, "x".repeat(900));
        link.comes(21, PAYLOAD, NEXT, "y");
        assertEquals("21 RESPONSE " + "x".repeat(900) + "y; 21 demanded", diary.take());
    }

    @Test
    void fragmentsAreBounded() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_RESPONSE, FOLLOWS, "x".repeat(900));
        link.comes(3, REQUEST_RESPONSE, FOLLOWS, "x".repeat(500));
        link.comes(3, PAYLOAD, FOLLOWS | NEXT, "x".repeat(101));
        assertEquals(
                "3 ERROR 0x204 the payloads whose fragments have not all come have more than 1500 bytes (maxAssembled)",
                link.take());
        link.comes(1, PAYLOAD, FOLLOWS | NEXT, "x".repeat(101));
        assertEquals("1 ERROR 0x204 a payload has more than 1000 bytes (maxPayload)", link.take());
        assertEquals(0, server.streams());
        link.comes(5, REQUEST_RESPONSE, FOLLOWS, "x".repeat(999)); // the room is there again
        link.comes(5, PAYLOAD, NEXT, "y");
        assertEquals("5 RESPONSE " + "x".repeat(999) + "y; 5 demanded", diary.take());
        link.comes(7, REQUEST_RESPONSE, 0, "x".repeat(1001));
        assertEquals("7 ERROR 0x204 a payload has more than 1000 bytes (maxPayload)", link.take());
    }

    @Test
    void fragmentsThatWereNotRequestedAreRefused() throws Exception {
        LoopConnection client = client();
        client.requestStream(null, bytes("s"), 1, diary);
        link.comes(1, PAYLOAD, NEXT, "a");
        link.take();
        diary.take();
        link.comes(1, PAYLOAD, NEXT | FOLLOWS, "b");
        assertEquals("1 CANCEL", link.take());
        assertEquals("1 failed Invalid a payload came, and none was requested", diary.take());
    }

    // ------------------------------------------------------------ frames that are none

    @Test
    void framesThatAreShorterThanTheyShouldBeEndTheConnection() throws Exception {
        for (byte[] wrong : List.of(
                new byte[5],
                FakeLink.frame(1, REQUEST_RESPONSE, HAS_METADATA, (byte) 0),
                FakeLink.frame(1, REQUEST_RESPONSE, HAS_METADATA, (byte) 0, (short) 5, "four"),
                FakeLink.frame(1, REQUEST_STREAM, 0, (short) 5),
                FakeLink.frame(0, KEEPALIVE, RESPOND, 5),
                FakeLink.frame(0, EXT, 0, 5),
                FakeLink.frame(0, ERROR, 0, (short) 5))) {
            SessionTest one = new SessionTest();
            one.server();
            one.link.comes(wrong);
            assertTrue(one.link.take().startsWith("0 ERROR 0x101 "));
            assertTrue(one.link.closed);
            assertTrue(one.diary.take().startsWith("closed dev.weir.rsocket.RSocketException$ConnectionError"));
        }
        server();
        link.comes(1, REQUEST_RESPONSE, IGNORE | HAS_METADATA, (byte) 0, (short) 5, "four");
        assertFalse(link.closed);
    }

    // ------------------------------------------------------------ keepalive

    @Test
    void keepalivesAreAnswered() throws Exception {
        server();
        link.comes(0, KEEPALIVE, RESPOND, 0L, "echo");
        link.comes(0, KEEPALIVE, 0, 0L, "no echo");
        assertEquals("0 KEEPALIVE 0 echo", link.take());
    }

    @Test
    void aClientAsksWhetherTheServerIsThere() throws Exception {
        LoopConnection client = client();
        client.requestStream(null, bytes("s"), 1, diary);
        link.take();
        for (int i = 0; i < 4; i++) {
            link.pass(Duration.ofSeconds(20));
        }
        assertEquals("0 KEEPALIVE 0 R\n".repeat(4).strip(), link.take());
        link.comes(0, KEEPALIVE, 0, 0L);
        link.pass(Duration.ofSeconds(90));
        assertFalse(link.closed);
        link.take();
        link.pass(Duration.ofSeconds(1));
        assertEquals("0 ERROR 0x101 nothing came for 90000 ms (lifetime)", link.take());
        assertEquals(
                "1 failed ConnectionError nothing came for 90000 ms (lifetime); closed"
                        + " dev.weir.rsocket.RSocketException$ConnectionError: nothing came for 90000 ms (lifetime)",
                diary.take());
    }

    /** Links are looked at in rounds of a second. */
    @Test
    void aClientSpeaksInTimeIfThatIsLessThanASecond() throws Exception {
        Setup quick = new Setup(Duration.ofMillis(200), Duration.ofMillis(500), "a/b", "c/d", false, null, bytes(""));
        link.speaks(Numbered.client(link, LIMITS, quick, diary));
        link.take();
        for (int i = 0; i < 10; i++) {
            link.time.advance(Duration.ofMillis(200));
            assertEquals("0 KEEPALIVE 0 R", link.take());
            link.comes(0, KEEPALIVE, 0, 0L);
        }
        link.time.advance(Duration.ofMillis(600));
        assertEquals("0 KEEPALIVE 0 R\n0 KEEPALIVE 0 R\n0 ERROR 0x101 nothing came for 500 ms (lifetime)", link.take());
        assertTrue(link.closed);
        link.time.advance(Duration.ofSeconds(1));
        assertEquals(0, link.time.timers());
    }

    @Test
    void aServerNoticesThatTheClientHasGone() throws Exception {
        server();
        link.pass(Duration.ofSeconds(90));
        link.comes(1, REQUEST_FNF, 0, "here");
        link.pass(Duration.ofSeconds(90));
        assertFalse(link.closed);
        link.pass(Duration.ofSeconds(1));
        assertTrue(link.closed);
    }

    @Test
    void whoseLongFrameIsOnItsWayIsNotTakenForGone() throws Exception {
        server();
        for (int i = 0; i < 3; i++) {
            link.pass(Duration.ofSeconds(60));
            link.comesInPart();
        }
        link.pass(Duration.ofSeconds(90));
        assertFalse(link.closed);
        link.pass(Duration.ofSeconds(1));
        assertRefused("0 ERROR 0x101 nothing came for 90000 ms (lifetime)");
    }

    @Test
    void aSetupThatComesSlowlyIsNotWaitedForAnyLonger() throws Exception {
        link.speaks(Numbered.server(link, LIMITS, diary));
        link.pass(Duration.ofSeconds(9));
        link.comesInPart();
        link.pass(Duration.ofSeconds(2));
        assertRefused("0 ERROR 0x1 no setup came in time (setupTimeout)");
    }

    /** Nothing of what it says is read. */
    @Test
    void whoIsPausedIsNotTakenForGone() throws Exception {
        LoopConnection server = server();
        server.pause();
        for (int i = 0; i < 300; i++) {
            link.pass(Duration.ofSeconds(1));
        }
        server.resume();
        link.pass(Duration.ofSeconds(90));
        assertFalse(link.closed);
        link.pass(Duration.ofSeconds(1));
        assertTrue(link.closed);
    }

    @Test
    void aClientThatPausesSaysThatItIsThere() {
        LoopConnection client = client();
        client.pause();
        for (int i = 0; i < 100; i++) {
            link.pass(Duration.ofSeconds(1));
        }
        assertFalse(link.closed);
        assertEquals(String.join("\n", Collections.nCopies(5, "0 KEEPALIVE 0 R")), link.take());
    }

    @Test
    void signalsHaveARate() throws Exception {
        server();
        for (int i = 0; i < 5; i++) {
            link.comes(0, KEEPALIVE, 0, 0L);
        }
        link.time.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 5; i++) {
            link.comes(0, METADATA_PUSH, HAS_METADATA, "x");
        }
        assertFalse(link.closed);
        link.comes(0, KEEPALIVE, 0, 0L);
        assertEquals(
                "0 ERROR 0x101 more than 5 frames of the connection came within a second (maxSignals)", link.take());
    }

    // ------------------------------------------------------------ backpressure

    @Test
    void aReaderThatStopsStopsEveryProducer() throws Exception {
        LoopConnection server = server();
        for (int stream = 1; stream < 7; stream += 2) {
            link.comes(stream, REQUEST_STREAM, 0, MOST, "x");
        }
        link.comes(1, REQUEST_N, 0, MOST);
        diary.take();
        link.writable = false;
        assertFalse(server.wants(1));
        assertFalse(server.wants(3));
        assertThrows(IllegalStateException.class, () -> server.next(5, null, bytes("x")));
        assertEquals(0, server.requestResponse(null, bytes("x"), diary));
        assertFalse(server.fireAndForget(null, bytes("x")));
        assertFalse(server.metadataPush(bytes("x")));
        assertEquals("", link.take());
        link.writable();
        assertEquals("1 demanded; 3 demanded; 5 demanded; writable", diary.take());
        link.writable();
        assertEquals("writable", diary.take());
    }

    /** Whoever was served last waits for all others. */
    @Test
    void allStreamsHaveTheirTurn() throws Exception {
        List<Integer> served = new ArrayList<>();
        Diary busy = new Diary() {
            @Override
            public void demanded(LoopConnection of, int stream) {
                served.add(stream);
                of.next(stream, null, bytes("x"));
                link.writable = false;
                of.wants(stream);
            }
        };
        link.writable = false;
        server(busy);
        for (int stream = 1; stream < 7; stream += 2) {
            link.comes(stream, REQUEST_STREAM, 0, MOST, "x");
        }
        for (int i = 0; i < 6; i++) {
            link.writable();
        }
        assertEquals(List.of(1, 3, 5, 1, 3, 5), served);
    }

    @Test
    void whoAsksAndDoesNotReadIsDropped() throws Exception {
        LoopConnection server = server();
        link.writable = false;
        int asked = 0;
        while (!link.closed && asked < 1000) {
            link.comes(0, KEEPALIVE, RESPOND, 0L, "x");
            link.time.advance(Duration.ofSeconds(1));
            asked++;
        }
        assertTrue(asked < 10, () -> "not dropped");
        assertTrue(link.take().endsWith("(maxWaitingBytes)"));
        assertEquals(0, server.streams());
    }

    /** Refusals are answers, too. */
    @Test
    void whoIsRefusedAndDoesNotReadIsDropped() throws Exception {
        server();
        link.writable = false;
        int asked = 0;
        while (!link.closed && asked < 1000) {
            link.comes(2 * asked + 1, REQUEST_STREAM, 0, 0, "x");
            asked++;
        }
        assertTrue(asked < 10, () -> "not dropped");
        assertTrue(link.take().endsWith("(maxWaitingBytes)"));
    }

    @Test
    void answersWaitForTheReader() throws Exception {
        LoopConnection server = server();
        link.writable = false;
        link.comes(1, REQUEST_RESPONSE, 0, "x");
        assertEquals("1 RESPONSE x", diary.take());
        assertFalse(server.wants(1));
        link.writable();
        assertEquals("1 demanded; writable", diary.take());
        server.next(1, null, bytes("y"));
        assertEquals("1 PAYLOAD NC y", link.take());
    }

    // ------------------------------------------------------------ ends

    @Test
    void whatRunsFailsWithTheConnection() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_STREAM, 0, 1, "x");
        server.requestResponse(null, bytes("x"), diary);
        diary.take();
        link.comes(0, ERROR, 0, 0x101, "gone");
        String failed = "failed ConnectionError gone";
        assertEquals(
                "1 " + failed + "; 2 " + failed + "; closed dev.weir.rsocket.RSocketException$ConnectionError: gone",
                diary.take());
        assertTrue(link.closed);
        assertEquals(0, server.requestResponse(null, bytes("x"), diary));
        assertEquals(0, server.streams());
    }

    @Test
    void aDrainingServerWaitsForWhatRuns() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_STREAM, 0, 1, "x");
        server.drain();
        server.drain();
        assertEquals("0 ERROR 0x102 the connection is being closed", link.take());
        link.comes(3, REQUEST_STREAM, 0, 1, "x");
        assertEquals("3 ERROR 0x202 the connection is being closed", link.take());
        assertEquals(0, server.requestResponse(null, bytes("x"), diary));
        assertFalse(link.closed);
        server.last(1, null, bytes("end"));
        assertEquals("1 PAYLOAD NC end", link.take());
        assertFalse(link.closed);
        link.comes(5, REQUEST_RESPONSE, 0, "sent before it was known");
        assertEquals("5 ERROR 0x202 the connection is being closed", link.take());
        link.pass(Duration.ofSeconds(1));
        assertFalse(link.closed);
        link.pass(Duration.ofSeconds(1)); // the peer has not closed it
        assertTrue(link.closed);
    }

    /** However short the rounds are, as by a short stallTimeout. */
    @Test
    void whatIsOnItsWayHasASecondInShortRounds() throws Exception {
        LoopConnection server = server();
        server.drain();
        link.take();
        for (int i = 0; i < 17; i++) {
            link.pass(Duration.ofMillis(50));
            assertFalse(link.closed);
        }
        link.comes(1, REQUEST_RESPONSE, 0, "sent before it was known");
        assertEquals("1 ERROR 0x202 the connection is being closed", link.take());
        link.pass(Duration.ofSeconds(1));
        assertTrue(link.closed);
    }

    @Test
    void whenBothCloseNothingIsOnItsWay() throws Exception {
        LoopConnection server = server();
        server.drain();
        assertFalse(link.closed);
        link.comes(0, ERROR, 0, 0x102, "so do I");
        assertTrue(link.closed);
    }

    /** Its last may be one that is not answered, and whose parts come one by one. */
    @Test
    void whatIsTakenInPartsIsWaitedFor() throws Exception {
        LoopConnection server = server();
        link.comes(1, REQUEST_FNF, FOLLOWS, "a");
        server.drain();
        link.comes(0, ERROR, 0, 0x102, "so do I");
        assertFalse(link.closed);
        link.comes(1, PAYLOAD, NEXT, "b");
        assertTrue(link.closed);
    }

    @Test
    void aClientOfADrainingServerAsksNoMore() throws Exception {
        LoopConnection client = client();
        client.requestResponse(null, bytes("x"), diary);
        link.take();
        link.comes(0, ERROR, 0, 0x102, "soon");
        assertEquals(0, client.requestResponse(null, bytes("x"), diary));
        assertFalse(link.closed);
        link.comes(1, PAYLOAD, NEXT | COMPLETE, "answer");
        assertTrue(link.closed);
        assertEquals("1 next answer; 1 complete; closed null", diary.take());
    }

    @Test
    void closingSaysWhy() throws Exception {
        LoopConnection client = client();
        client.requestResponse(null, bytes("x"), diary);
        link.take();
        client.close("enough");
        assertEquals("0 ERROR 0x101 enough", link.take());
        assertEquals("1 failed ConnectionError the connection is closed; closed null", diary.take());
    }

    // ------------------------------------------------------------ leases

    private LoopConnection leasing(LeasePolicy policy) throws Exception {
        link.speaks(new Session(link, LIMITS, policy, diary));
        byte[] setup = FakeLink.setup();
        setup[5] |= (byte) LEASED;
        link.comes(setup);
        return diary.connection;
    }

    @Test
    void whoHasNoLeaseIsRejected() throws Exception {
        LoopConnection server = leasing(LeasePolicy.byHand());
        link.comes(1, REQUEST_RESPONSE, 0, "x");
        link.comes(3, REQUEST_FNF, 0, "x");
        assertEquals("1 ERROR 0x202 there is no lease for the request", link.take());
        server.lease(Duration.ofSeconds(2), 2);
        link.comes(5, REQUEST_RESPONSE, FOLLOWS, "a");
        link.comes(5, PAYLOAD, NEXT, "b");
        link.comes(7, REQUEST_FNF, 0, "c");
        assertEquals("5 RESPONSE ab; 5 demanded; FORGET c", diary.take());
        link.take();
        link.comes(9, REQUEST_RESPONSE, 0, "x");
        server.lease(Duration.ofSeconds(2), 2);
        link.time.advance(Duration.ofSeconds(2));
        link.comes(11, REQUEST_RESPONSE, 0, "x");
        assertEquals(
                "9 ERROR 0x202 there is no lease for the request\n"
                        + "0 LEASE 2000 2\n"
                        + "11 ERROR 0x202 there is no lease for the request",
                link.take());
        assertThrows(
                IllegalStateException.class, () -> new SessionTest().server().lease(Duration.ofSeconds(1), 1));
    }

    @Test
    void aLeaseIsGivenByHandWithTheAnswerToTheSetup() throws Exception {
        CompletableFuture<Responder> answer = new CompletableFuture<>();
        link.speaks(new Session(link, LIMITS, LeasePolicy.byHand(), (opened, setup) -> {
            opened.lease(Duration.ofSeconds(2), 1);
            return One.from(() -> answer);
        }));
        byte[] setup = FakeLink.setup();
        setup[5] |= (byte) LEASED;
        link.comes(setup);
        assertEquals("", link.take());
        answer.complete(diary);
        assertEquals("0 LEASE 2000 1", link.take());
        link.comes(1, REQUEST_FNF, 0, "x");
        assertEquals("FORGET x", diary.take());
    }

    @Test
    void aClientGivesALeaseByHandBehindItsSetup() {
        Setup wants = new Setup(Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", true, null, bytes(""));
        link.speaks(Session.client(link, LIMITS, LeasePolicy.byHand(), wants, opened -> {
            opened.lease(Duration.ofSeconds(2), 3);
            return diary;
        }));
        assertEquals("0 SETUP\n0 LEASE 2000 3", link.take());
    }

    @Test
    void leasesAreRenewed() throws Exception {
        leasing(LeasePolicy.fixed(5, Duration.ofSeconds(1)));
        assertEquals("0 LEASE 2000 5", link.take());
        link.pass(Duration.ofMillis(900));
        assertEquals("", link.take());
        link.pass(Duration.ofMillis(100));
        assertEquals("0 LEASE 2000 5", link.take());
    }

    /** Rounds of a second would be too rare. */
    @Test
    void shortLeasesAreRenewedInTime() throws Exception {
        leasing(LeasePolicy.fixed(5, Duration.ofMillis(100)));
        for (int i = 0; i < 30; i++) {
            assertEquals("0 LEASE 200 5", link.take());
            link.time.advance(Duration.ofMillis(99));
            assertEquals("", link.take());
            link.time.advance(Duration.ofMillis(1));
        }
        link.take();
        link.gone();
        link.time.advance(Duration.ofSeconds(1));
        assertEquals(0, link.time.pending());
    }

    @Test
    void leasesMayFollowTheStreams() throws Exception {
        leasing(LeasePolicy.upTo(2, Duration.ofSeconds(1)));
        link.comes(1, REQUEST_STREAM, 0, 1, "x");
        link.take();
        link.pass(Duration.ofSeconds(1));
        assertEquals("0 LEASE 2000 1", link.take());
        link.comes(1, CANCEL, 0);
        link.pass(Duration.ofSeconds(1));
        assertEquals("0 LEASE 2000 2", link.take());
    }

    /** Leases are for one request or more: section "LEASE Frame" of the protocol. */
    @Test
    void noLeaseIsSentWhereNothingIsLeftToTakeBack() throws Exception {
        leasing(LeasePolicy.upTo(1, Duration.ofSeconds(1)));
        assertEquals("0 LEASE 2000 1", link.take());
        link.comes(1, REQUEST_STREAM, 0, 1, "x");
        link.take();
        link.pass(Duration.ofSeconds(1));
        assertEquals("", link.take());
        link.comes(1, CANCEL, 0);
        link.pass(Duration.ofSeconds(1));
        assertEquals("0 LEASE 2000 1", link.take());
    }

    @Test
    void aLeaseForNothingTakesBackWhatIsLeft() throws Exception {
        Iterator<Integer> requests = List.of(5, 0, 0).iterator();
        leasing(load -> new Lease(Duration.ofSeconds(2), requests.next()));
        assertEquals("0 LEASE 2000 5", link.take());
        link.pass(Duration.ofSeconds(1));
        assertEquals("0 LEASE 2000 0", link.take());
        link.pass(Duration.ofSeconds(1));
        assertEquals("", link.take());
    }

    /** Four requests of half a second within a second: two are open on average, by Little's law. */
    @Test
    void policiesHearHowLongRequestsTake() throws Exception {
        List<LeasePolicy.Load> loads = new ArrayList<>();
        leasing(load -> {
            loads.add(load);
            return new Lease(Duration.ofSeconds(2), 5);
        });
        link.comes(1, REQUEST_STREAM, 0, 1, "x");
        link.comes(3, REQUEST_STREAM, 0, 1, "x");
        link.pass(Duration.ofMillis(500));
        link.comes(1, CANCEL, 0);
        link.comes(3, CANCEL, 0);
        link.comes(5, REQUEST_STREAM, 0, 1, "x");
        link.comes(7, REQUEST_STREAM, 0, 1, "x");
        link.pass(Duration.ofMillis(500));
        assertEquals(new LeasePolicy.Load(0, 0, null), loads.getFirst());
        assertEquals(2, loads.getLast().streams());
        assertEquals(4, loads.getLast().admitted());
        assertEquals(5, loads.getLast().time().plusMillis(50).toMillis() / 100);
    }

    @Test
    void requestsOfOursNeedALease() throws Exception {
        Setup wants = new Setup(Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", true, null, bytes(""));
        Session session = Session.client(link, LIMITS, LeasePolicy.byHand(), wants, opened -> diary);
        link.speaks(session);
        LoopConnection client = session.handle();
        link.take();
        assertEquals(0, client.leased());
        assertEquals(0, client.requestResponse(null, bytes("x"), diary));
        link.comes(0, LEASE, 0, 1000, 2);
        assertEquals("writable", diary.take());
        assertEquals(2, client.leased());
        assertEquals(1, client.requestResponse(null, bytes("x"), diary));
        assertTrue(client.fireAndForget(null, bytes("x")));
        assertFalse(client.fireAndForget(null, bytes("x")));
        assertTrue(client.metadataPush(bytes("is no request")));
        link.comes(0, LEASE, 0, 1000, 2);
        link.time.advance(Duration.ofSeconds(1));
        assertEquals(0, client.requestResponse(null, bytes("x"), diary));
        link.comes(0, LEASE, 0, 1000);
        assertTrue(link.closed);
    }

    // ------------------------------------------------------------ broken applications

    @Test
    void aResponderThatThrowsFailsItsRequestOnly() throws Exception {
        Diary broken = new Diary() {
            @Override
            public StreamListener request(LoopConnection of, int stream, Interaction kind, View payload)
                    throws Exception {
                if (stream == 1) {
                    throw new RSocketException.Rejected("busy");
                }
                throw new IllegalStateException("expected by the test");
            }

            @Override
            public void fireAndForget(LoopConnection of, View payload) throws Exception {
                throw new IllegalStateException("expected by the test");
            }

            @Override
            public void metadataPush(LoopConnection of, dev.weir.rsocket.loop.Bytes metadata) throws Exception {
                throw new IllegalStateException("expected by the test");
            }
        };
        LoopConnection server = server(broken);
        link.comes(1, REQUEST_RESPONSE, 0, "x");
        link.comes(3, REQUEST_RESPONSE, 0, "x");
        link.comes(5, REQUEST_FNF, 0, "x");
        link.comes(0, METADATA_PUSH, HAS_METADATA, "x");
        assertEquals("1 ERROR 0x202 busy\n3 ERROR 0x201 internal error", link.take());
        assertEquals(0, server.streams());
        assertFalse(link.closed);
    }

    @Test
    void aListenerThatThrowsFailsItsStreamOnly() throws Exception {
        Diary broken = new Diary() {
            @Override
            public void demanded(LoopConnection of, int stream) {
                throw new IllegalStateException("expected by the test");
            }
        };
        LoopConnection server = server(broken);
        link.comes(1, REQUEST_RESPONSE, 0, "x");
        assertEquals("1 ERROR 0x201 internal error", link.take());
        assertEquals(0, server.streams());
        assertFalse(link.closed);
    }
}
