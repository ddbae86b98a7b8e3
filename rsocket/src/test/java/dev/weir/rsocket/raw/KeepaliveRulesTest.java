package dev.weir.rsocket.raw;

import static dev.weir.rsocket.raw.RawFrame.RESPOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.raw.Subject.Options;
import dev.weir.rsocket.raw.Trial.Side;
import dev.weir.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** M43 to M45: signs of life. */
class KeepaliveRulesTest {
    @ParameterizedTest
    @EnumSource
    void m43KeepalivesOfStreamsAreNone(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            peer.send(RawFrame.keepalive(RESPOND, "x").on(side.theirs(1)));
            assertEquals(List.of(), peer.settled());
        });
    }

    @Test
    void m44ClientAsksPeriodically() throws Exception {
        Options options = Options.standard();
        VirtualTime time = new VirtualTime();
        options.clock = time;
        options.keepalive = Duration.ofSeconds(1); // more often, it would look by itself, while time goes on
        Trial.on(Side.CLIENT, options, (peer, subject) -> {
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(), peer.settled());
                time.advance(Duration.ofSeconds(1)); // it is looked at once a second
                RawFrame asked = peer.read();
                assertEquals("0 KEEPALIVE R", asked.toString());
                assertEquals(0, asked.position());
                peer.send(RawFrame.keepalive(0, ""));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void m45WhatAsksIsAnsweredAlike(Side side) throws Exception {
        Trial.on(side, (peer, subject) -> {
            peer.send(RawFrame.keepalive(RESPOND, "some data"), RawFrame.keepalive(0, "none"));
            RawFrame answer = peer.read();
            assertEquals("0 KEEPALIVE some data", answer.toString());
            assertEquals(0, answer.position());
            peer.send(RawFrame.keepalive(RESPOND, ""));
            assertEquals("0 KEEPALIVE", peer.next());
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPeerThatIsSilentIsTakenForDead(Side side) throws Exception {
        Options options = Options.standard();
        VirtualTime time = new VirtualTime();
        options.clock = time;
        Trial.fromTheStart(side, options, (peer, subject) -> {
            if (side == Side.SERVER) {
                peer.send(RawFrame.setup(0, 1_000_000, 2_000_000, "a/b", "a/b", ""));
            } else {
                assertEquals("0 SETUP", peer.next());
            }
            assertEquals(List.of(), peer.settled());
            subject.response("", "x");
            assertEquals(side.ours(1) + " REQUEST_RESPONSE x", peer.next());
            Duration lifetime = side == Side.SERVER ? Duration.ofSeconds(2_000) : options.lifetime;
            CompletableFuture<List<String>> rest = CompletableFuture.supplyAsync(peer::rest);
            while (!rest.isDone()) {
                time.advance(lifetime); // the event loop may set the timer for its next look in between
            }
            assertTrue(rest.join().getLast().startsWith("0 ERROR 101"), rest::toString);
        });
    }
}
