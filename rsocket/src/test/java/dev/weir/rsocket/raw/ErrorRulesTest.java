package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.raw.Trial.Side;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M29 to M31: errors. */
class ErrorRulesTest {
    @ParameterizedTest
    @EnumSource
    void m29ErrorsOfTheConnectionEndIt(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.response("", "x");
            peer.next();
            peer.send(RawFrame.error(0, RawFrame.CONNECTION_ERROR, "broken"));
            assertEquals("error 101 broken", call.next());
            assertEquals("end", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m29ErrorsOfTheConnectionHaveNoStream(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            peer.send(RawFrame.response(side.theirs(1), "")
                    .with(RawFrame.METADATA)
                    .saying(new byte[] {0, 0, 9}));
            assertTrue(peer.next().startsWith("0 ERROR 101"));
            assertEquals("end", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m30ErrorsOfStreamsHaveTheirs(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int nth = 1;
            for (String code : new String[] {"202", "203", "204", "301", "7ffffffe"}) {
                int first = side.theirs(nth++);
                int second = side.theirs(nth++);
                peer.send(RawFrame.response(first, "code:" + code), RawFrame.stream(second, 1, "code:" + code));
                assertEquals(first + " ERROR " + code + " told to", peer.next());
                assertEquals(second + " ERROR " + code + " told to", peer.next());
            }
            peer.send(RawFrame.stream(side.theirs(nth), 1, "fail"));
            assertEquals(side.theirs(nth) + " ERROR 201 failed", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m30ErrorsOfStreamsEndThem(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            for (int code : new int[] {0x201, 0x202, 0x203, 0x204, 0x301, 0xfffffffe}) {
                Subject.Call call = subject.stream("x", 1);
                int stream = peer.read().stream();
                peer.send(RawFrame.error(stream, code, "no"), RawFrame.payload(stream, "late"));
                assertEquals("error " + Integer.toHexString(code) + " no", call.next());
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void m31WhoSaysGoodbyeWaitsForWhatRuns(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 1, "count:2"));
            assertEquals(stream + " PAYLOAD N 0", peer.next());
            subject.drain();
            assertTrue(peer.next().startsWith("0 ERROR 102"));
            peer.send(RawFrame.response(side.theirs(2), "late"));
            assertTrue(peer.next().startsWith(side.theirs(2) + " ERROR 202"));
            peer.send(RawFrame.requestN(stream, 2));
            assertEquals(List.of("1"), Trial.items(peer, stream));
            assertEquals("end", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m31WhoHearsGoodbyeFinishesWhatRuns(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.response("", "x");
            peer.next();
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 1, "count:2"));
            assertEquals(stream + " PAYLOAD N 0", peer.next());
            peer.send(RawFrame.error(0, RawFrame.CONNECTION_CLOSE, "bye"));
            peer.send(RawFrame.payload(side.ours(1), "answer").with(RawFrame.COMPLETE), RawFrame.requestN(stream, 2));
            assertEquals("next answer", call.next());
            assertEquals(List.of("1"), Trial.items(peer, stream));
        });
    }
}
