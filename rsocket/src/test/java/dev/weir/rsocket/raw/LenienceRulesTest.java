package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.rsocket.raw.Trial.Side;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M75 to M84: what makes no sense is ignored. */
class LenienceRulesTest {
    private static void ignored(Side side, RawFrame... frames) throws Exception {
        Trial.on(side, (peer, subject) -> {
            peer.send(frames);
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.fireAndForget(side.theirs(50), "heard"));
            assertEquals("fnf heard", subject.heard());
            Subject.Call call = subject.response("", "x");
            int ours = peer.read().stream();
            peer.send(RawFrame.payload(ours, "answer").with(RawFrame.COMPLETE));
            assertEquals("next answer", call.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m75RequestsOnAStreamThatIsOpen(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 1, "forever"));
            assertEquals("stream forever", subject.heard());
            assertEquals(stream + " PAYLOAD N 0", peer.next());
            peer.send(
                    RawFrame.response(stream, "x"),
                    RawFrame.stream(stream, 1, "count:1"),
                    RawFrame.channel(stream, 1, "echo"),
                    RawFrame.fireAndForget(stream, "no"));
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.requestN(stream, 1));
            assertEquals(stream + " PAYLOAD N 1", peer.next());
            peer.send(RawFrame.cancel(stream));
            assertEquals("cancelled forever", subject.heard());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m76CancellingWhatIsNotThere(Side side) throws Exception {
        ignored(side, RawFrame.cancel(0), RawFrame.cancel(side.theirs(9)), RawFrame.cancel(side.ours(9)));
    }

    @ParameterizedTest
    @EnumSource
    void m77ErrorsOfWhatIsNotThere(Side side) throws Exception {
        ignored(
                side,
                RawFrame.error(side.theirs(9), RawFrame.APPLICATION_ERROR, "x"),
                RawFrame.error(side.ours(9), RawFrame.CONNECTION_ERROR, "x"));
    }

    @ParameterizedTest
    @EnumSource
    void m78PayloadsOfWhatIsNotThere(Side side) throws Exception {
        ignored(
                side,
                RawFrame.payload(0, "x"),
                RawFrame.payload(side.theirs(9), "x"),
                RawFrame.payload(side.ours(9), "x").with(RawFrame.COMPLETE),
                RawFrame.payload(side.ours(9), "x").with(RawFrame.FOLLOWS));
    }

    @ParameterizedTest
    @EnumSource
    void m79MetadataPushedOnAStream(Side side) throws Exception {
        ignored(side, RawFrame.metadataPush("x").on(side.theirs(1)));
    }

    @Test
    void m80ServerGetsAnotherSetup() throws Exception {
        ignored(Side.SERVER, RawFrame.setup(), RawFrame.setup().on(1));
    }

    @Test
    void m81ServerGetsErrorsOfSetups() throws Exception {
        ignored(
                Side.SERVER,
                RawFrame.error(0, RawFrame.INVALID_SETUP, "x"),
                RawFrame.error(0, RawFrame.UNSUPPORTED_SETUP, "x"),
                RawFrame.error(0, RawFrame.REJECTED_SETUP, "x"),
                RawFrame.error(0, RawFrame.REJECTED_RESUME, "x"));
    }

    /** That the server answers says that it has accepted. */
    @Test
    void m82ClientGetsErrorsOfSetupsAfterIt() throws Exception {
        Trial.on(Side.CLIENT, (peer, subject) -> {
            peer.send(RawFrame.fireAndForget(2, "established"));
            assertEquals("fnf established", subject.heard());
            Subject.Call call = subject.response("", "x");
            assertEquals("1 REQUEST_RESPONSE x", peer.next());
            peer.send(
                    RawFrame.error(0, RawFrame.INVALID_SETUP, "x"),
                    RawFrame.error(0, RawFrame.UNSUPPORTED_SETUP, "x"),
                    RawFrame.error(0, RawFrame.REJECTED_SETUP, "x"),
                    RawFrame.error(0, RawFrame.REJECTED_RESUME, "x"));
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.payload(1, "answer").with(RawFrame.COMPLETE));
            assertEquals("next answer", call.next());
        });
    }

    @Test
    void m83ClientGetsASetup() throws Exception {
        ignored(Side.CLIENT, RawFrame.setup());
    }

    @ParameterizedTest
    @EnumSource
    void m84WhateverElse(Side side) throws Exception {
        ignored(
                side,
                RawFrame.requestN(0, 1),
                RawFrame.requestN(side.theirs(9), 1),
                RawFrame.requestN(side.ours(9), 0),
                RawFrame.lease(1, 1), // none was agreed upon
                RawFrame.lease(1, 1).on(side.theirs(1)),
                RawFrame.resumeOk(5),
                RawFrame.resumeOk(5).on(side.theirs(1)),
                RawFrame.response(0, "x"),
                RawFrame.stream(0, 1, "x"),
                RawFrame.fireAndForget(0, "x"),
                RawFrame.channel(0, 1, "x"),
                RawFrame.keepalive(0, "x"),
                new RawFrame(0, 0x20, RawFrame.IGNORE, new byte[4]),
                new RawFrame(side.theirs(1), 0x20, RawFrame.IGNORE, new byte[0]));
    }

    /** A stream belongs to whoever has its numbers. */
    @ParameterizedTest
    @EnumSource
    void m84RequestsWithNumbersOfTheOtherSide(Side side) throws Exception {
        ignored(side, RawFrame.response(side.ours(20), "x"), RawFrame.fireAndForget(side.ours(21), "x"));
    }
}
