package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.rsocket.raw.RawFrame.Body;
import dev.weir.rsocket.raw.Subject.Options;
import dev.weir.rsocket.raw.Trial.Side;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** M19 to M28, and M70: how a connection is set up. */
class SetupRulesTest {
    /** That the server says goodbye with that error, and nothing before it, when a client begins so. */
    private static void refused(Options options, int code, RawFrame... first) throws Exception {
        Trial.fromTheStart(Side.SERVER, options, (peer, subject) -> {
            peer.send(first);
            String said = peer.next();
            assertTrue(said.startsWith("0 ERROR " + Integer.toHexString(code)), () -> first[0] + " was told " + said);
            assertEquals("end", peer.next());
        });
    }

    @Test
    void m19ServerRefusesASetupOfAStream() throws Exception {
        refused(Options.standard(), RawFrame.INVALID_SETUP, RawFrame.setup().on(1));
    }

    @Test
    void m19ClientSendsItsSetupOnNoStream() throws Exception {
        Trial.fromTheStart(Side.CLIENT, Options.standard(), (peer, subject) -> {
            RawFrame setup = peer.read();
            assertEquals(RawFrame.SETUP, setup.type());
            assertEquals(0, setup.stream());
        });
    }

    @Test
    void m20ServerDoesNotJudgeTypes() throws Exception {
        Trial.fromTheStart(Side.SERVER, Options.standard(), (peer, subject) -> {
            peer.send(RawFrame.setup(0, 1000, 1000, "", "no such type, ever", ""), RawFrame.response(1, "x"));
            assertEquals("1 PAYLOAD CN x", peer.next());
        });
    }

    @Test
    void m21ServerRefusesAKeepaliveOfZero() throws Exception {
        refused(Options.standard(), RawFrame.INVALID_SETUP, RawFrame.setup(0, 0, 1000, "a/b", "a/b", ""));
    }

    @Test
    void m21ClientSaysHowOftenItAsks() throws Exception {
        Options options = Options.standard();
        Trial.fromTheStart(Side.CLIENT, options, (peer, subject) -> {
            byte[] body = peer.read().body();
            assertEquals(options.keepalive.toMillis(), ByteBuffer.wrap(body).getInt(4));
        });
    }

    @Test
    void m22ServerRefusesALifetimeOfZero() throws Exception {
        refused(Options.standard(), RawFrame.INVALID_SETUP, RawFrame.setup(0, 1000, 0, "a/b", "a/b", ""));
    }

    @Test
    void m22ClientSaysHowLongItLives() throws Exception {
        Options options = Options.standard();
        Trial.fromTheStart(Side.CLIENT, options, (peer, subject) -> {
            byte[] body = peer.read().body();
            assertEquals(options.lifetime.toMillis(), ByteBuffer.wrap(body).getInt(8));
        });
    }

    @Test
    void m23ServerThatDoesNotResumeSaysSo() throws Exception {
        refused(Options.standard(), RawFrame.REJECTED_SETUP, RawFrame.resumableSetup("token"));
    }

    @Test
    void m23ServerThatResumesRefusesASetupThatIsTooShortForItsToken() throws Exception {
        Options resuming = Options.standard();
        resuming.resume = true;
        byte[] body = RawFrame.resumableSetup("token").body();
        for (int length : List.of(12, 13, 16)) { // before its length, within that, and within the token
            RawFrame shorter = new RawFrame(0, RawFrame.SETUP, RawFrame.RESUMES, Arrays.copyOf(body, length));
            refused(resuming, RawFrame.INVALID_SETUP, shorter);
        }
    }

    @Test
    void m70ServerThatDoesNotResumeSaysSo() throws Exception {
        refused(Options.standard(), RawFrame.REJECTED_RESUME, RawFrame.resume("token", 0, 0));
        refused(
                Options.standard(),
                RawFrame.INVALID_SETUP,
                RawFrame.resume("token", 0, 0).on(1));
    }

    @Test
    void m24m27ClientBeginsWithItsSetup() throws Exception {
        Trial.fromTheStart(Side.CLIENT, Options.standard(), (peer, subject) -> {
            subject.response("", "x");
            assertEquals("0 SETUP", peer.next());
            assertEquals("1 REQUEST_RESPONSE x", peer.next());
        });
    }

    @Test
    void m25ServerRefusesWhoeverBeginsOtherwise() throws Exception {
        List<RawFrame> others = new ArrayList<>(List.of(
                RawFrame.response(1, "x"),
                RawFrame.fireAndForget(1, "x"),
                RawFrame.stream(1, 1, "count:1"),
                RawFrame.channel(1, 1, "echo"),
                RawFrame.requestN(1, 1),
                RawFrame.cancel(1),
                RawFrame.payload(1, "x"),
                RawFrame.error(0, RawFrame.CONNECTION_ERROR, "x"),
                RawFrame.metadataPush("x"),
                RawFrame.keepalive(RawFrame.RESPOND, "x"),
                RawFrame.lease(1, 1),
                RawFrame.resumeOk(0)));
        for (RawFrame other : others) {
            refused(Options.standard(), RawFrame.INVALID_SETUP, other);
        }
    }

    @Test
    void m25ServerRefusesWhatIsCutOff() throws Exception {
        byte[] setup = RawFrame.setup().body();
        for (int length = 0; length < setup.length; length++) {
            refused(Options.standard(), RawFrame.INVALID_SETUP, RawFrame.setup().saying(Arrays.copyOf(setup, length)));
        }
    }

    @Test
    void m26ServerThatRefusesSaysWhyAndCloses() throws Exception {
        Options refusing = Options.standard();
        refusing.refuses = true;
        refused(refusing, RawFrame.REJECTED_SETUP, RawFrame.setup());
        Body future =
                new Body().int16(2).int16(0).int32(1000).int32(1000).mime("a/b").mime("a/b");
        refused(Options.standard(), RawFrame.UNSUPPORTED_SETUP, RawFrame.setup().saying(future.bytes()));
    }

    @Test
    void m26ClientHearsWhyItWasRefused() throws Exception {
        Trial.on(Side.CLIENT, (peer, subject) -> {
            Subject.Call call = subject.response("", "x");
            assertEquals("1 REQUEST_RESPONSE x", peer.next());
            peer.send(RawFrame.error(0, RawFrame.REJECTED_SETUP, "not today"));
            assertEquals("error 3 not today", call.next());
            assertEquals("end", peer.next());
        });
    }

    @Test
    void m28ServerAnswersNothingBeforeItHasAccepted() throws Exception {
        Options refusing = Options.standard();
        refusing.refuses = true;
        refused(
                refusing,
                RawFrame.REJECTED_SETUP,
                RawFrame.setup(),
                RawFrame.response(1, "x"),
                RawFrame.stream(3, 1, "count:1"));
    }
}
