package dev.weir.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A server that does exactly what it is told, to find out what clients make of it. */
public final class RawServer implements AutoCloseable {
    private static final int GENEROUS_MILLIS = 120_000;

    private final ServerSocket socket;
    private final List<Socket> below = new ArrayList<>(); // TLS, whose end leaves them open

    private RawServer(ServerSocket socket) {
        this.socket = socket;
    }

    public static RawServer start() {
        return start(0);
    }

    /**
     * Listens.
     *
     * @param buffers the size of the kernel's buffers on this side, 0 for its choice
     */
    public static RawServer start(int buffers) {
        try {
            ServerSocket socket = new ServerSocket();
            if (buffers > 0) {
                socket.setReceiveBufferSize(buffers);
            }
            socket.setSoTimeout(GENEROUS_MILLIS);
            socket.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return new RawServer(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return socket.getLocalPort();
    }

    public String url(String target) {
        return "http://127.0.0.1:" + port() + target;
    }

    /** The next connection. */
    public RawSocket accept() {
        try {
            return RawSocket.of(socket.accept());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next connection, whose client speaks TLS; to finish sending is to say so over TLS alone. */
    public RawSocket accept(SSLContext context) {
        try {
            return RawSocket.of(tls(context, "http/1.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next connection, to which the end of a handshake of TLS 1.2 and a goodbye come as one. */
    public void shakeHandsAndLeave(SSLContext context) throws IOException {
        try (Socket plain = socket.accept()) {
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            engine.setEnabledProtocols(new String[] {"TLSv1.2"});
            ByteBuffer nothing = ByteBuffer.allocate(0);
            ByteBuffer in = ByteBuffer.allocate(1 << 16).limit(0);
            ByteBuffer made = ByteBuffer.allocate(1 << 16);
            ByteBuffer out = ByteBuffer.allocate(1 << 16);
            engine.beginHandshake();
            while (engine.getHandshakeStatus() != SSLEngineResult.HandshakeStatus.NOT_HANDSHAKING) {
                switch (engine.getHandshakeStatus()) {
                    case NEED_TASK -> engine.getDelegatedTask().run();
                    case NEED_WRAP -> engine.wrap(nothing, out); // the last flight stays here
                    default -> {
                        plain.getOutputStream().write(out.array(), 0, out.position());
                        out.clear();
                        if (engine.unwrap(in, made).getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
                            in.compact();
                            int count = plain.getInputStream().read(in.array(), in.position(), in.remaining());
                            if (count < 0) {
                                throw new EOFException();
                            }
                            in.position(in.position() + count).flip();
                        }
                    }
                }
            }
            engine.closeOutbound();
            engine.wrap(nothing, out);
            plain.getOutputStream().write(out.array(), 0, out.position());
        }
    }

    /** As {@link #accept(SSLContext)}, of a client of HTTP/2 that is told these settings. */
    public RawHttp2 acceptHttp2(SSLContext context, byte... settings) {
        try {
            return RawHttp2.of(tls(context, "h2"), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SSLSocket tls(SSLContext context, String protocol) throws IOException {
        Socket plain = socket.accept();
        below.add(plain);
        SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", port(), false);
        secure.setUseClientMode(false);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        secure.setSSLParameters(parameters);
        return secure;
    }

    /** The next connection, whose client speaks HTTP/2, and is told these settings. */
    public RawHttp2 acceptHttp2(byte... settings) {
        try {
            return RawHttp2.of(socket.accept(), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket plain : below) {
                plain.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
