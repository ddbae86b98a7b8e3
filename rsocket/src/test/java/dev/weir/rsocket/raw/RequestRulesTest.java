package dev.weir.rsocket.raw;

import static dev.weir.rsocket.raw.RawFrame.COMPLETE;
import static dev.weir.rsocket.raw.RawFrame.NEXT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.raw.Trial.Side;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M46 to M55: requests, their payloads and their credit. */
class RequestRulesTest {
    @ParameterizedTest
    @EnumSource
    void m46RequestsBeginWithCredit(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            subject.stream("x", 5);
            assertEquals(side.ours(1) + " REQUEST_STREAM 5 x", peer.next());
            subject.channel("y", 6);
            assertEquals(side.ours(2) + " REQUEST_CHANNEL 6 y", peer.next());
            subject.stream("z", Long.MAX_VALUE);
            assertEquals(side.ours(3) + " REQUEST_STREAM 2147483647 z", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m46RequestsWithoutCreditAreInvalid(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            peer.send(RawFrame.stream(side.theirs(1), 0, "count:1"));
            assertTrue(peer.next().startsWith(side.theirs(1) + " ERROR 204"));
            peer.send(RawFrame.channel(side.theirs(2), 0, "echo"));
            assertTrue(peer.next().startsWith(side.theirs(2) + " ERROR 204"));
            peer.send(RawFrame.fireAndForget(side.theirs(3), "heard"));
            assertEquals("fnf heard", subject.heard());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m47CreditOfNothingIsNeverSentAndFailsTheStream(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 1, "count:5"));
            assertEquals(stream + " PAYLOAD N 0", peer.next());
            peer.send(RawFrame.requestN(stream, 0));
            assertTrue(peer.next().startsWith(stream + " ERROR 204"));
            Subject.Call call = subject.stream("x", 1);
            assertEquals(side.ours(1) + " REQUEST_STREAM 1 x", peer.next());
            call.request(3);
            assertEquals(side.ours(1) + " REQUEST_N 3", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m48AChannelIsRequestedOnce(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.channel("one", 1);
            int stream = side.ours(1);
            assertEquals(stream + " REQUEST_CHANNEL 1 one", peer.next());
            call.send("two");
            call.send("three");
            call.complete();
            peer.send(RawFrame.requestN(stream, 10));
            assertEquals(List.of("two", "three"), Trial.items(peer, stream));
        });
    }

    @ParameterizedTest
    @EnumSource
    void m49AChannelWaitsForCredit(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.channel("one", 1);
            int stream = side.ours(1);
            assertEquals(stream + " REQUEST_CHANNEL 1 one", peer.next());
            call.send("two");
            call.send("three");
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.requestN(stream, 1));
            assertEquals(stream + " PAYLOAD N two", peer.next());
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.requestN(stream, 1));
            assertEquals(stream + " PAYLOAD N three", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m50AChannelIsAnsweredWithCredit(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.channel(stream, 1, "collect"));
            RawFrame credit = peer.read();
            assertEquals(RawFrame.REQUEST_N, credit.type());
            assertTrue(credit.number() > 0);
            peer.send(
                    RawFrame.payload(stream, "a"), RawFrame.payload(stream, "b").with(COMPLETE));
            List<String> rest = peer.settled();
            rest.removeIf(frame -> frame.contains("REQUEST_N"));
            assertEquals(stream + " PAYLOAD", rest.getFirst().substring(0, (stream + " PAYLOAD").length()));
            assertTrue(rest.getFirst().endsWith("a,b"), rest::toString);
        });
    }

    @ParameterizedTest
    @EnumSource
    void m51APayloadHasAnItemOrIsTheEnd(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 3, "count:3"));
            RawFrame frame;
            do {
                frame = peer.read();
                assertTrue(frame.has(NEXT) || frame.has(COMPLETE));
            } while (!frame.has(COMPLETE));
            Subject.Call call = subject.channel("x", 1);
            assertEquals(side.ours(1) + " REQUEST_CHANNEL 1 x", peer.next());
            call.complete();
            assertEquals(side.ours(1) + " PAYLOAD C", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m52NothingIsSentAfterTheEnd(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.channel("x", 1);
            assertEquals(side.ours(1) + " REQUEST_CHANNEL 1 x", peer.next());
            call.complete();
            assertEquals(side.ours(1) + " PAYLOAD C", peer.next());
            call.send("late");
            peer.send(RawFrame.requestN(side.ours(1), 5));
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.payload(side.ours(1), "answer").with(COMPLETE));
            assertEquals("next answer", call.next());
            assertEquals("complete", call.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m53CreditAddsUp(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 3, "forever"), RawFrame.requestN(stream, 2));
            List<String> five = peer.next(5);
            assertEquals(stream + " PAYLOAD N 0", five.getFirst());
            assertEquals(stream + " PAYLOAD N 4", five.getLast());
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.requestN(stream, 1));
            assertEquals(stream + " PAYLOAD N 5", peer.next());
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.cancel(stream));
        });
    }

    @ParameterizedTest
    @EnumSource
    void m53MuchCreditIsAdded(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            int most = Integer.MAX_VALUE;
            peer.send(RawFrame.stream(stream, most, "count:3"), RawFrame.requestN(stream, most));
            assertEquals(List.of("0", "1", "2"), Trial.items(peer, stream));
            Subject.Call call = subject.stream("x", 1);
            assertEquals(side.ours(1) + " REQUEST_STREAM 1 x", peer.next());
            peer.send(RawFrame.payload(side.ours(1), "a"));
            assertEquals("next a", call.next());
            call.request(2);
            assertEquals(side.ours(1) + " REQUEST_N 2", peer.next());
            peer.send(
                    RawFrame.payload(side.ours(1), "b"),
                    RawFrame.payload(side.ours(1), "c").with(COMPLETE));
            assertEquals("next b", call.next());
            assertEquals("next c", call.next());
            assertEquals("complete", call.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m53WhoSendsMoreThanItMayFailsTheStream(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.stream("x", 1);
            assertEquals(side.ours(1) + " REQUEST_STREAM 1 x", peer.next());
            peer.send(RawFrame.payload(side.ours(1), "a"), RawFrame.payload(side.ours(1), "b"));
            assertEquals("next a", call.next());
            assertTrue(call.next().startsWith("error 204"));
        });
    }

    @ParameterizedTest
    @EnumSource
    void m54AStreamWithoutCreditWaits(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 1, "forever"));
            assertEquals(stream + " PAYLOAD N 0", peer.next());
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(), peer.settled());
            }
            peer.send(RawFrame.requestN(stream, 1));
            assertEquals(stream + " PAYLOAD N 1", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m55AResponseIsTheEnd(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            Subject.Call call = subject.response("", "x");
            assertEquals(side.ours(1) + " REQUEST_RESPONSE x", peer.next());
            peer.send(RawFrame.payload(side.ours(1), "answer"), RawFrame.payload(side.ours(1), "another"));
            assertEquals("next answer", call.next());
            assertEquals("complete", call.next());
            assertEquals(List.of(), peer.settled());
        });
    }

    @ParameterizedTest
    @EnumSource
    void channelsCloseEachDirectionAlone(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.channel(stream, 5, "count:2"));
            assertEquals("channel count:2", subject.heard());
            List<String> said = peer.settled();
            assertTrue(said.toString().contains(stream + " PAYLOAD N 0"), said::toString);
            assertTrue(said.stream().anyMatch(frame -> frame.matches(stream + " PAYLOAD C.*")), said::toString);
            peer.send(RawFrame.payload(stream, "still"), RawFrame.complete(stream));
            assertEquals("item still", subject.heard());
            assertEquals("complete", subject.heard());
        });
    }

    @ParameterizedTest
    @EnumSource
    void channelsEndWithAnErrorOfEitherSide(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.channel(stream, 5, "forever"));
            assertEquals("channel forever", subject.heard());
            peer.send(RawFrame.error(stream, RawFrame.APPLICATION_ERROR, "enough"));
            List<String> heard = List.of(subject.heard(), subject.heard());
            assertTrue(heard.contains("failed enough"), heard::toString);
            assertTrue(heard.contains("cancelled forever"), heard::toString);
            peer.settled();
            Subject.Call call = subject.channel("x", 1);
            assertEquals(side.ours(1) + " REQUEST_CHANNEL 1 x", peer.next());
            call.fail("broken");
            assertEquals(side.ours(1) + " ERROR 201 broken", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void cancellingEndsAStream(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            int stream = side.theirs(1);
            peer.send(RawFrame.stream(stream, 1, "never"));
            assertEquals("stream never", subject.heard());
            peer.send(RawFrame.cancel(stream));
            assertEquals("cancelled never", subject.heard());
            peer.send(RawFrame.response(side.theirs(2), "never"), RawFrame.cancel(side.theirs(2)));
            assertEquals("response never", subject.heard());
            assertEquals("cancelled never", subject.heard());
            Subject.Call call = subject.stream("x", 1);
            assertEquals(side.ours(1) + " REQUEST_STREAM 1 x", peer.next());
            call.cancel();
            assertEquals(side.ours(1) + " CANCEL", peer.next());
            assertFalse(peer.settled().toString().contains("ERROR"));
        });
    }
}
