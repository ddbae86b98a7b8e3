package dev.weir.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A peer of HTTP/2, a client if nothing else is said, that sends exactly the frames that it is told. */
public final class RawHttp2 implements AutoCloseable {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;
    public static final int END_STREAM = 1;
    public static final int ACK = 1;
    public static final int END_HEADERS = 4;

    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final int GENEROUS_MILLIS = 120_000;

    private long questions;
    private final Socket socket;
    private final DataInputStream in;
    private final DefaultHttp2HeadersDecoder headers = new DefaultHttp2HeadersDecoder(false);

    private final List<Frame> passed = new ArrayList<>();
    private long connectionWindow = 65_535;
    private long initialWindow = 65_535;
    private final Map<Integer, Long> streamWindows = new HashMap<>(); // beyond the initial one

    private RawHttp2(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
    }

    /** Connects, and says the preface and settings of the defaults. */
    public static RawHttp2 connect(int port) {
        return connect(port, 0);
    }

    /**
     * Connects.
     *
     * @param buffers the size of the kernel's buffers on this side, 0 for its choice
     */
    public static RawHttp2 connect(int port, int buffers) {
        try {
            Socket socket = new Socket();
            if (buffers > 0) {
                socket.setReceiveBufferSize(buffers);
                socket.setSendBufferSize(buffers);
            }
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(GENEROUS_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), GENEROUS_MILLIS);
            return client(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client on a connection that there is; says the preface and settings of the defaults. */
    public static RawHttp2 client(Socket socket) throws IOException {
        return client(socket, "");
    }

    /** As {@link #client(Socket)}, with something before the preface, in one write. */
    public static RawHttp2 client(Socket socket, String before) throws IOException {
        RawHttp2 raw = new RawHttp2(socket);
        raw.send((before + PREFACE).getBytes(StandardCharsets.US_ASCII));
        return raw.frame(SETTINGS, 0, 0, new byte[0]);
    }

    /** A connection that a {@link RawServer} accepted; reads the preface, and says settings beyond the defaults. */
    static RawHttp2 of(Socket socket, byte... settings) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(GENEROUS_MILLIS);
        RawHttp2 raw = new RawHttp2(socket);
        raw.in.skipNBytes(PREFACE.length());
        return raw.frame(SETTINGS, 0, 0, settings);
    }

    /** The setting with which a server says that it takes WebSockets (RFC 8441 section 3). */
    public static byte[] enableConnect() {
        return new byte[] {0, 8, 0, 0, 0, 1};
    }

    private void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    public static byte[] bytes(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .putInt((payload.length << 8) | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    public RawHttp2 frame(int type, int flags, int stream, byte[] payload) {
        try {
            send(bytes(type, flags, stream, payload));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@link #frame}, but it does not matter whether the server still takes it. */
    public boolean offer(byte[] bytes) {
        try {
            send(bytes);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    /** The fields as HPACK literals: name, value, name, value ... */
    public static byte[] block(String... fields) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i += 2) {
            block.write(0);
            literal(block, fields[i]);
            literal(block, fields[i + 1]);
        }
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream block, String text) {
        int length = text.length();
        if (length < 127) {
            block.write(length);
        } else {
            block.write(127);
            for (length -= 127; length >= 128; length >>= 7) {
                block.write((length & 127) | 128);
            }
            block.write(length);
        }
        block.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawHttp2 headers(int stream, boolean last, String... fields) {
        return frame(HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream, block(fields));
    }

    /** A request for a path, with more fields. */
    public RawHttp2 request(int stream, String method, String path, boolean last, String... more) {
        String[] start = {":method", method, ":scheme", "http", ":path", path, ":authority", "test"};
        String[] all = java.util.Arrays.copyOf(start, start.length + more.length);
        System.arraycopy(more, 0, all, start.length, more.length);
        return headers(stream, last, all);
    }

    public RawHttp2 get(int stream, String path) {
        return request(stream, "GET", path, true);
    }

    public RawHttp2 data(int stream, String content, boolean last) {
        widen(0, -content.length());
        widen(stream, -content.length());
        return frame(DATA, last ? END_STREAM : 0, stream, content.getBytes(StandardCharsets.UTF_8));
    }

    public RawHttp2 reset(int stream, int error) {
        return frame(RST_STREAM, 0, stream, number(error));
    }

    public RawHttp2 window(int stream, int more) {
        return frame(WINDOW_UPDATE, 0, stream, number(more));
    }

    public static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    /** The next frame, or null if the server has closed; its settings are acknowledged. */
    public Frame read() {
        try {
            int start = in.readInt();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            byte[] payload = in.readNBytes(start >>> 8);
            Frame frame = new Frame(start & 0xff, flags, stream, payload, Map.of());
            if (frame.type == WINDOW_UPDATE) {
                widen(stream, frame.error(0));
            }
            if (frame.type == SETTINGS && flags == 0) {
                for (int i = 0; i < payload.length; i += 6) {
                    if (frame.error(i) >>> 16 == 4) {
                        initialWindow = frame.error(i + 2);
                    }
                }
                offer(bytes(SETTINGS, ACK, 0, new byte[0]));
            }
            return frame.type == HEADERS ? frame.with(decode(payload)) : frame;
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server neither answers nor closes", e);
        } catch (EOFException closed) {
            return null;
        } catch (IOException reset) {
            return null;
        }
    }

    private void widen(int stream, long more) {
        if (stream == 0) {
            connectionWindow += more;
        } else {
            streamWindows.merge(stream, more, Long::sum);
        }
    }

    /** How much the server takes on that stream now, as far as its frames were read. */
    public long window(int stream) {
        return Math.min(connectionWindow, initialWindow + streamWindows.getOrDefault(stream, 0L));
    }

    private Map<String, String> decode(byte[] block) {
        ByteBuf bytes = Unpooled.wrappedBuffer(block);
        try {
            Http2Headers decoded = headers.decodeHeaders(1, bytes);
            Map<String, String> fields = new LinkedHashMap<>();
            decoded.forEach(field ->
                    fields.put(field.getKey().toString(), field.getValue().toString()));
            return fields;
        } catch (Http2Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The first such frame that was not taken yet; those before it stay to be taken. */
    public Frame await(Predicate<Frame> wanted) {
        for (Frame frame : passed) {
            if (wanted.test(frame)) {
                passed.remove(frame);
                return frame;
            }
        }
        for (Frame frame = read(); frame != null; frame = read()) {
            if (wanted.test(frame)) {
                return frame;
            }
            passed.add(frame);
        }
        throw new AssertionError("the server closed before");
    }

    public Frame await(int type) {
        return await(frame -> frame.type == type);
    }

    public Frame await(int type, int stream) {
        return await(frame -> frame.type == type && frame.stream == stream);
    }

    /** Whether such a frame has been read, and not taken. */
    public boolean has(int type) {
        return passed.stream().anyMatch(frame -> frame.type == type);
    }

    /** What the server says last about why it closes. */
    public int goAway() {
        return await(GOAWAY).error(4);
    }

    /** Reads the response on a stream, giving window for all that comes. */
    public Reply reply(int stream) {
        Frame head = await(frame -> frame.stream == stream && frame.type == HEADERS && frame.status() != 100);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Frame frame = head; !frame.isLast(); ) {
            frame = await(next -> next.stream == stream && (next.type == DATA || next.type == RST_STREAM));
            if (frame.type == RST_STREAM) {
                throw new AssertionError("the stream was reset: " + frame.error(0));
            }
            body.writeBytes(frame.payload);
            if (frame.payload.length > 0) {
                offer(bytes(WINDOW_UPDATE, 0, 0, number(frame.payload.length)));
                offer(bytes(WINDOW_UPDATE, 0, stream, number(frame.payload.length)));
            }
        }
        return new Reply(head.status(), head.fields, body.toString(StandardCharsets.UTF_8));
    }

    /** The error with which a stream is reset. */
    public int resetOf(int stream) {
        return await(RST_STREAM, stream).error(0);
    }

    /** Answers a ping, after which all that was sent before has been seen. */
    public RawHttp2 roundTrip() {
        byte[] question = ByteBuffer.allocate(8).putLong(++questions).array(); // not one of those that a test sends
        frame(PING, 0, 0, question);
        await(frame -> frame.type == PING && frame.flags == ACK && Arrays.equals(frame.payload, question));
        return this;
    }

    /** Whether nothing but frames of the connection comes until the server closes. */
    public void awaitClose() {
        for (Frame frame = read(); frame != null; frame = read()) {
            if (frame.stream != 0) {
                throw new AssertionError("unexpected " + frame);
            }
        }
    }

    @Override
    public void close() {
        leave();
    }

    /** Says that nothing more comes, over TLS if that is spoken. */
    public void finishSending() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes before the test is over. */
    public void leave() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A frame as it was read. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Frame(int type, int flags, int stream, byte[] payload, Map<String, String> fields) {
        private Frame with(Map<String, String> decoded) {
            return new Frame(type, flags, stream, payload, decoded);
        }

        public boolean isLast() {
            return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
        }

        public int status() {
            return Integer.parseInt(fields.get(":status"));
        }

        public int error(int offset) {
            return ByteBuffer.wrap(payload).getInt(offset);
        }

        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return "frame of type " + type + ", flags " + flags + ", stream " + stream + ", " + payload.length
                    + " bytes " + fields;
        }
    }

    /** A response as it was read. */
    public record Reply(int status, Map<String, String> headers, String body) {}
}
