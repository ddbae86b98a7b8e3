package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.rsocket.raw.Subject.Role;
import dev.weir.rsocket.raw.Trial.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M9 to M18: the numbers of streams. */
class StreamIdRulesTest {
    /** Some that end and some that stay open. */
    private static List<Integer> used(RawPeer peer, Role subject) {
        List<Integer> used = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            subject.stream("open", 1);
            used.add(peer.read().stream());
            subject.fireAndForget("fnf");
            used.add(peer.read().stream());
            Subject.Call call = subject.response("", "ends");
            RawFrame request = peer.read();
            used.add(request.stream());
            peer.send(RawFrame.payload(request.stream(), "x").with(RawFrame.COMPLETE));
            assertEquals("next x", call.next());
        }
        return used;
    }

    @ParameterizedTest
    @EnumSource
    void m9EachIsUsedOnce(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            List<Integer> used = used(peer, subject);
            assertEquals(used.size(), new HashSet<>(used).size());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m10ClientsHaveOddOnesAndServersEven(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int rest = side == Side.CLIENT ? 1 : 0;
            for (int stream : used(peer, subject)) {
                assertEquals(rest, stream % 2);
            }
        });
    }

    @Test
    void m11ClientsBeginWithOneAndGoOnInOrder() throws Exception {
        Trial.on(
                Side.CLIENT,
                (peer, subject) -> assertEquals(List.of(1, 3, 5, 7, 9, 11, 13, 15, 17), used(peer, subject)));
    }

    @Test
    void m12ServersBeginWithTwoAndGoOnInOrder() throws Exception {
        Trial.on(
                Side.SERVER,
                (peer, subject) -> assertEquals(List.of(2, 4, 6, 8, 10, 12, 14, 16, 18), used(peer, subject)));
    }

    @ParameterizedTest
    @EnumSource
    void m13ThePeerMayUseNumbersAgainAfterTheLast(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int last = side == Side.SERVER ? 0x7fffffff : 0x7ffffffe;
            for (int stream : new int[] {side.theirs(1), last, side.theirs(1), side.theirs(2)}) {
                peer.send(RawFrame.response(stream, "x"));
                assertEquals(stream + " PAYLOAD CN x", peer.next());
            }
        });
    }

    private static int last(Side side) {
        return side == Side.CLIENT ? 0x7fffffff : 0x7ffffffe;
    }

    /** Asks, and is answered: by a stream of that number. */
    private static void ask(RawPeer peer, Role subject, int stream) {
        Subject.Call call = subject.response("", "x");
        assertEquals(stream + " REQUEST_RESPONSE x", peer.next());
        peer.send(RawFrame.payload(stream, "answer").with(RawFrame.COMPLETE));
        assertEquals("next answer", call.next());
    }

    /** M14 is for whoever uses no number again, and would have to connect anew instead. */
    @ParameterizedTest
    @EnumSource
    void m14m15AfterTheLastComesTheFirst(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            ask(peer, subject, side.ours(1));
            subject.goOnAfter(last(side) - 2);
            ask(peer, subject, last(side));
            ask(peer, subject, side.ours(1));
            ask(peer, subject, side.ours(2));
        });
    }

    @ParameterizedTest
    @EnumSource
    void m16WhatIsInUseIsLeftOut(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call first = subject.stream("stays open", 1);
            assertEquals(side.ours(1), peer.read().stream());
            ask(peer, subject, side.ours(2));
            Subject.Call third = subject.stream("stays open", 1);
            assertEquals(side.ours(3), peer.read().stream());
            subject.goOnAfter(last(side) - 2);
            ask(peer, subject, last(side));
            ask(peer, subject, side.ours(2));
            ask(peer, subject, side.ours(4));
            peer.send(RawFrame.payload(side.ours(1), "one"), RawFrame.payload(side.ours(3), "three"));
            assertEquals("next one", first.next());
            assertEquals("next three", third.next());
        });
    }

    /** There are more numbers than a connection has room for, so none is ever used twice at a time: who is full begins nothing. */
    @ParameterizedTest
    @EnumSource
    void m17WhoIsFullBeginsNothing(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            ask(peer, subject, side.ours(1));
            subject.fill(true);
            assertEquals("none was begun", subject.response("", "x").next());
            assertEquals("none was begun", subject.stream("x", 1).next());
            assertEquals("none was begun", subject.channel("x", 1).next());
            subject.fireAndForget("x");
            peer.send(RawFrame.response(side.theirs(1), "x"));
            assertEquals(RawFrame.ERROR, peer.read().type()); // the first that is sent
            subject.fill(false);
            ask(peer, subject, side.ours(2));
        });
    }

    @ParameterizedTest
    @EnumSource
    void m18WhatHasEndedIsNotUsedAgain(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            for (int i = 1; i <= 100; i++) {
                Subject.Call call = subject.response("", "x");
                int stream = peer.read().stream();
                assertEquals(side.ours(i), stream);
                peer.send(RawFrame.error(stream, RawFrame.REJECTED, "no"));
                assertEquals("error 202 no", call.next());
            }
        });
    }
}
