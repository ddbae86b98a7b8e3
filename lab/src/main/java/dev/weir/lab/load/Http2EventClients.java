package dev.weir.lab.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Clients of event streams over HTTP/2, with several on each connection. */
final class Http2EventClients extends SocketClients {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD = 9;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int WINDOW_UPDATE = 8;
    private static final int ACK = 1;
    private static final int WHOLE_REQUEST = 5; // the end of the stream and of its head
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int METHOD_GET = 0x82; // of HPACK's static table, as the next
    private static final int SCHEME_HTTP = 0x86;
    private static final int AUTHORITY = 0x01; // a literal with a name of that table, as the next
    private static final int PATH = 0x04;

    private final int streams;
    private final Map<SocketChannel, Http2Events> coming = new HashMap<>();

    private Http2EventClients(int streams) throws IOException {
        this.streams = streams;
    }

    static Http2EventClients connect(InetSocketAddress server, int count, int streams)
            throws IOException, InterruptedException {
        Http2EventClients clients = new Http2EventClients(streams);
        try {
            clients.open(server, count);
            return clients;
        } catch (IOException e) {
            clients.close();
            throw e;
        }
    }

    /** The windows are as large as can be, so that none has to be given while the clients listen. */
    @Override
    void greet(SocketChannel channel, InetSocketAddress server) throws IOException {
        coming.put(channel, new Http2Events());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        bytes.writeBytes(frame(
                SETTINGS,
                0,
                0,
                ByteBuffer.allocate(6)
                        .putShort((short) INITIAL_WINDOW_SIZE)
                        .putInt(Integer.MAX_VALUE)
                        .array()));
        byte[] rest = ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE - 0xffff).array();
        bytes.writeBytes(frame(WINDOW_UPDATE, 0, 0, rest));
        bytes.writeBytes(frame(SETTINGS, ACK, 0, new byte[0]));
        for (int i = 0; i < streams; i++) {
            bytes.writeBytes(frame(HEADERS, WHOLE_REQUEST, 2 * i + 1, request(server)));
        }
        ByteBuffer all = ByteBuffer.wrap(bytes.toByteArray());
        while (all.hasRemaining()) {
            channel.write(all);
        }
    }

    private static byte[] request(InetSocketAddress server) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(METHOD_GET);
        block.write(SCHEME_HTTP);
        literal(block, AUTHORITY, server.getHostString() + ":" + server.getPort());
        literal(block, PATH, "/events");
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream block, int name, String value) {
        block.write(name);
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] frame(int type, int flags, int stream, byte[] content) {
        return ByteBuffer.allocate(HEAD + content.length)
                .put(new byte[3])
                .put(2, (byte) content.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(content)
                .array();
    }

    @Override
    int received(SocketChannel channel, ByteBuffer bytes) throws IOException {
        return coming.get(channel).received(bytes);
    }
}
