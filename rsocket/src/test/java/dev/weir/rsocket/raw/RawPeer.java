package dev.weir.rsocket.raw;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A peer over TCP that sends exactly the frames it is told, and reads only when it is told. */
public final class RawPeer implements AutoCloseable {
    private static final int GENEROUS_MILLIS = Integer.getInteger("raw.millis", 120_000);
    private static final String PROBE = "still there?";

    private final Socket socket;
    private final InputStream in;

    private RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(GENEROUS_MILLIS);
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Connects to a server, without saying anything. */
    public static RawPeer connect(int port) {
        try {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), GENEROUS_MILLIS);
            return new RawPeer(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Listens for clients. */
    public static ServerSocket listen() {
        try {
            ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            server.setSoTimeout(GENEROUS_MILLIS);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next client. */
    public static RawPeer accept(ServerSocket server) {
        try {
            return new RawPeer(server.accept());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public RawPeer send(RawFrame... frames) {
        try {
            socket.getOutputStream().write(RawBytes.framed(frames));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends bytes as they are, if the other side still takes them. */
    public boolean offer(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    /** The next frame; null if the other side has closed. */
    public RawFrame read() {
        try {
            byte[] prefix = in.readNBytes(3);
            if (prefix.length < 3) {
                return null;
            }
            int length = (prefix[0] & 0xff) << 16 | (prefix[1] & 0xff) << 8 | (prefix[2] & 0xff);
            byte[] frame = in.readNBytes(length);
            return frame.length < length ? null : RawFrame.read(frame);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("nothing came", e);
        } catch (IOException reset) {
            return null;
        }
    }

    /** The next frame in words; "end" if the other side has closed. */
    public String next() {
        RawFrame frame = read();
        return frame == null ? "end" : frame.toString();
    }

    /** So many frames in words. */
    public List<String> next(int count) {
        List<String> frames = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            frames.add(next());
        }
        return frames;
    }

    /**
     * What comes until the other side has dealt with all that was sent, and has run what its event loop was given before: the
     * answer to a second keepalive comes after that.
     */
    public List<String> settled() {
        List<String> frames = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            offer(RawBytes.framed(RawFrame.keepalive(RawFrame.RESPOND, PROBE)));
            RawFrame frame;
            while ((frame = read()) != null
                    && !(frame.type() == RawFrame.KEEPALIVE && frame.data().equals(PROBE))) {
                frames.add(frame.toString());
            }
            if (frame == null) {
                frames.add("end");
                return frames;
            }
        }
        return frames;
    }

    /** What comes until the other side closes. */
    public List<String> rest() {
        List<String> frames = new ArrayList<>();
        for (RawFrame frame = read(); frame != null; frame = read()) {
            frames.add(frame.toString());
        }
        return frames;
    }

    /** Breaks the connection off, without a goodbye. */
    public void abort() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends no more. */
    public void finishSending() {
        try {
            socket.shutdownOutput();
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
