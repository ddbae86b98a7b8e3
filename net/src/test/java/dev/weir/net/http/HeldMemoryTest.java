package dev.weir.net.http;

import static dev.weir.net.Memory.assertHeld;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.Certificate;
import dev.weir.net.Memory;
import dev.weir.net.NoLeaks;
import dev.weir.net.RawHttp2;
import dev.weir.net.RawSocket;
import dev.weir.net.ServerTls;
import dev.weir.net.websocket.WebSocket;
import dev.weir.net.websocket.WebSocketOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What one connection makes the server hold, by measure, against what is documented. */
@ExtendWith(NoLeaks.class)
class HeldMemoryTest {
    private static final int KIB = 1024;

    private static final int UNKNOWN = 0xbb;

    private static byte[] repeat(byte[] frames, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.writeBytes(frames);
        }
        return all.toByteArray();
    }

    private static byte[] oneByte(int stream) {
        return RawHttp2.bytes(RawHttp2.DATA, 0, stream, new byte[1]);
    }

    /** As an object for each frame it was 80 times as much. */
    @Test
    void dataInSingleBytesCostsWhatTheWindowSays() {
        int window = 64 * KIB;
        int streams = 2;
        try (TestServer server = TestServer.start(request -> One.never(), builder -> builder.streamWindow(window));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < streams; i++) {
                int stream = 1 + 2 * i;
                client.request(stream, "POST", "/", false);
                client.offer(repeat(oneByte(stream), window));
            }
            client.roundTrip();
            assertHeld(2L * streams * window, before);
        }
    }

    /** As a part of what the socket was read into, it kept all of that. */
    @Test
    void aByteOfDataHoldsNoMoreOfWhatItCameWith() {
        int pieces = 200;
        try (TestServer server = TestServer.start(request -> One.never());
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.request(1, "POST", "/", false).roundTrip();
            Memory before = Memory.now();
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            one.writeBytes(oneByte(1));
            one.writeBytes(repeat(RawHttp2.bytes(UNKNOWN, 0, 0, new byte[16 * KIB - 9]), 4));
            client.offer(repeat(one.toByteArray(), pieces));
            client.roundTrip();
            assertHeld(16 * KIB, before);
        }
    }

    /** What a client sends of it is one byte for each field: HPACK knows the rest from the first head. */
    @Test
    void headsOfOpenExchangesCostWhatTheyStandForAndCount() {
        int streams = 90;
        int fields = 3;
        int large = 3 * KIB;
        try (TestServer server = TestServer.start(request -> One.never(), builder -> builder.maxHeldBytes(1L << 40));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < streams; i++) {
                ByteArrayOutputStream block = new ByteArrayOutputStream();
                block.writeBytes(RawHttp2.block(":method", "GET", ":scheme", "http", ":path", "/", ":authority", "a"));
                if (i == 0) {
                    byte[] literal = RawHttp2.block("x", "y".repeat(large));
                    literal[0] = 0x40; // to be kept
                    block.writeBytes(literal);
                }
                for (int n = i == 0 ? 1 : 0; n < fields; n++) {
                    block.write(0x80 | 62); // the newest that is kept
                }
                client.frame(RawHttp2.HEADERS, 5, 1 + 2 * i, block.toByteArray());
            }
            client.roundTrip();
            long heads = (long) streams * fields * large;
            assertHeld(2 * heads, before);
            long held = server.server().heldBytes();
            assertTrue(held >= heads && held <= 2 * heads, held + " bytes of " + heads);
        }
    }

    /** It was eight times the piece of a file, whatever the client took. */
    @Test
    void aFileThatIsNotTakenCostsWhatWaitsAndABatch(@TempDir Path directory) throws IOException {
        int streams = 40;
        Path file = Files.write(directory.resolve("file"), new byte[2 * 1024 * KIB]);
        try (TestServer server = TestServer.start(request -> Response.file(file));
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < streams; i++) {
                client.get(1 + 2 * i, "/");
            }
            client.roundTrip();
            server.roundTrip();
            assertHeld(streams * 128L * KIB, before);
        }
    }

    /** Whether it is there as a whole, or made as it is sent: in pieces of any size, or values. */
    @Test
    void aResponseOverHttp2ThatIsNotTakenCostsWhatWaitsAndABatch() {
        byte[] large = new byte[16 * 1024 * KIB];
        for (Supplier<Response> response : List.<Supplier<Response>>of(
                () -> Response.bytes("x/y", large),
                () -> Response.stream("x/y", Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.allocate(256))),
                () -> Response.stream("x/y", Many.range(0, Integer.MAX_VALUE).map(i -> ByteBuffer.allocate(64 * KIB))),
                () -> Response.values(Many.range(0, Integer.MAX_VALUE)))) {
            int streams = 40;
            try (TestServer server = TestServer.start(request -> One.of(response.get()));
                    RawHttp2 client = RawHttp2.connect(server.port())) {
                client.roundTrip();
                Memory before = Memory.now();
                for (int i = 0; i < streams; i++) {
                    client.get(1 + 2 * i, "/");
                }
                client.roundTrip();
                server.steady(() -> (int) server.server().heldBytes());
                assertHeld(streams * 128L * KIB, before);
            }
        }
    }

    /** Each holds for the test until the next thing is measured. */
    private static void assertEachHolds(long most, Handler handler, byte[] sent) throws InterruptedException {
        assertEachHolds(most, handler, sent, false);
    }

    /**
     * As the other.
     *
     * @param takesAll whether the server takes all that is sent, which is waited for: what it leaves behind on its way is no more
     */
    private static void assertEachHolds(long most, Handler handler, byte[] sent, boolean takesAll)
            throws InterruptedException {
        int connections = 40;
        List<RawSocket> clients = new ArrayList<>();
        CountDownLatch allSent = new CountDownLatch(takesAll ? connections : 0);
        try (TestServer server = TestServer.start(handler)) {
            server.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < connections; i++) {
                RawSocket client = RawSocket.connect(server.port(), 16 * KIB);
                clients.add(client);
                Thread.ofVirtual().start(() -> {
                    try {
                        client.send(sent);
                        allSent.countDown();
                    } catch (UncheckedIOException closed) {
                        // the server takes no more until the test is over
                    }
                });
            }
            assertTrue(allSent.await(120, TimeUnit.SECONDS));
            server.steady(() -> (int) server.server().heldBytes());
            assertHeld(connections * most, before);
        } finally {
            clients.forEach(client -> client.leave(true));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Its head was kept until the next one came, and counted by nobody. */
    @Test
    void anIdleConnectionHoldsNothingOfItsLastRequest() throws IOException {
        int connections = 400;
        String fields = ("X: " + "y".repeat(150) + "\r\n").repeat(90);
        byte[] request = ("GET / HTTP/1.1\r\nHost: test\r\n" + fields + "\r\n").getBytes(StandardCharsets.US_ASCII);
        List<Socket> idle = new ArrayList<>();
        try (TestServer server = TestServer.start(asked -> One.of(Response.empty(204)))) {
            server.roundTrip();
            Memory before = Memory.now();
            for (int i = 0; i < connections; i++) {
                Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
                idle.add(client);
                client.getOutputStream().write(request);
                assertTrue(client.getInputStream().read() >= 0);
            }
            assertHeld(4L * KIB * connections, before);
        } finally {
            for (Socket client : idle) {
                client.close();
            }
        }
    }

    @Test
    void aHeadThatDoesNotEndCostsItsLimitsAndARead() throws InterruptedException {
        String head = "GET /" + "x".repeat(8_000) + " HTTP/1.1\r\nHost: a\r\na: " + "x".repeat(15_000);
        assertEachHolds(24 * KIB + 64 * KIB, request -> One.never(), ascii(head));
    }

    @Test
    void aBodyThatIsNotReadCostsWhatIsReadAhead() throws InterruptedException {
        ByteArrayOutputStream post = new ByteArrayOutputStream();
        post.writeBytes(ascii("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n"));
        post.writeBytes(new byte[2 * 1024 * KIB]);
        assertEachHolds(16 * KIB + 64 * KIB, request -> One.never(), post.toByteArray());
    }

    @Test
    void chunksOfSingleBytesCostNoMore() throws InterruptedException {
        ByteArrayOutputStream post = new ByteArrayOutputStream();
        post.writeBytes(ascii("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"));
        post.writeBytes(repeat(ascii("1\r\nx\r\n"), 100_000));
        assertEachHolds(16 * KIB + 64 * KIB, request -> One.never(), post.toByteArray());
    }

    @Test
    void singleBytesThatAreGatheredCostTwiceWhatTheyAre() throws InterruptedException {
        ByteArrayOutputStream post = new ByteArrayOutputStream();
        post.writeBytes(ascii("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"));
        post.writeBytes(repeat(ascii("1\r\nx\r\n"), 100_000));
        assertEachHolds(
                2 * 100_000 + 64 * KIB,
                request -> request.bytes().flatMap(all -> One.never()),
                post.toByteArray(),
                true);
    }

    @Test
    void aResponseThatIsNotTakenCostsWhatWaitsAndABatch() throws InterruptedException {
        byte[] large = new byte[16 * 1024 * KIB];
        assertEachHolds(
                128 * KIB, request -> One.of(Response.bytes("x/y", large)), ascii("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    }

    @Test
    void requestsThatAreSentAheadCostWhatIsReadAhead() throws InterruptedException {
        byte[] request = ascii("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        assertEachHolds(16 * KIB + 64 * KIB, asked -> One.never(), repeat(request, 50_000));
    }

    /** What one of them takes, as all of them share it. */
    @Test
    void bodiesOverHttp2CostTheWindowOfTheirConnection() {
        int streams = 20;
        int frames = 16;
        byte[] frame = new byte[16 * KIB];
        try (TestServer server = TestServer.start(request -> One.never());
                RawHttp2 client = RawHttp2.connect(server.port())) {
            client.roundTrip(); // so that the windows are known
            Memory before = Memory.now();
            for (int i = 0; i < streams; i++) {
                int stream = 1 + 2 * i;
                client.request(stream, "POST", "/", false);
                for (int n = 0; n < frames && client.window(stream) >= frame.length; n++) {
                    client.data(stream, "x".repeat(frame.length), false);
                }
            }
            client.roundTrip();
            assertTrue(server.server().heldBytes() >= 4 * KIB * KIB, "the window is not used");
            assertHeld(2 * 4L * KIB * KIB, before);
        }
    }

    @Test
    void halfAFrameOfHttp2CostsARead() throws InterruptedException {
        ByteArrayOutputStream begun = new ByteArrayOutputStream();
        begun.writeBytes(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
        begun.writeBytes(RawHttp2.bytes(RawHttp2.SETTINGS, 0, 0, new byte[0]));
        begun.writeBytes(RawHttp2.bytes(
                RawHttp2.HEADERS,
                RawHttp2.END_HEADERS,
                1,
                RawHttp2.block(":method", "POST", ":scheme", "http", ":path", "/", ":authority", "a")));
        byte[] data = RawHttp2.bytes(RawHttp2.DATA, 0, 1, new byte[16 * KIB]);
        begun.write(data, 0, data.length - 1);
        assertEachHolds(64 * KIB, request -> One.never(), begun.toByteArray());
    }

    @Test
    void halfARecordOfTlsCostsARead(@TempDir Path directory) throws Exception {
        int connections = 40;
        Certificate certificate = Certificate.of("localhost", directory);
        SSLContext trusting = Certificate.client(null, certificate);
        byte[] record = new byte[16 * KIB];
        record[0] = 23; // what says application data of TLS, of a length
        record[1] = 3;
        record[2] = 3;
        record[3] = (byte) (record.length >> 8);
        record[4] = (byte) record.length;
        List<Socket> clients = new ArrayList<>();
        try (TestServer server = TestServer.start(
                request -> One.of(Response.empty(204)),
                builder -> builder.tls(ServerTls.pem(certificate.chain(), certificate.key())))) {
            for (int i = 0; i < connections; i++) {
                Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.port());
                clients.add(plain);
                SSLSocket secure =
                        (SSLSocket) trusting.getSocketFactory().createSocket(plain, "localhost", server.port(), false);
                secure.startHandshake();
                secure.getOutputStream().write(ascii("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
                assertTrue(secure.getInputStream().read() > 0);
            }
            Memory before = Memory.now();
            for (Socket client : clients) {
                client.getOutputStream().write(record, 0, record.length - 1);
            }
            SSLSocket last = (SSLSocket) trusting.getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), server.port()); // after all of them
            clients.add(last);
            last.startHandshake();
            assertHeld(connections * 64L * KIB, before);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    /** The frame that has not come as a whole, and what was received of it before that was seen. */
    @Test
    void aMessageThatDoesNotEndCostsTwiceItsLimit() throws InterruptedException {
        ByteArrayOutputStream opening = new ByteArrayOutputStream();
        opening.writeBytes(ascii("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"));
        int limit = 128 * KIB;
        byte[] first = {0x02, (byte) 0x81, 0, 0, 0, 0, 'x'}; // a fragment of one byte
        byte[] next = {0x00, (byte) 0x81, 0, 0, 0, 0, 'x'};
        opening.writeBytes(first);
        opening.writeBytes(repeat(next, limit - 2));
        WebSocketOptions options = WebSocketOptions.builder().maxMessage(limit).build();
        assertEachHolds(
                2L * limit + 64 * KIB,
                request -> WebSocket.accept(
                        request, options, socket -> socket.messages().forEach(message -> {})),
                opening.toByteArray());
    }
}
