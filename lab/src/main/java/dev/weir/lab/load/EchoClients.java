package dev.weir.lab.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/** WebSocket clients that send a text of 64 bytes, wait for its echo, and send it again. */
public final class EchoClients extends SocketClients {
    private static final byte[] TEXT = "0123456789abcdef".repeat(4).getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MASK = {1, 2, 3, 4};
    private static final byte TEXT_FRAME = (byte) 0x81;
    private static final byte[] FRAME = frame();
    private static final byte[] ECHO = echo();

    private final Map<SocketChannel, Integer> pending = new IdentityHashMap<>();

    private EchoClients() throws IOException {}

    public static EchoClients connect(InetSocketAddress server, int count) throws IOException, InterruptedException {
        EchoClients clients = new EchoClients();
        try {
            clients.open(server, count);
            return clients;
        } catch (IOException e) {
            clients.close();
            throw e;
        }
    }

    /** RFC 6455, section 5.2: a client masks what it sends. */
    static byte[] frame() {
        byte[] frame = new byte[2 + MASK.length + TEXT.length];
        frame[0] = TEXT_FRAME;
        frame[1] = (byte) (0x80 | TEXT.length);
        System.arraycopy(MASK, 0, frame, 2, MASK.length);
        for (int i = 0; i < TEXT.length; i++) {
            frame[2 + MASK.length + i] = (byte) (TEXT[i] ^ MASK[i % MASK.length]);
        }
        return frame;
    }

    private static byte[] echo() {
        byte[] echo = new byte[2 + TEXT.length];
        echo[0] = TEXT_FRAME;
        echo[1] = (byte) TEXT.length;
        System.arraycopy(TEXT, 0, echo, 2, TEXT.length);
        return echo;
    }

    /** Upgrades the connection, and sees that an echo is as it must be. */
    @Override
    void greet(SocketChannel channel, InetSocketAddress server) throws IOException {
        String request = "GET /echo HTTP/1.1\r\nHost: " + server.getHostString() + ":" + server.getPort()
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                + "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            answer.append((char) next(channel, 1)[0]);
        }
        if (!answer.toString().contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")) {
            throw new IOException("the server does not speak WebSocket, but said:\n" + answer);
        }
        channel.write(ByteBuffer.wrap(FRAME));
        byte[] echo = next(channel, ECHO.length);
        if (!Arrays.equals(ECHO, echo)) {
            throw new IOException("a wrong echo: " + Arrays.toString(echo));
        }
        channel.write(ByteBuffer.wrap(FRAME));
        pending.put(channel, 0);
    }

    private static byte[] next(SocketChannel channel, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
        return bytes.array();
    }

    @Override
    int received(SocketChannel channel, ByteBuffer bytes) throws IOException {
        int have = pending.get(channel) + bytes.remaining();
        int echoes = have / ECHO.length;
        pending.put(channel, have % ECHO.length);
        for (int i = 0; i < echoes; i++) {
            channel.write(ByteBuffer.wrap(FRAME));
        }
        return echoes;
    }
}
