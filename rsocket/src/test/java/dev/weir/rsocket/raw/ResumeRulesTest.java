package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.rsocket.raw.RawFrame.Body;
import dev.weir.rsocket.raw.Subject.Options;
import dev.weir.rsocket.raw.Subject.Role;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** M41 and M61 to M74: sessions that outlive their connection. */
class ResumeRulesTest {
    private static final String TOKEN = "a token";

    private static Options resuming() {
        Options options = Options.standard();
        options.resume = true;
        return options;
    }

    private static long position(RawFrame... frames) {
        long bytes = 0;
        for (RawFrame frame : frames) {
            bytes += frame.bytes().length;
        }
        return bytes;
    }

    // ------------------------------------------------------------ the subject is a server

    private interface Sessions {
        void play(Role server) throws Exception;
    }

    private static void server(Options options, Sessions sessions) throws Exception {
        try (Role server = Trial.tried().serve(options)) {
            sessions.play(server);
        }
    }

    /** Begins a session, in which three items of a stream come. */
    private static long begin(Role server) {
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(RawFrame.resumableSetup(TOKEN), RawFrame.stream(1, 3, "count:10"));
            RawFrame[] items = {peer.read(), peer.read(), peer.read()};
            assertEquals("1 PAYLOAD N 2", items[2].toString());
            peer.abort();
            return position(items);
        }
    }

    @Test
    void m67ServerGoesOnWhereItWas() throws Exception {
        server(resuming(), server -> {
            long received = begin(server);
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(RawFrame.resume(TOKEN, received, 0));
                RawFrame accepted = peer.read();
                assertEquals("0 RESUME_OK", accepted.toString());
                assertEquals(position(RawFrame.stream(1, 3, "count:10")), accepted.position());
                peer.send(RawFrame.requestN(1, 10));
                assertEquals(List.of("3", "4", "5", "6", "7", "8", "9"), Trial.items(peer, 1));
            }
        });
    }

    @Test
    void m68ServerSendsAgainWhatWasLost() throws Exception {
        server(resuming(), server -> {
            begin(server);
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(RawFrame.resume(TOKEN, position(RawFrame.payload(1, "0")), 0));
                assertEquals("0 RESUME_OK", peer.next());
                peer.send(RawFrame.requestN(1, 10));
                assertEquals(List.of("1", "2", "3", "4", "5", "6", "7", "8", "9"), Trial.items(peer, 1));
            }
        });
    }

    @Test
    void m74ServerResumesASessionAnyNumberOfTimes() throws Exception {
        server(resuming(), server -> {
            long received = begin(server);
            for (int i = 3; i < 6; i++) {
                try (RawPeer peer = RawPeer.connect(server.port())) {
                    peer.send(RawFrame.resume(TOKEN, received, 0));
                    assertEquals("0 RESUME_OK", peer.next());
                    peer.send(RawFrame.requestN(1, 1));
                    RawFrame item = peer.read();
                    assertEquals("1 PAYLOAD N " + i, item.toString());
                    received += position(item);
                    peer.abort();
                }
            }
        });
    }

    private static void refused(Role server, RawFrame resume) {
        try (RawPeer peer = RawPeer.connect(server.port())) {
            peer.send(resume);
            String said = peer.next();
            assertTrue(said.startsWith("0 ERROR 4"), said);
            assertEquals("end", peer.next());
        }
    }

    @Test
    void m70ServerThatDoesNotResumeSaysSo() throws Exception {
        server(Options.standard(), server -> refused(server, RawFrame.resume(TOKEN, 0, 0)));
    }

    @Test
    void m71ServerRefusesATokenThatItDoesNotKnow() throws Exception {
        server(resuming(), server -> {
            begin(server);
            refused(server, RawFrame.resume("another", 0, 0));
        });
    }

    @Test
    void m62ServerRefusesAPositionThatCanNotBe() throws Exception {
        server(resuming(), server -> {
            long received = begin(server);
            refused(server, RawFrame.resume(TOKEN, received + 1_000_000, 0));
        });
        server(resuming(), server -> {
            long received = begin(server);
            refused(server, RawFrame.resume(TOKEN, received, 1_000_000));
        });
    }

    @Test
    void m69ServerResumesNothingAfterAnError() throws Exception {
        server(resuming(), server -> {
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(RawFrame.resumableSetup(TOKEN), RawFrame.response(1, "x"));
                assertEquals("1 PAYLOAD CN x", peer.next());
                peer.send(RawFrame.error(0, RawFrame.CONNECTION_ERROR, "over"));
                assertEquals("end", peer.next());
            }
            refused(server, RawFrame.resume(TOKEN, 0, 0));
        });
    }

    @Test
    void m72ServerTakesAResumptionOnNoStreamOnly() throws Exception {
        server(resuming(), server -> {
            begin(server);
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(RawFrame.resume(TOKEN, 0, 0).on(1));
                assertTrue(peer.next().startsWith("0 ERROR 1"));
                assertEquals("end", peer.next());
            }
        });
    }

    @Test
    void m73ServerAcceptsOnNoStream() throws Exception {
        server(resuming(), server -> {
            long received = begin(server);
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(RawFrame.resume(TOKEN, received, 0));
                assertEquals(0, peer.read().stream());
            }
        });
    }

    @Test
    void m41ServerLeasesAnewAfterAResumption() throws Exception {
        assumeTrue(Trial.tried() instanceof LoopSubject, "others give no leases by hand");
        Options options = resuming();
        options.lease = true;
        server(options, server -> {
            byte[] setup = RawFrame.resumableSetup(TOKEN).body();
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(RawFrame.resumableSetup(TOKEN).with(RawFrame.LEASES).saying(setup));
                assertEquals(List.of(), peer.settled());
                server.lease(Duration.ofMinutes(1), 5);
                assertEquals("0 LEASE 60000 5", peer.next());
                peer.abort();
            }
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(RawFrame.resume(TOKEN, 0, 0));
                assertEquals("0 RESUME_OK", peer.next());
                peer.send(RawFrame.response(1, "too early"));
                assertTrue(peer.next().startsWith("1 ERROR 202"));
            }
        });
    }

    // ------------------------------------------------------------ the subject is a client

    /** The first connection of a session. */
    private interface Begun {
        void play(ServerSocket listening, RawPeer peer, Role client, String token) throws Exception;
    }

    private static void client(Begun begun) throws Exception {
        client(resuming(), begun);
    }

    private static void client(Options options, Begun begun) throws Exception {
        try (ServerSocket listening = RawPeer.listen();
                Role client = Trial.tried().connect(listening.getLocalPort(), options);
                RawPeer peer = RawPeer.accept(listening)) {
            RawFrame setup = peer.read();
            assertEquals(options.lease ? "0 SETUP RL" : "0 SETUP R", setup.toString());
            int length = ByteBuffer.wrap(setup.body()).getShort(12);
            begun.play(listening, peer, client, new String(setup.body(), 14, length, StandardCharsets.ISO_8859_1));
        }
    }

    private static RawFrame resume(String token, long received, long available) {
        byte[] ascii = token.getBytes(StandardCharsets.ISO_8859_1);
        byte[] head = new Body().int16(1).int16(0).int16(ascii.length).bytes();
        byte[] tail = new Body().int64(received).int64(available).bytes();
        byte[] body = ByteBuffer.allocate(head.length + ascii.length + tail.length)
                .put(head)
                .put(ascii)
                .put(tail)
                .array();
        return new RawFrame(0, RawFrame.RESUME, 0, body);
    }

    @Test
    void m61m65m67ClientResumesWhereItWas() throws Exception {
        client((listening, peer, client, token) -> {
            Subject.Call call = client.stream("x", 10);
            RawFrame request = peer.read();
            RawFrame item = RawFrame.payload(1, "one");
            peer.send(item);
            assertEquals("next one", call.next());
            peer.abort();
            try (RawPeer again = RawPeer.accept(listening)) {
                assertEquals(resume(token, position(item), 0), again.read());
                again.send(RawFrame.resumeOk(position(request)), RawFrame.payload(1, "two"), RawFrame.complete(1));
                assertEquals("next two", call.next());
                assertEquals("complete", call.next());
            }
        });
    }

    @Test
    void m64m74ClientAlwaysHasTheSameToken() throws Exception {
        client((listening, peer, client, token) -> {
            peer.abort();
            for (int i = 0; i < 3; i++) {
                try (RawPeer again = RawPeer.accept(listening)) {
                    assertEquals(resume(token, 0, 0), again.read());
                    again.send(RawFrame.resumeOk(0));
                    again.settled();
                    again.abort();
                }
            }
        });
    }

    @Test
    void m63ClientSaysNothingBeforeItHasResumed() throws Exception {
        client((listening, peer, client, token) -> {
            Subject.Call call = client.stream("x", 1);
            RawFrame request = peer.read();
            peer.abort();
            try (RawPeer again = RawPeer.accept(listening)) {
                call.request(5);
                assertEquals(resume(token, 0, 0), again.read());
                again.send(RawFrame.resumeOk(position(request)));
                assertEquals("1 REQUEST_N 5", again.next());
            }
        });
    }

    @Test
    void m68ClientSendsAgainWhatWasLost() throws Exception {
        client((listening, peer, client, token) -> {
            client.response("", "one");
            RawFrame first = peer.read();
            Subject.Call call = client.response("", "two");
            assertEquals("3 REQUEST_RESPONSE two", peer.next());
            peer.abort();
            try (RawPeer again = RawPeer.accept(listening)) {
                assertEquals(resume(token, 0, 0), again.read());
                again.send(RawFrame.resumeOk(position(first)));
                assertEquals("3 REQUEST_RESPONSE two", again.next());
                again.send(RawFrame.payload(3, "answer").with(RawFrame.COMPLETE));
                assertEquals("next answer", call.next());
            }
        });
    }

    @Test
    void m66ClientThatIsRefusedDoesNotTryAgain() throws Exception {
        client((listening, peer, client, token) -> {
            Subject.Call call = client.response("", "x");
            peer.read();
            peer.abort();
            try (RawPeer again = RawPeer.accept(listening)) {
                again.read();
                again.send(RawFrame.error(0, RawFrame.REJECTED_RESUME, "unknown"));
                assertEquals("error 4 unknown", call.next());
                assertEquals("end", again.next());
            }
        });
    }

    @Test
    void m69ClientResumesNothingAfterAnError() throws Exception {
        client((listening, peer, client, token) -> {
            Subject.Call call = client.response("", "x");
            peer.read();
            peer.send(RawFrame.error(0, RawFrame.CONNECTION_ERROR, "over"));
            assertEquals("error 101 over", call.next());
            assertEquals("end", peer.next());
        });
    }

    @Test
    void m72ClientResumesOnNoStream() throws Exception {
        client((listening, peer, client, token) -> {
            peer.abort();
            try (RawPeer again = RawPeer.accept(listening)) {
                RawFrame resume = again.read();
                assertEquals(RawFrame.RESUME, resume.type());
                assertEquals(0, resume.stream());
            }
        });
    }

    /** The first connection is cut when one request has been sent; the client gets this for its resumption. */
    private static void answered(RawFrame answer, String outcome, String said) throws Exception {
        client((listening, peer, client, token) -> {
            Subject.Call call = client.response("", "x");
            peer.read();
            peer.abort();
            try (RawPeer again = RawPeer.accept(listening)) {
                assertEquals(RawFrame.RESUME, again.read().type());
                again.send(answer);
                assertEquals(outcome, call.next());
                assertTrue(again.next().startsWith(said));
            }
        });
    }

    @Test
    void m62ClientEndsByAnErrorOfTheConnection() throws Exception {
        answered(RawFrame.error(0, RawFrame.CONNECTION_ERROR, "no"), "error 101 no", "end");
    }

    @Test
    void m67ClientRefusesAPositionThatItDoesNotKeep() throws Exception {
        String why = "the server goes on from position 1000000, which is not kept here";
        answered(RawFrame.resumeOk(1_000_000), "error 101 " + why, "0 ERROR 101 " + why);
    }

    @Test
    void m73ClientIsAcceptedOnNoStream() throws Exception {
        String why = "the answer to a resumption is neither RESUME_OK nor an error";
        answered(RawFrame.resumeOk(0).on(1), "error 101 " + why, "0 ERROR 101 " + why);
    }

    @Test
    void m41ClientHasNoLeaseAfterAResumption() throws Exception {
        assumeTrue(Trial.tried() instanceof LoopSubject, "others wait for a lease, which is not to be seen");
        Options options = resuming();
        options.lease = true;
        client(options, (listening, peer, client, token) -> {
            peer.send(RawFrame.lease(60_000, 5));
            assertEquals(List.of(), peer.settled());
            client.response("", "in time");
            RawFrame request = peer.read();
            assertEquals("1 REQUEST_RESPONSE in time", request.toString());
            peer.abort();
            try (RawPeer again = RawPeer.accept(listening)) {
                again.read();
                again.send(RawFrame.resumeOk(position(request)));
                assertEquals(List.of(), again.settled());
                assertEquals("none was begun", client.response("", "too early").next());
                again.send(RawFrame.lease(60_000, 5));
                assertEquals(List.of(), again.settled());
                client.response("", "in time again");
                assertEquals("3 REQUEST_RESPONSE in time again", again.next());
            }
        });
    }
}
