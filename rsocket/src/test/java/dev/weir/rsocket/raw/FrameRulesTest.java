package dev.weir.rsocket.raw;

import static dev.weir.rsocket.raw.RawFrame.CONNECTION_ERROR;
import static dev.weir.rsocket.raw.RawFrame.IGNORE;
import static dev.weir.rsocket.raw.RawFrame.METADATA;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.raw.RawFrame.Body;
import dev.weir.rsocket.raw.Subject.Options;
import dev.weir.rsocket.raw.Trial.Side;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M1 to M8: transport and frames. */
class FrameRulesTest {
    private static final int LONGEST = 0xffffff;

    @ParameterizedTest
    @EnumSource
    void m1OrderIsKept(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 1_000, "count:1000"));
            assertEquals(IntStream.range(0, 1_000).mapToObj(Integer::toString).toList(), Trial.items(peer, stream));
        });
    }

    @ParameterizedTest
    @EnumSource
    void m2FramesHaveTheirLengthBeforeThemHoweverTheyArrive(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int first = side.theirs(1);
            int second = side.theirs(2);
            peer.send(RawFrame.response(first, "one"), RawFrame.response(second, "two"));
            assertEquals(first + " PAYLOAD CN one", peer.next());
            assertEquals(second + " PAYLOAD CN two", peer.next());
            for (byte octet : RawBytes.framed(RawFrame.response(side.theirs(3), "three"))) {
                assertTrue(peer.offer(new byte[] {octet}));
            }
            assertEquals(side.theirs(3) + " PAYLOAD CN three", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m3NoFrameThatIsSentIsTooLong(Side side) throws Exception {
        Options options = Options.standard();
        options.maxPayload = 40_000_000;
        Trial.on(side, options, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.response(stream, "big:" + 33_000_000));
            int length = 0;
            RawFrame frame;
            do {
                frame = peer.read();
                assertEquals(RawFrame.PAYLOAD, frame.type());
                length += frame.data().length();
            } while (frame.has(RawFrame.FOLLOWS));
            assertEquals(33_000_000, length);
        });
    }

    @ParameterizedTest
    @EnumSource
    void m3TheLongestFrameIsTaken(Side side) throws Exception {
        Options options = Options.standard();
        options.maxPayload = LONGEST;
        Trial.on(side, options, (peer, subject) -> {
            RawFrame longest = RawFrame.fireAndForget(side.theirs(1), "x".repeat(LONGEST - 6));
            assertEquals(LONGEST, longest.bytes().length);
            peer.send(longest);
            assertEquals("fnf " + longest.data(), subject.heard());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m4AllTypesHaveTheBitThatSaysIgnore(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 1, "count:2").with(IGNORE));
            assertEquals(stream + " PAYLOAD N 0", peer.next());
            peer.send(RawFrame.requestN(stream, 2).with(IGNORE));
            assertEquals(List.of("1"), Trial.items(peer, stream));
            peer.send(RawFrame.keepalive(IGNORE | RawFrame.RESPOND, "x"));
            assertEquals("0 KEEPALIVE x", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m5MetadataIsThereOnlyWhereItsBitIsSet(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int first = side.theirs(1);
            int second = side.theirs(2);
            int third = side.theirs(3);
            peer.send(
                    RawFrame.response(first, "meta", "data"),
                    RawFrame.response(second, "data"),
                    RawFrame.response(third, "", "data"));
            assertEquals(first + " PAYLOAD MCN meta|data", peer.next());
            assertEquals(second + " PAYLOAD CN data", peer.next());
            assertEquals(third + " PAYLOAD MCN |data", peer.next());
            subject.response("meta", "data");
            assertEquals(side.ours(1) + " REQUEST_RESPONSE M meta|data", peer.next());
            subject.response("", "data");
            assertEquals(side.ours(2) + " REQUEST_RESPONSE data", peer.next());
        });
    }

    private static List<RawFrame> withMetadataBeyondTheEnd(int stream) {
        byte[] plain = new Body().int24(100).text("short").bytes();
        byte[] counted = new Body().int32(1).int24(100).text("short").bytes();
        byte[] cut = new Body().int16(0).bytes();
        return List.of(
                RawFrame.response(stream, "").with(METADATA).saying(plain),
                RawFrame.response(stream, "").with(METADATA).saying(cut),
                RawFrame.fireAndForget(stream, "").with(METADATA).saying(plain),
                RawFrame.stream(stream, 1, "").with(METADATA).saying(counted),
                RawFrame.channel(stream, 1, "").with(METADATA).saying(counted));
    }

    @ParameterizedTest
    @EnumSource
    void m6MetadataBeyondTheEndOfItsFrameEndsTheConnection(Side side) throws Exception {
        for (RawFrame wrong : withMetadataBeyondTheEnd(side.theirs(1))) {
            Trial.on(side, (peer, subject) -> {
                peer.send(wrong);
                String last = peer.next();
                assertTrue(
                        last.startsWith("0 ERROR " + Integer.toHexString(CONNECTION_ERROR)),
                        () -> wrong.type() + ": " + last);
                assertEquals("end", peer.next());
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void m6MetadataBeyondTheEndIsLeftWhereThatIsAskedFor(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            for (RawFrame wrong : withMetadataBeyondTheEnd(side.theirs(1))) {
                peer.send(wrong.with(IGNORE));
                assertEquals(List.of(), peer.settled());
            }
            peer.send(RawFrame.fireAndForget(side.theirs(2), "heard"));
            assertEquals("fnf heard", subject.heard());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m7TextsHaveNoZeroAtTheirEnd(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            peer.send(RawFrame.response(side.theirs(1), "fail"));
            assertEquals(side.theirs(1) + " ERROR 201 failed", peer.next());
        });
        if (side == Side.CLIENT) {
            Trial.fromTheStart(side, Options.standard(), (peer, subject) -> {
                String body = new String(peer.read().body(), StandardCharsets.ISO_8859_1);
                String types = body.substring(12);
                assertFalse(types.contains("\0"), types);
                assertTrue(types.startsWith("\ntext/plain\ntext/plain"), types);
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void m8BitsThatMeanNothingAreIgnored(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int first = side.theirs(1);
            peer.send(RawFrame.response(first, "one").with(0x7f));
            assertEquals(first + " PAYLOAD CN one", peer.next());
            int second = side.theirs(2);
            peer.send(RawFrame.stream(second, 1, "count:3").with(0x7f));
            assertEquals(second + " PAYLOAD N 0", peer.next());
            peer.send(RawFrame.requestN(second, 1).with(0xff));
            assertEquals(second + " PAYLOAD N 1", peer.next());
            peer.send(RawFrame.keepalive(0xff, "k"));
            assertEquals("0 KEEPALIVE k", peer.next());
            peer.send(RawFrame.cancel(second).with(0xff));
            assertEquals(List.of(), peer.settled());
            subject.response("", "ours");
            assertEquals(side.ours(1) + " REQUEST_RESPONSE ours", peer.next());
            Subject.Call call = subject.response("", "more");
            peer.next();
            peer.send(RawFrame.error(side.ours(2), RawFrame.REJECTED, "no").with(0xff));
            assertEquals("error 202 no", call.next());
        });
    }
}
