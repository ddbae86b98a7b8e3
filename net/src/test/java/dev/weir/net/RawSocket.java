package dev.weir.net;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A peer that sends exactly what it is told, and reads only when it is told. */
public final class RawSocket implements AutoCloseable {
    private static final int GENEROUS_MILLIS = 120_000;

    private final Socket socket;
    private final InputStream in;

    private RawSocket(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    public static RawSocket connect(int port) {
        return connect(port, 0);
    }

    /**
     * Connects.
     *
     * @param buffers the size of the kernel's buffers on this side, 0 for its choice
     */
    public static RawSocket connect(int port, int buffers) {
        try {
            Socket socket = new Socket();
            if (buffers > 0) {
                socket.setReceiveBufferSize(buffers);
                socket.setSendBufferSize(buffers);
            }
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(GENEROUS_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), GENEROUS_MILLIS);
            return new RawSocket(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connection that a {@link RawServer} accepted. */
    static RawSocket of(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(GENEROUS_MILLIS);
        return new RawSocket(socket);
    }

    public RawSocket send(String latin1) {
        return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    public RawSocket send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends if the peer still takes it: one that refused what came before may have closed by now. */
    public boolean offer(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    public void finishSending() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next line without its end; null at the end of the stream. */
    public String line() {
        try {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    return line.size() == 0 ? null : line.toString(StandardCharsets.ISO_8859_1);
                }
                line.write(c);
            }
            String text = line.toString(StandardCharsets.ISO_8859_1);
            return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] bytes(int count) {
        try {
            byte[] bytes = in.readNBytes(count);
            if (bytes.length < count) {
                throw new AssertionError("the peer closed after " + bytes.length + " of " + count + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that comes until the peer closes its side. */
    public String rest() {
        try {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that comes until the peer resets the connection, which it has to do. */
    public String untilReset() {
        StringBuilder got = new StringBuilder();
        try {
            for (int octet = in.read(); octet >= 0; octet = in.read()) {
                got.append((char) octet);
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the peer did not reset the connection", e);
        } catch (IOException reset) {
            return got.toString();
        }
        throw new AssertionError("the peer closed the connection after \"" + got + "\"");
    }

    /** How many bytes come until the peer closes its side or resets the connection. */
    public long drainToEnd() {
        long count = 0;
        byte[] buffer = new byte[64 * 1024];
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count += n;
            }
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the peer did not close", e);
        } catch (IOException reset) {
            return count;
        }
        return count;
    }

    /** Reads one HTTP response, framed by its length or by chunks. */
    public Reply reply() {
        String status = line();
        if (status == null) {
            throw new AssertionError("the peer closed instead of answering");
        }
        Map<String, String> headers = headers();
        String body;
        if ("chunked".equals(headers.get("transfer-encoding"))) {
            body = chunks();
        } else {
            int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
            body = new String(bytes(length), StandardCharsets.UTF_8);
        }
        return new Reply(Integer.parseInt(status.split(" ")[1]), headers, body);
    }

    /** Reads the head of a response, whose body is left. */
    public Reply head() {
        String status = line();
        if (status == null) {
            throw new AssertionError("the peer closed instead of answering");
        }
        return new Reply(Integer.parseInt(status.split(" ")[1]), headers(), "");
    }

    /** Reads one HTTP request, framed by its length or by chunks. */
    public Asked request() {
        Asked head = requestHead();
        String body = "chunked".equals(head.header("transfer-encoding"))
                ? chunks()
                : new String(
                        bytes(Integer.parseInt(head.headers().getOrDefault("content-length", "0"))),
                        StandardCharsets.UTF_8);
        return new Asked(head.line(), head.headers(), body);
    }

    /** Reads the head of a request, whose body is left. */
    public Asked requestHead() {
        String line = line();
        if (line == null) {
            throw new AssertionError("the peer closed instead of asking");
        }
        return new Asked(line, headers(), "");
    }

    /** A request as it was read; header names in lower case. */
    public record Asked(String line, Map<String, String> headers, String body) {
        public String header(String name) {
            return headers.get(name);
        }
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        return headers;
    }

    private String chunks() {
        StringBuilder body = new StringBuilder();
        for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
            body.append(chunk);
        }
        return body.toString();
    }

    /** One chunk of a response, empty at its end. */
    public String chunk() {
        return new String(chunkBytes(), StandardCharsets.UTF_8);
    }

    /** As {@link #chunk}, as it came. */
    public byte[] chunkBytes() {
        String size = line();
        if (size == null) {
            throw new AssertionError("the peer closed in the midst of a chunked body");
        }
        byte[] chunk = bytes(Integer.parseInt(size, 16));
        if (!line().isEmpty()) {
            throw new AssertionError("a chunk of size " + size + " is too long");
        }
        return chunk;
    }

    /** Closes at once and resets the connection if {@code abruptly}. */
    public void leave(boolean abruptly) {
        try {
            if (abruptly) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        leave(false);
    }

    /** A response as it was read; header names in lower case. */
    public record Reply(int status, Map<String, String> headers, String body) {
        public String header(String name) {
            return headers.get(name);
        }
    }
}
