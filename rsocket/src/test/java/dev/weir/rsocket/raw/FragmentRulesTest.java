package dev.weir.rsocket.raw;

import static dev.weir.rsocket.raw.RawFrame.COMPLETE;
import static dev.weir.rsocket.raw.RawFrame.FOLLOWS;
import static dev.weir.rsocket.raw.RawFrame.NEXT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.raw.Subject.Options;
import dev.weir.rsocket.raw.Trial.Side;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M59 and M60: payloads in several frames. */
class FragmentRulesTest {
    private static final String METADATA = "m".repeat(150);
    private static final String DATA = "d".repeat(150);

    /** The frames of one payload. */
    private static List<RawFrame> chain(RawPeer peer) {
        List<RawFrame> frames = new ArrayList<>();
        do {
            frames.add(peer.read());
        } while (frames.getLast().has(FOLLOWS));
        return frames;
    }

    private static void check(List<RawFrame> frames, String metadata, String data) {
        assertTrue(frames.size() > 1);
        StringBuilder metadataCame = new StringBuilder();
        StringBuilder dataCame = new StringBuilder();
        for (RawFrame frame : frames) {
            assertTrue(frame.bytes().length <= 64, frame::toString);
            assertFalse(dataCame.length() > 0 && frame.has(RawFrame.METADATA), frames::toString);
            metadataCame.append(frame.metadata());
            dataCame.append(frame.data());
        }
        assertEquals(metadata, metadataCame.toString());
        assertEquals(data, dataCame.toString());
        for (RawFrame frame : frames.subList(1, frames.size())) {
            assertEquals(RawFrame.PAYLOAD, frame.type());
            assertEquals(frames.getFirst().stream(), frame.stream());
        }
    }

    private static Options cutting() {
        Options options = Options.standard();
        options.fragment = 64;
        return options;
    }

    @ParameterizedTest
    @EnumSource
    void m59RequestsAreCutMetadataFirst(Side side) throws Exception {
        Trial.on(side, cutting(), (peer, subject) -> {
            subject.response(METADATA, DATA);
            List<RawFrame> frames = chain(peer);
            assertEquals(RawFrame.REQUEST_RESPONSE, frames.getFirst().type());
            check(frames, METADATA, DATA);
            subject.stream(DATA, 7);
            frames = chain(peer);
            assertEquals(RawFrame.REQUEST_STREAM, frames.getFirst().type());
            assertEquals(7, frames.getFirst().number());
            check(frames, "", DATA);
            subject.fireAndForget(DATA);
            frames = chain(peer);
            assertEquals(RawFrame.REQUEST_FNF, frames.getFirst().type());
            check(frames, "", DATA);
            subject.channel(DATA, 7);
            frames = chain(peer);
            assertEquals(RawFrame.REQUEST_CHANNEL, frames.getFirst().type());
            check(frames, "", DATA);
        });
    }

    @ParameterizedTest
    @EnumSource
    void m59AnswersAreCutMetadataFirst(Side side) throws Exception {
        Trial.on(side, cutting(), (peer, subject) -> {
            peer.send(RawFrame.response(side.theirs(1), METADATA, DATA));
            List<RawFrame> frames = chain(peer);
            check(frames, METADATA, DATA);
            assertTrue(frames.getFirst().has(NEXT));
            assertTrue(frames.getLast().has(COMPLETE));
            assertFalse(frames.getFirst().has(COMPLETE));
        });
    }

    /** In pieces: metadata in two, both in one, data. Nobody cuts smaller than 64 bytes, so some refuse such pieces. */
    private static RawFrame[] pieces(RawFrame begun, int lastFlags) {
        int stream = begun.stream();
        return new RawFrame[] {
            begun.with(FOLLOWS),
            RawFrame.payload(stream, "2".repeat(70), "").with(FOLLOWS),
            RawFrame.payload(stream, "3".repeat(70), "a".repeat(70)).with(FOLLOWS),
            RawFrame.payload(stream, "b".repeat(70)).with(lastFlags)
        };
    }

    private static String together(String begun) {
        return begun + "2".repeat(70) + "3".repeat(70) + "|" + "a".repeat(70) + "b".repeat(70);
    }

    @ParameterizedTest
    @EnumSource
    void m59WhatComesInPiecesIsPutTogether(Side side) throws Exception {
        String first = "1".repeat(70);
        String other = "x".repeat(70);
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(pieces(RawFrame.response(stream, first, ""), 0));
            assertEquals(stream + " PAYLOAD MCN " + together(first), peer.next());
            int left = side.theirs(2);
            int right = side.theirs(3);
            RawFrame[] one = pieces(RawFrame.response(left, first, ""), 0);
            RawFrame[] two = pieces(RawFrame.response(right, other, ""), 0);
            for (int i = 0; i < one.length; i++) {
                peer.send(one[i], two[i]);
            }
            assertEquals(left + " PAYLOAD MCN " + together(first), peer.next());
            assertEquals(right + " PAYLOAD MCN " + together(other), peer.next());
            Subject.Call call = subject.response("", "x");
            int ours = peer.read().stream();
            peer.send(pieces(RawFrame.payload(ours, first, ""), COMPLETE));
            assertEquals("next " + together(first), call.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m59ItemsOfAStreamInPiecesCountOnce(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.stream("x", 2);
            int ours = peer.read().stream();
            peer.send(pieces(RawFrame.payload(ours, "1".repeat(70), ""), 0));
            peer.send(pieces(RawFrame.payload(ours, "x".repeat(70), ""), 0));
            assertEquals("next " + together("1".repeat(70)), call.next());
            assertEquals("next " + together("x".repeat(70)), call.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m60WhatIsPutTogetherHasALimit(Side side) throws Exception {
        Options options = Options.standard();
        options.maxPayload = 100_000;
        Trial.on(side, options, (peer, subject) -> {
            int stream = side.theirs(1);
            String piece = "x".repeat(10_000);
            peer.send(RawFrame.response(stream, piece).with(FOLLOWS));
            for (int i = 0; i < 9; i++) {
                peer.send(RawFrame.payload(stream, piece).with(FOLLOWS));
            }
            peer.offer(RawBytes.framed(RawFrame.payload(stream, "one more").with(FOLLOWS)));
            RawFrame answer = peer.read();
            assertEquals(RawFrame.ERROR, answer.type());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m60AStreamWithoutEndNeedsNoMemory(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.stream("x", 2_000);
            int ours = peer.read().stream();
            for (int i = 0; i < 1_000; i++) {
                peer.send(RawFrame.payload(ours, DATA).with(FOLLOWS), RawFrame.payload(ours, "b"));
                assertEquals("next " + DATA + "b", call.next());
            }
        });
    }

    /** What follows is ignored where the end is told, too. */
    @ParameterizedTest
    @EnumSource
    void theEndOfAPayloadIsItsEnd(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.stream("x", 5);
            int ours = peer.read().stream();
            peer.send(RawFrame.payload(ours, DATA).with(FOLLOWS | COMPLETE));
            assertEquals("next " + DATA, call.next());
            assertEquals("complete", call.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void aRequestMayBeCancelledWithinItsPieces(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(
                    RawFrame.response(stream, DATA).with(FOLLOWS),
                    RawFrame.cancel(stream),
                    RawFrame.payload(stream, DATA).with(FOLLOWS),
                    RawFrame.payload(stream, "later"));
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.fireAndForget(side.theirs(2), "heard"));
            assertEquals("fnf heard", subject.heard());
        });
    }
}
