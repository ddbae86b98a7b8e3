package dev.weir.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.net.RawSocket;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The other end of a WebSocket, frame by frame, as a client that masks or as a server that does not. */
final class RawPeer implements AutoCloseable {
    static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    static final String REQUEST = "GET /socket HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: " + KEY + "\r\nSec-WebSocket-Version: 13\r\n";

    private static final byte[] MASK = {1, 2, 3, 4};

    private final RawSocket socket;
    private final boolean masks;
    private final RawSocket.Reply reply;

    /** A frame as it was read. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Frame(int first, byte[] payload) {
        int opcode() {
            return first & 0x0f;
        }

        boolean last() {
            return (first & 0x80) != 0;
        }

        boolean compressed() {
            return (first & 0x40) != 0;
        }

        String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        int code() {
            return ByteBuffer.wrap(payload).getShort() & 0xffff;
        }
    }

    private RawPeer(RawSocket socket, boolean masks, RawSocket.Reply reply) {
        this.socket = socket;
        this.masks = masks;
        this.reply = reply;
    }

    static RawPeer shakeHands(RawSocket socket, String... fields) {
        StringBuilder request = new StringBuilder(REQUEST);
        List.of(fields).forEach(field -> request.append(field).append("\r\n"));
        RawSocket.Reply reply = socket.send(request.append("\r\n").toString()).head();
        assertEquals(101, reply.status());
        return new RawPeer(socket, true, reply);
    }

    static RawPeer server(RawSocket socket) {
        return new RawPeer(socket, false, null);
    }

    RawSocket socket() {
        return socket;
    }

    RawSocket.Reply reply() {
        return reply;
    }

    /**
     * A frame.
     *
     * @param first the flags and the opcode: 0x81 is a whole text
     */
    static byte[] frame(int first, byte[] payload, boolean masked) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        int flag = masked ? 0x80 : 0;
        frame.write(first);
        if (payload.length < 126) {
            frame.write(flag | payload.length);
        } else if (payload.length < 65536) {
            frame.write(flag | 126);
            frame.writeBytes(
                    ByteBuffer.allocate(2).putShort((short) payload.length).array());
        } else {
            frame.write(flag | 127);
            frame.writeBytes(ByteBuffer.allocate(8).putLong(payload.length).array());
        }
        if (!masked) {
            frame.writeBytes(payload);
            return frame.toByteArray();
        }
        frame.writeBytes(MASK);
        for (int i = 0; i < payload.length; i++) {
            frame.write(payload[i] ^ MASK[i & 3]);
        }
        return frame.toByteArray();
    }

    RawPeer send(int first, byte[] payload) {
        socket.send(frame(first, payload, masks));
        return this;
    }

    RawPeer send(int first, String payload) {
        return send(first, payload.getBytes(StandardCharsets.UTF_8));
    }

    RawPeer text(String text) {
        return send(0x81, text);
    }

    RawPeer sendClose(int code) {
        return send(0x88, ByteBuffer.allocate(2).putShort((short) code).array());
    }

    Frame read() {
        int first = socket.bytes(1)[0] & 0xff;
        int length = socket.bytes(1)[0] & 0xff;
        assertEquals(masks, (length & 0x80) == 0, "a server does not mask, a client does");
        int real = length & 0x7f;
        if (real == 126) {
            real = ByteBuffer.wrap(socket.bytes(2)).getShort() & 0xffff;
        } else if (real == 127) {
            real = Math.toIntExact(ByteBuffer.wrap(socket.bytes(8)).getLong());
        }
        byte[] mask = masks ? new byte[4] : socket.bytes(4);
        byte[] payload = socket.bytes(real);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return new Frame(first, payload);
    }

    /** Reads a message of text in one frame. */
    String readText() {
        Frame frame = read();
        assertEquals(0x81, frame.first());
        return frame.text();
    }

    /** Reads a Close, whose code it returns. */
    int readClose() {
        Frame frame = read();
        assertEquals(0x88, frame.first());
        return frame.payload().length == 0 ? 1005 : frame.code();
    }

    /** Fails if anything comes before the connection ends. */
    void assertEnd() {
        assertEquals("", socket.rest());
    }

    @Override
    public void close() {
        socket.close();
    }
}
