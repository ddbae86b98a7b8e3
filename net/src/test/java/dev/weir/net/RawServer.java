package dev.weir.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A server that does exactly what it is told, to find out what clients make of it. */
public final class RawServer implements AutoCloseable {
    private static final int GENEROUS_MILLIS = 120_000;

    private final ServerSocket socket;

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

    /** The next connection, whose client speaks HTTP/2. */
    public RawHttp2 acceptHttp2() {
        try {
            return RawHttp2.of(socket.accept());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
