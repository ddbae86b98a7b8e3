package dev.weir.rsocket.raw;

import static dev.weir.rsocket.raw.RawFrame.LEASES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.raw.RawFrame.Body;
import dev.weir.rsocket.raw.Subject.Options;
import dev.weir.rsocket.raw.Trial.Side;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M32 to M42: leases. */
class LeaseRulesTest {
    private static final int MINUTE = 60_000;

    private static Options leasing() {
        Options options = Options.standard();
        options.lease = true;
        return options;
    }

    private static Options leasing(VirtualTime time) {
        Options options = leasing();
        options.clock = time;
        return options;
    }

    @ParameterizedTest
    @EnumSource
    void m32LeasesHaveNoStream(Side side) throws Exception {
        Trial.on(side, leasing(), (peer, subject) -> {
            subject.lease(Duration.ofMinutes(1), 7);
            assertEquals("0 LEASE 60000 7", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m33ALeaseOfNothingStopsRequests(Side side) throws Exception {
        Trial.on(side, leasing(), (peer, subject) -> {
            peer.send(RawFrame.lease(MINUTE, 5));
            assertEquals(List.of(), peer.settled());
            subject.response("", "one");
            assertEquals(side.ours(1) + " REQUEST_RESPONSE one", peer.next());
            peer.send(RawFrame.lease(MINUTE, 0));
            assertEquals(List.of(), peer.settled());
            subject.response("", "two");
            assertEquals(List.of(), peer.settled());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m34MetadataOfALeaseHasNoLength(Side side) throws Exception {
        Trial.on(side, leasing(), (peer, subject) -> {
            byte[] body = new Body().int32(MINUTE).int32(1).text("x").bytes();
            peer.send(RawFrame.lease(1, 1).with(RawFrame.METADATA).saying(body));
            assertEquals(List.of(), peer.settled());
            subject.response("", "one");
            assertEquals(side.ours(1) + " REQUEST_RESPONSE one", peer.next());
        });
    }

    @Test
    void m35ClientWaitsForALease() throws Exception {
        Trial.fromTheStart(Side.CLIENT, leasing(), (peer, subject) -> {
            assertEquals("0 SETUP L", peer.next());
            subject.response("", "early");
            assertEquals(List.of(), peer.settled());
        });
    }

    @Test
    void m36ServerThatAcceptsSendsLeases() throws Exception {
        Trial.on(Side.SERVER, leasing(), (peer, subject) -> {
            subject.lease(Duration.ofMinutes(1), 1);
            assertEquals("0 LEASE 60000 1", peer.next());
            peer.send(RawFrame.response(1, "x"));
            assertEquals("1 PAYLOAD CN x", peer.next());
        });
    }

    @Test
    void m36ServerWithoutLeasesRefusesThem() throws Exception {
        Trial.fromTheStart(Side.SERVER, Options.standard(), (peer, subject) -> {
            peer.send(RawFrame.setup().with(LEASES));
            assertTrue(peer.next().startsWith("0 ERROR 2"));
            assertEquals("end", peer.next());
        });
    }

    @Test
    void m37ServerWaitsForALeaseBeforeItAsks() throws Exception {
        Trial.on(Side.SERVER, leasing(), (peer, subject) -> {
            assertEquals(List.of(), peer.settled());
            subject.response("", "early");
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.lease(MINUTE, 1));
        });
    }

    @Test
    void m38ClientSendsLeasesToo() throws Exception {
        Trial.on(Side.CLIENT, leasing(), (peer, subject) -> {
            subject.lease(Duration.ofSeconds(1), 1);
            assertEquals("0 LEASE 1000 1", peer.next());
            peer.send(RawFrame.response(2, "x"));
            assertEquals("2 PAYLOAD CN x", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m39NoMoreRequestsThanLeasedAreSent(Side side) throws Exception {
        Trial.on(side, leasing(), (peer, subject) -> {
            peer.send(RawFrame.lease(MINUTE, 4));
            assertEquals(List.of(), peer.settled());
            subject.response("", "one");
            subject.stream("two", 1);
            subject.fireAndForget("three");
            subject.channel("four", 1);
            assertEquals(
                    List.of(
                            side.ours(1) + " REQUEST_RESPONSE one",
                            side.ours(2) + " REQUEST_STREAM 1 two",
                            side.ours(3) + " REQUEST_FNF three",
                            side.ours(4) + " REQUEST_CHANNEL 1 four"),
                    peer.next(4));
            subject.response("", "five");
            assertEquals(List.of(), peer.settled());
        });
    }

    /** It counts from when the lease comes, not from when the connection was made. */
    @ParameterizedTest
    @EnumSource
    void m39NoMoreRequestsAreSentWhenTheTimeIsOver(Side side) throws Exception {
        VirtualTime time = new VirtualTime();
        Trial.on(side, leasing(time), (peer, subject) -> {
            assertEquals(List.of(), peer.settled());
            time.advance(Duration.ofSeconds(10));
            peer.send(RawFrame.lease(1000, 5));
            assertEquals(List.of(), peer.settled());
            time.advance(Duration.ofMillis(999));
            subject.response("", "in time");
            assertEquals(side.ours(1) + " REQUEST_RESPONSE in time", peer.next());
            time.advance(Duration.ofMillis(1));
            subject.response("", "too late");
            assertEquals(List.of(), peer.settled());
            peer.send(RawFrame.lease(1000, 5));
            assertEquals(List.of(), peer.settled());
            subject.response("", "in time again");
            assertEquals(side.ours(2) + " REQUEST_RESPONSE in time again", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m40RequestsBeyondTheTimeAreRejected(Side side) throws Exception {
        VirtualTime time = new VirtualTime();
        Trial.on(side, leasing(time), (peer, subject) -> {
            assertEquals(List.of(), peer.settled());
            time.advance(Duration.ofSeconds(10));
            subject.lease(Duration.ofSeconds(1), 5);
            assertEquals("0 LEASE 1000 5", peer.next());
            time.advance(Duration.ofMillis(999));
            peer.send(RawFrame.response(side.theirs(1), "x"));
            assertEquals(side.theirs(1) + " PAYLOAD CN x", peer.next());
            time.advance(Duration.ofMillis(1));
            peer.send(RawFrame.response(side.theirs(2), "x"));
            assertTrue(peer.next().startsWith(side.theirs(2) + " ERROR 202"));
            subject.lease(Duration.ofSeconds(1), 5);
            assertEquals("0 LEASE 1000 5", peer.next());
            peer.send(RawFrame.response(side.theirs(3), "x"));
            assertEquals(side.theirs(3) + " PAYLOAD CN x", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m40RequestsBeyondTheLeaseAreRejected(Side side) throws Exception {
        Trial.on(side, leasing(), (peer, subject) -> {
            peer.send(RawFrame.response(side.theirs(1), "x"));
            assertTrue(peer.next().startsWith(side.theirs(1) + " ERROR 202"));
            subject.lease(Duration.ofMinutes(1), 1);
            assertEquals("0 LEASE 60000 1", peer.next());
            peer.send(RawFrame.response(side.theirs(2), "x"), RawFrame.stream(side.theirs(3), 1, "count:1"));
            assertEquals(side.theirs(2) + " PAYLOAD CN x", peer.next());
            assertTrue(peer.next().startsWith(side.theirs(3) + " ERROR 202"));
            subject.lease(Duration.ofMinutes(1), 1);
            assertEquals("0 LEASE 60000 1", peer.next());
            peer.send(RawFrame.channel(side.theirs(4), 1, "echo"), RawFrame.fireAndForget(side.theirs(5), "no"));
            peer.settled();
            subject.lease(Duration.ofMinutes(1), 1);
            assertEquals("0 LEASE 60000 1", peer.next());
            peer.send(RawFrame.fireAndForget(side.theirs(6), "yes"), RawFrame.fireAndForget(side.theirs(7), "no"));
            peer.settled();
            subject.lease(Duration.ofMinutes(1), 1);
            assertEquals("0 LEASE 60000 1", peer.next());
            peer.send(RawFrame.fireAndForget(side.theirs(8), "yes again"));
            assertEquals("response x", subject.heard());
            assertEquals("channel echo", subject.heard());
            assertEquals("fnf yes", subject.heard());
            assertEquals("fnf yes again", subject.heard());
        });
    }

    @ParameterizedTest
    @EnumSource
    void m42NobodyMindsThatThereIsNoLease(Side side) throws Exception {
        Trial.on(side, leasing(), (peer, subject) -> {
            assertEquals(List.of(), peer.settled());
            subject.metadataPush("x"); // no request
            assertEquals("0 METADATA_PUSH M x|", peer.next());
        });
    }
}
