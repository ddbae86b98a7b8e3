package dev.weir.rsocket.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.link.Link;
import dev.weir.rsocket.Lease;
import dev.weir.rsocket.LeasePolicy;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.rsocket.loop.LoopConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is bounded of sessions that outlive their connections, and how they end. */
class LastingLinkTest {
    private static final Limits LIMITS = new Limits(3, 1000, 1500, 500, 5, 64 * 1024, Duration.ofSeconds(10));
    private static final Resumption MINUTE = new Resumption(Duration.ofMinutes(1), 100, Duration.ofSeconds(10));
    private static final Setup SETUP = new Setup(
            Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", false, null, ByteBuffer.allocate(0));
    private static final String ITEM = "x".repeat(24); // 30 bytes a frame

    private final Sessions sessions = new Sessions(MINUTE, 2);
    private final Diary diary = new Diary();

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] setup(String token) {
        return setup(token, 0);
    }

    private static byte[] setup(String token, int flags) {
        return FakeLink.frame(
                0,
                FrameType.SETUP,
                FrameType.RESUMABLE | flags,
                (short) 1,
                (short) 0,
                20_000,
                90_000,
                (short) token.length(),
                token,
                (byte) 3,
                "a/b",
                (byte) 3,
                "c/d");
    }

    static byte[] resume(String token, long received, long available) {
        short length = (short) token.length();
        return FakeLink.frame(0, FrameType.RESUME, 0, (short) 1, (short) 0, length, token, received, available);
    }

    /** A connection to the server, on which that comes first. */
    private FakeLink comes(byte[] first) throws Exception {
        FakeLink link = new FakeLink();
        link.speaks(sessions.receive(link, over -> new Session(over, LIMITS, null, diary)));
        link.comes(first);
        return link;
    }

    private FakeLink begun() throws Exception {
        FakeLink link = comes(setup("a token"));
        link.comes(1, FrameType.REQUEST_STREAM, 0, 1_000, "x");
        assertEquals("1 STREAM x; 1 demanded", diary.take());
        return link;
    }

    private int items() {
        int sent = 0;
        for (boolean more = true; more; sent++) {
            more = diary.connection.next(1, null, bytes(ITEM));
        }
        return sent;
    }

    // ------------------------------------------------------------ bytes

    @Test
    void payloadsWaitUntilThePeerHasThoseBefore() throws Exception {
        FakeLink link = begun();
        assertEquals(4, items()); // 120 bytes, where 100 may be kept
        String item = "1 PAYLOAD N " + ITEM + "\n";
        assertEquals(item + item + "0 KEEPALIVE 11 R\n" + item + item.strip(), link.take());
        assertFalse(diary.connection.wants(1));
        link.comes(0, FrameType.KEEPALIVE, 0, 30L);
        assertTrue(diary.connection.wants(1)); // 90 bytes are kept
        assertEquals("1 demanded; writable", diary.take());
        assertEquals(1, items());
        link.comes(0, FrameType.KEEPALIVE, 0, 150L);
        assertEquals(4, items());
    }

    /** What is sent after the question is not in its answer. */
    @Test
    void whoIsStillBehindIsAskedAgain() throws Exception {
        FakeLink link = begun();
        LoopConnection server = diary.connection;
        assertTrue(server.next(1, null, bytes(ITEM)));
        assertTrue(server.next(1, null, bytes(ITEM)));
        assertFalse(server.next(1, null, bytes("x".repeat(294)))); // 300 bytes in a frame
        assertTrue(link.take().contains("0 KEEPALIVE 11 R"));
        link.comes(0, FrameType.KEEPALIVE, 0, 60L);
        assertEquals("0 KEEPALIVE 11 R", link.take());
        link.comes(0, FrameType.KEEPALIVE, 0, 60L); // which is not where it was asked for: that would go on for ever
        assertEquals("", link.take());
        assertEquals("", diary.take());
        link.comes(0, FrameType.KEEPALIVE, 0, 360L);
        assertEquals("", link.take());
        assertEquals("1 demanded; writable", diary.take());
    }

    @Test
    void whatWaitsForTheConnectionIsNotAskedFor() throws Exception {
        FakeLink link = begun();
        assertTrue(diary.connection.next(1, null, bytes(ITEM)));
        link.writable = false;
        diary.connection.error(1, 0x201, "x".repeat(90));
        link.take();
        link.comes(0, FrameType.KEEPALIVE, 0, 30L);
        assertEquals("", link.take());
        link.writable();
        assertTrue(link.take().startsWith("1 ERROR 0x201 xxx"));
    }

    /** Which is thrown away, so it takes no room from what waits. */
    @Test
    void noSignOfLifeIsGivenWhileNobodyIsThere() throws Exception {
        FakeLink link = new FakeLink();
        Setup lively = new Setup(
                Duration.ofMillis(100), Duration.ofSeconds(90), "a/b", "c/d", false, null, ByteBuffer.allocate(0));
        LoopConnection client = client(link, speaker -> One.never(), lively);
        assertEquals(1, client.requestStream(null, bytes("x"), 1, diary));
        link.gone();
        for (int i = 0; i < 20; i++) {
            link.time.advance(Duration.ofMillis(100));
        }
        client.request(1, 1);
        assertEquals("", diary.take());
    }

    @Test
    void whatNeedsNoDemandIsBoundedWhileNobodyIsThere() throws Exception {
        FakeLink link = new FakeLink();
        LoopConnection client = client(link, speaker -> One.never());
        assertEquals(1, client.requestStream(null, bytes("x"), 1, diary));
        link.gone();
        for (int i = 0; i < 6; i++) { // each counts for 74 bytes
            client.request(1, 1);
        }
        assertEquals("", diary.take());
        client.request(1, 1);
        String why = "the answers are not read: more than 500 bytes wait (maxWaitingBytes)";
        assertEquals(failed("ConnectionError", why), diary.take());
        assertEquals(0, link.holds);
    }

    /** What a stream and the responder hear of an end. */
    private static String failed(String how, String why) {
        return "1 failed " + how + " " + why + "; closed dev.weir.rsocket.RSocketException$" + how + ": " + why;
    }

    private LoopConnection client(FakeLink link, Redialing.Redial redial) {
        return client(link, redial, SETUP);
    }

    private LoopConnection client(FakeLink link, Redialing.Redial redial, Setup setup) {
        Link lasting = Redialing.lasting(link, MINUTE, redial, _ -> {});
        Session session = Session.client(lasting, LIMITS, null, setup, opened -> diary);
        link.speaks(session.speaker());
        return session.handle();
    }

    @Test
    void aPositionThatWasNotSentIsAnError() throws Exception {
        FakeLink link = begun();
        link.comes(0, FrameType.KEEPALIVE, 0, 1L);
        assertTrue(link.take().startsWith("0 ERROR 0x101 a keepalive has a position that was not sent yet: 1"));
        assertTrue(link.closed);
        assertEquals(0, sessions.size());
        assertEquals(0, link.holds);
    }

    // ------------------------------------------------------------ time

    @Test
    void aSessionEndsWhenNobodyHasComeBackInTime() throws Exception {
        FakeLink link = begun();
        link.gone();
        link.time.advance(Duration.ofSeconds(59));
        assertEquals("", diary.take());
        assertEquals(1, sessions.size());
        link.time.advance(Duration.ofSeconds(1));
        String why = "the connection was cut, and the session was not resumed within 60000 ms (resume)";
        assertEquals(failed("ConnectionError", why), diary.take());
        assertEquals(0, sessions.size());
        assertEquals(0, link.holds);
        FakeLink late = comes(resume("a token", 0, 0));
        assertEquals("0 ERROR 0x4 there is no such session, or it has ended", late.take());
        assertTrue(late.closed);
    }

    @Test
    void timePassesAnewAfterEachCut() throws Exception {
        FakeLink link = begun();
        for (int i = 0; i < 3; i++) {
            link.gone();
            link.time.advance(Duration.ofSeconds(59));
            link = again(link);
            link.time.advance(Duration.ofSeconds(59));
        }
        assertEquals(1, sessions.size());
    }

    private FakeLink again(FakeLink before) throws Exception {
        FakeLink link = new FakeLink(before.time);
        link.speaks(sessions.receive(link, over -> new Session(over, LIMITS, null, diary)));
        link.comes(resume("a token", 0, 0));
        assertEquals("0 RESUME_OK", link.take().substring(0, 11));
        return link;
    }

    @Test
    void aPeerThatIsSilentIsCutOffAndMayComeBack() throws Exception {
        FakeLink link = begun();
        link.pass(Duration.ofSeconds(91));
        assertTrue(link.closed);
        assertEquals("", diary.take());
        FakeLink back = again(link);
        back.pass(Duration.ofSeconds(89));
        assertFalse(back.closed);
        back.pass(Duration.ofSeconds(2));
        assertTrue(back.closed);
    }

    @Test
    void whoseLongFrameIsOnItsWayIsNotCutOff() throws Exception {
        FakeLink link = begun();
        slowly(link);
        slowly(again(link));
    }

    @Test
    void norIsWhoHasComeBackOverAConnectionOfAnotherLoop() throws Exception {
        FakeLink link = begun();
        link.gone();
        slowly(CompletableFuture.supplyAsync(() -> {
                    try {
                        return again(link);
                    } catch (Exception failure) {
                        throw new IllegalStateException(failure);
                    }
                })
                .get());
    }

    private static void slowly(FakeLink link) {
        for (int i = 0; i < 3; i++) {
            link.pass(Duration.ofSeconds(60));
            link.comesInPart();
        }
        link.pass(Duration.ofSeconds(89));
        assertFalse(link.closed);
        link.pass(Duration.ofSeconds(2));
        assertTrue(link.closed);
    }

    @Test
    void whoComesBackWhileTheOldConnectionSeemsAliveTakesItsPlace() throws Exception {
        FakeLink link = begun();
        FakeLink back = again(link);
        assertTrue(link.closed);
        link.gone();
        assertFalse(back.closed);
        assertEquals(2, items() / 2);
        assertTrue(back.take().startsWith("1 PAYLOAD N"));
    }

    // ------------------------------------------------------------ how many

    @Test
    void thereAreNoMoreSessionsThanMay() throws Exception {
        FakeLink first = comes(setup("one"));
        comes(setup("two"));
        FakeLink third = comes(setup("three"));
        assertEquals(
                "0 ERROR 0x3 there are 2 sessions that may be resumed (maxSessions): set up one that can't be",
                third.take());
        assertTrue(third.closed);
        assertEquals(0, third.holds);
        first.comes(0, FrameType.ERROR, 0, 0x101, "over");
        assertFalse(comes(setup("three")).closed);
        assertFalse(comes(FakeLink.setup()).closed); // which is not to be resumed
    }

    @Test
    void aTokenIsOfOneSession() throws Exception {
        comes(setup("one"));
        FakeLink second = comes(setup("one"));
        assertEquals("0 ERROR 0x3 another session has this token", second.take());
        assertTrue(second.closed);
        assertEquals(1, sessions.size());
        assertTrue(comes(setup("")).take().contains("a token of no bytes"));
    }

    @Test
    void setupsAndResumptionsThatAreCutShortAreRefused() throws Exception {
        byte[] setup = setup("a token");
        byte[] resume = resume("a token", 0, 0);
        for (int length = FrameType.HEAD; length < setup.length; length++) {
            assertTrue(comes(Arrays.copyOf(setup, length)).closed, "setup of " + length);
            assertEquals(0, sessions.size(), "setup of " + length);
        }
        for (int length = FrameType.HEAD; length < resume.length; length++) {
            FakeLink link = comes(Arrays.copyOf(resume, length));
            assertTrue(link.closed && link.take().startsWith("0 ERROR 0x4"), "resume of " + length);
        }
    }

    // ------------------------------------------------------------ ends

    @Test
    void aServerThatShutsDownEndsSessionsOfWhichNobodyIsThere() throws Exception {
        FakeLink link = begun();
        link.gone();
        sessions.close();
        String why = "the server is shut down, and nobody is connected";
        assertEquals(failed("ConnectionError", why), diary.take());
        assertEquals("0 ERROR 0x3 the server is shut down", comes(setup("late")).take());
    }

    @Test
    void aConnectionThatIsCutAfterTheServerHasBegunToShutDownEndsItsSession() throws Exception {
        FakeLink link = begun();
        sessions.close();
        assertEquals(1, sessions.size());
        link.gone();
        assertEquals(0, sessions.size());
    }

    /** As with WebSockets, whose server tells nobody but its connections. */
    @Test
    void theServersEndIsThatOfSessionsOfWhichNobodyIsThere() throws Exception {
        FakeLink link = begun();
        link.gone();
        FakeLink again = comes(resume("a token", 0, 0));
        link.shutdown();
        assertEquals(1, sessions.size()); // somebody is there
        diary.take();
        again.gone();
        link.shutdown();
        assertEquals(0, sessions.size());
        assertEquals(failed("ConnectionError", "the server is shut down, and nobody is connected"), diary.take());
    }

    @Test
    void nothingIsResumedAfterAGoodbye() throws Exception {
        FakeLink link = begun();
        diary.connection.drain();
        assertEquals("0 ERROR 0x102 the connection is being closed", link.take());
        link.gone();
        assertEquals(0, sessions.size());
        assertEquals(
                "writable; 1 failed ConnectionError the connection is closed; closed java.io.IOException: cut",
                diary.take());
    }

    @Test
    void aRefusedResumptionEndsAll() throws Exception {
        FakeLink link = begun();
        link.gone();
        FakeLink back = comes(resume("a token", 7, 0));
        String why = "from position 7 on nothing is kept, but from 0";
        assertEquals("0 ERROR 0x4 " + why, back.take());
        assertEquals(failed("RejectedResume", why), diary.take());
        assertEquals(0, sessions.size());
    }

    @Test
    void aClientGivesUpWhenNoServerIsThereInTime() throws Exception {
        FakeLink link = new FakeLink();
        int[] dialed = {0};
        LoopConnection client = client(link, speaker -> {
            dialed[0]++;
            return One.fail(() -> new IOException("refused"));
        });
        assertEquals(1, client.requestResponse(null, bytes("x"), diary));
        link.gone();
        link.time.advance(Duration.ofSeconds(59));
        assertTrue(dialed[0] >= 9 && dialed[0] <= 20, dialed[0] + " attempts");
        assertEquals("", diary.take());
        link.time.advance(Duration.ofSeconds(1));
        int attempts = dialed[0];
        String why = "the connection was cut, and the session was not resumed within 60000 ms (resume)";
        assertEquals(failed("ConnectionError", why), diary.take());
        link.time.advance(Duration.ofMinutes(1));
        assertEquals(attempts, dialed[0]);
        assertEquals(0, link.holds);
    }

    @Test
    void aGoodbyeThatNobodyHeardIsSaidAgain() throws Exception {
        FakeLink link = new FakeLink();
        FakeLink[] last = {null};
        LoopConnection client = client(link, speaker -> {
            last[0] = new FakeLink(link.time);
            last[0].speaks(speaker.apply(last[0]));
            return One.ofVoid();
        });
        assertEquals(1, client.requestResponse(null, bytes("x"), diary));
        link.gone();
        client.drain();
        link.time.advance(Duration.ofSeconds(1));
        last[0].take();
        last[0].comes(0, FrameType.RESUME_OK, 0, 0L);
        assertTrue(last[0].take().contains("0 ERROR 0x102 the connection is being closed"));
    }

    @Test
    void policiesOfLeasesHearOfWhatGoesOn() throws Exception {
        List<Integer> open = new ArrayList<>();
        LeasePolicy policy = load -> {
            open.add(load.streams());
            return new Lease(Duration.ofMinutes(1), 5);
        };
        for (byte[] first : List.of(setup("a token", FrameType.LEASED), resume("a token", 0, 0))) {
            FakeLink link = new FakeLink();
            link.speaks(sessions.receive(link, over -> new Session(over, LIMITS, policy, diary)));
            link.comes(first);
            if (open.size() == 1) {
                link.comes(1, FrameType.REQUEST_STREAM, 0, 1_000, "x");
            }
            link.gone();
        }
        assertEquals(List.of(0, 1), open);
    }

    /** A client that has lost three requests with their lease, and has come back. */
    private FakeLink lost() throws Exception {
        FakeLink link = new FakeLink();
        FakeLink[] last = {null};
        Redialing.Redial redial = speaker -> {
            last[0] = new FakeLink(link.time);
            last[0].speaks(speaker.apply(last[0]));
            return One.never();
        };
        Setup leasing = new Setup(
                Duration.ofSeconds(20), Duration.ofSeconds(90), "a/b", "c/d", true, null, ByteBuffer.allocate(0));
        Link lasting = Redialing.lasting(link, MINUTE, redial, _ -> {});
        Session session = Session.client(lasting, LIMITS, LeasePolicy.byHand(), leasing, opened -> diary);
        link.speaks(session.speaker());
        diary.connection = session.handle();
        link.comes(0, FrameType.LEASE, 0, 60_000, 5);
        assertEquals(1, diary.connection.requestStream(null, bytes("a"), 1, diary));
        assertTrue(diary.connection.fireAndForget(null, bytes("b")));
        assertEquals(5, diary.connection.requestResponse(null, bytes("c"), diary));
        link.gone();
        diary.connection.request(1, 1);
        link.time.advance(Duration.ofMillis(100));
        assertTrue(last[0].take().startsWith("0 RESUME"));
        last[0].comes(0, FrameType.RESUME_OK, 0, 0L);
        assertEquals("", last[0].take());
        return last[0];
    }

    @Test
    void requestsThatAreSentAgainTakeANewLease() throws Exception {
        FakeLink link = lost();
        link.comes(0, FrameType.LEASE, 0, 60_000, 2);
        assertEquals("1 STREAM 1 a\n3 FNF b", link.take());
        assertFalse(diary.connection.isWritable());
        link.comes(0, FrameType.LEASE, 0, 60_000, 2);
        assertEquals("5 RESPONSE c\n1 REQUEST_N 1", link.take());
        assertTrue(diary.connection.isWritable());
        assertEquals(1, diary.connection.leased());
    }

    @Test
    void streamsDoNotWaitForALeaseForLong() throws Exception {
        FakeLink link = lost();
        link.pass(MINUTE.patience());
        assertEquals("", link.take());
        link.pass(Duration.ofSeconds(1));
        assertEquals("1 STREAM 1 a\n3 FNF b\n5 RESPONSE c\n1 REQUEST_N 1", link.take());
    }

    @Test
    void whatCanNotGoOnEnds() throws Exception {
        List<Integer> open = new ArrayList<>();
        LeasePolicy policy = load -> {
            if (!open.isEmpty()) {
                throw new IllegalStateException("expected by the test");
            }
            open.add(load.streams());
            return new Lease(Duration.ofMinutes(1), 5);
        };
        FakeLink link = new FakeLink();
        link.speaks(sessions.receive(link, over -> new Session(over, LIMITS, policy, diary)));
        link.comes(setup("a token", FrameType.LEASED));
        link.comes(1, FrameType.REQUEST_STREAM, 0, 1_000, "x");
        link.gone();
        diary.take();
        FakeLink next = new FakeLink(link.time);
        next.speaks(sessions.receive(next, over -> new Session(over, LIMITS, policy, diary)));
        assertThrows(IllegalStateException.class, () -> next.comes(resume("a token", 0, 0)));
        assertEquals(
                "1 failed ConnectionError the session could not go on; closed "
                        + RSocketException.ConnectionError.class.getName() + ": the session could not go on",
                diary.take());
        assertTrue(next.closed);
        assertEquals(0, sessions.size());
        assertEquals(0, link.holds);
        assertEquals(0, link.time.timers());
    }

    @Test
    void aServerThatDoesNotAnswerAResumptionIsTriedAgain() throws Exception {
        FakeLink link = new FakeLink();
        FakeLink[] last = {null};
        client(link, speaker -> {
            last[0] = new FakeLink(link.time);
            last[0].speaks(speaker.apply(last[0]));
            return One.never();
        });
        link.gone();
        link.time.advance(Duration.ofSeconds(1));
        FakeLink silent = last[0];
        silent.pass(Duration.ofSeconds(11));
        assertTrue(silent.closed);
        silent.gone();
        link.time.advance(Duration.ofSeconds(1));
        assertTrue(last[0] != silent && !last[0].closed);
    }
}
