package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.Many;
import dev.weir.net.NoLeaks;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of frames does not depend on where the network cuts them. */
@ExtendWith(NoLeaks.class)
class FrameCutsTest {
    private static final String DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate";
    private static final WebSocket.Handler WHOLE = socket -> socket.send(socket.messages());
    private static final WebSocket.Handler IN_PIECES = socket -> socket.send(socket.streams()
            .concatMap(message -> message instanceof MessageStream.Text(Many<String> pieces)
                    ? pieces.reduce(StringBuilder::new, StringBuilder::append)
                            .map(text -> Message.text(text.toString()))
                            .toMany()
                    : Many.<Message>empty()));

    private static SocketServer reading(boolean inPieces) {
        WebSocketOptions options = WebSocketOptions.builder()
                .compression(MessageCompression.WITH_CONTEXT)
                .build();
        return SocketServer.start(options, inPieces ? IN_PIECES : WHOLE);
    }

    private static byte[] frame(int first, String text) {
        return RawPeer.frame(first, text.getBytes(StandardCharsets.UTF_8), true);
    }

    private static byte[] frames() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(frame(0x89, "\u0001\u00822"));
        all.writeBytes(frame(0x01, "he"));
        all.writeBytes(frame(0x8a, "\u0003nobody asked"));
        all.writeBytes(frame(0x89, "\u0001\u0082within"));
        all.writeBytes(frame(0x80, "llo"));
        all.writeBytes(RawPeer.frame(0xc1, LimitsTest.compressed("again".getBytes(StandardCharsets.UTF_8)), true));
        all.writeBytes(RawPeer.frame(
                0x88, ByteBuffer.allocate(2).putShort((short) 1000).array(), true));
        return all.toByteArray();
    }

    private static void assertAnswers(RawPeer peer, String cut) {
        assertEquals("\u0001\u00822", peer.read().text(), cut);
        assertEquals("\u0001\u0082within", peer.read().text(), cut);
        assertEquals("hello", peer.read().text(), cut);
        RawPeer.Frame again = peer.read();
        assertEquals(1, again.opcode(), cut);
        assertEquals(1000, peer.readClose(), cut);
        peer.assertEnd();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anywhereInTwo(boolean inPieces) {
        byte[] frames = frames();
        try (SocketServer server = reading(inPieces)) {
            for (int cut = 1; cut < frames.length; cut++) {
                try (RawPeer peer = server.connect(DEFLATE)) {
                    peer.socket().send(Arrays.copyOf(frames, cut));
                    server.roundTrip();
                    peer.socket().send(Arrays.copyOfRange(frames, cut, frames.length));
                    assertAnswers(peer, "cut after " + cut);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void byteByByte(boolean inPieces) {
        try (SocketServer server = reading(inPieces);
                RawPeer peer = server.connect(DEFLATE)) {
            for (byte next : frames()) {
                peer.socket().send(new byte[] {next});
                server.roundTrip();
            }
            assertAnswers(peer, "byte by byte");
        }
    }

    /** Neither is a payload of control taken for data when a message was given up, or nobody reads any. */
    @Test
    void alsoIfNobodyReads() {
        byte[] ping = frame(0x89, "\u0001\u00822");
        try (SocketServer server = SocketServer.start(socket -> socket.streams()
                        .concatMap(message -> Many.<Message>empty())
                        .forEach(message -> {}));
                RawPeer peer = server.connect()) {
            for (int cut = 1; cut < ping.length; cut++) {
                peer.text("skipped");
                peer.socket().send(Arrays.copyOf(ping, cut));
                server.roundTrip();
                peer.socket().send(Arrays.copyOfRange(ping, cut, ping.length));
                assertEquals("\u0001\u00822", peer.read().text(), "cut after " + cut);
            }
            assertEquals(1000, peer.sendClose(1000).readClose());
            peer.assertEnd();
        }
    }
}
