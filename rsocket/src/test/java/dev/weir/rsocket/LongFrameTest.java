package dev.weir.rsocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.http.HttpServer;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import dev.weir.rsocket.raw.RawFrame;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client whose frame takes longer to come than it may be silent. */
class LongFrameTest {
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final int LIFETIME_MILLIS = 12_000;
    private static final Duration MOST_OF_IT = Duration.ofSeconds(10);
    private static final int LENGTH = 4_000_000;

    /** Each for an array that is twice as long as the one before may be, so that it is seen in what the server holds. */
    private static final int[] UNTIL = {300_000, 700_000, 1_500_000, 3_100_000};

    private static final int BINARY = 0x82;
    private static final int BEGUN = 0x02;
    private static final int PING = 0x89;
    private static final int PONG = 0x8a;
    private static final int MASKED = 0x80;
    private static final int MASK = 4;
    private static final int LONG = 127;

    private final VirtualTime time = new VirtualTime();
    private final CompletableFuture<LoopConnection> opened = new CompletableFuture<>();
    private final CompletableFuture<Integer> told = new CompletableFuture<>();

    private final class Answers implements Responder {
        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            throw new RSocketException.Rejected("nobody here");
        }

        @Override
        public void fireAndForget(LoopConnection connection, View payload) {
            told.complete(payload.data().length());
        }
    }

    private interface Script {
        void play(Socket socket, LongSupplier held) throws Exception;
    }

    private void serve(boolean web, boolean resume, Script script) throws Exception {
        RSocketServer.Builder builder = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .clock(time)
                .loop((connection, setup) -> {
                    opened.complete(connection);
                    return One.of(new Answers());
                });
        builder = resume ? builder.resume(GENEROUS) : builder;
        if (web) {
            try (HttpServer server = HttpServer.builder()
                            .bind("127.0.0.1", 0)
                            .clock(time)
                            .handler(builder.webSocket())
                            .start()
                            .await(GENEROUS);
                    Socket socket = connect(server.port())) {
                shakeHands(socket);
                script.play(socket, server::heldBytes);
            }
        } else {
            try (RSocketServer server = builder.start().await(GENEROUS);
                    Socket socket = connect(server.port())) {
                script.play(socket, server::heldBytes);
            }
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) GENEROUS.toMillis());
        return socket;
    }

    private static void shakeHands(Socket socket) throws IOException {
        String request = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            answer.append((char) socket.getInputStream().read());
        }
    }

    /** A frame as it is on the connection. */
    private static byte[] wire(boolean web, byte[] frame) {
        if (web) {
            return webSocket(BINARY, frame);
        }
        return ByteBuffer.allocate(3 + frame.length)
                .put((byte) (frame.length >>> 16))
                .putShort((short) frame.length)
                .put(frame)
                .array();
    }

    /** Masked with zeros; short, or very long. */
    private static byte[] webSocket(int kind, byte[] payload) {
        boolean isShort = payload.length < LONG;
        ByteBuffer wire = ByteBuffer.allocate(2 + (isShort ? 0 : Long.BYTES) + MASK + payload.length);
        wire.put((byte) kind).put((byte) (MASKED | (isShort ? payload.length : LONG)));
        wire = isShort ? wire : wire.putLong(payload.length);
        return wire.putInt(0).put(payload).array();
    }

    private static RawFrame setup(boolean resume) {
        RawFrame.Body body = new RawFrame.Body().int16(1).int16(0).int32(LIFETIME_MILLIS / 2);
        body.int32(LIFETIME_MILLIS);
        body = resume ? body.int16(5).text("token") : body;
        body.mime("a/b").mime("a/b");
        return new RawFrame(0, RawFrame.SETUP, resume ? RawFrame.RESUMES : 0, body.bytes());
    }

    /** Until the server has looked. */
    private void pass() throws Exception {
        LoopConnection connection = opened.get(120, TimeUnit.SECONDS);
        time.advance(MOST_OF_IT);
        CompletableFuture<Void> looked = new CompletableFuture<>();
        connection.post(() -> looked.complete(null));
        looked.get(120, TimeUnit.SECONDS);
    }

    private static void await(String what, LongSupplier held, long bytes) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (held.getAsLong() < bytes) {
            assertTrue(System.nanoTime() < deadline, what);
            Thread.onSpinWait();
        }
    }

    /** As time passes, the server closes the connection. */
    private void awaitEnd(Socket socket) {
        CompletableFuture<Boolean> ended = CompletableFuture.supplyAsync(() -> {
            try {
                InputStream in = socket.getInputStream();
                while (in.read() >= 0) {}
                return true;
            } catch (IOException failure) {
                return !(failure instanceof SocketTimeoutException);
            }
        });
        while (!ended.isDone()) {
            time.advance(MOST_OF_IT);
        }
        assertTrue(ended.join());
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void isNotTakenForDeadWhileItComes(boolean web, boolean resume) throws Exception {
        serve(web, resume, (socket, held) -> {
            socket.getOutputStream().write(wire(web, setup(resume).bytes()));
            pass();
            byte[] all = wire(web, RawFrame.fireAndForget(1, "x".repeat(LENGTH)).bytes());
            int sent = 0;
            for (int until : UNTIL) {
                socket.getOutputStream().write(all, sent, until - sent);
                sent = until;
                await(until + " bytes have not come", held, until);
                pass();
            }
            assertFalse(told.isDone());
            socket.getOutputStream().write(all, sent, all.length - sent);
            assertEquals(LENGTH, told.get(120, TimeUnit.SECONDS));
            awaitEnd(socket);
        });
    }

    /** A library of WebSockets answers pings where nobody speaks any more. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void framesOfControlAreNoSignsOfLife(boolean within) throws Exception {
        serve(true, false, (socket, held) -> {
            socket.getOutputStream().write(wire(true, setup(false).bytes()));
            pass();
            if (within) {
                socket.getOutputStream().write(webSocket(BEGUN, new byte[100]));
            }
            for (int pings = 0; isAnswered(socket); pings++) {
                assertTrue(pings < 10, "it is not taken for dead");
                pass();
            }
        });
    }

    /** Whether a ping is; else the server has gone. */
    private static boolean isAnswered(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(new byte[] {(byte) PING, (byte) MASKED, 0, 0, 0, 0});
            InputStream in = socket.getInputStream();
            int kind;
            do {
                kind = in.read();
                in.skipNBytes(Math.max(0, in.read()));
            } while (kind == BINARY);
            return kind == PONG;
        } catch (SocketException closed) {
            return false;
        }
    }
}
