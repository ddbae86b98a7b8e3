package dev.weir.net.fuzz;

import dev.weir.net.RawSocket;
import dev.weir.net.http.Handler;
import dev.weir.net.http.TestServer;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/** A server whose time stands still unless it is told, and what it says to the bytes of one connection. */
final class FuzzedServer implements AutoCloseable {
    private static final int QUIET = 4;
    private static final int LONGEST_LIMITS = 30; // of ten seconds each
    private static final int MOST_ROUNDS = 100_000;

    private final VirtualTime time = new VirtualTime();
    private final TestServer server;

    FuzzedServer(Handler handler) {
        server = TestServer.start(handler, builder -> builder.clock(time).stuckAfter(Duration.ZERO));
    }

    /** How a connection ends that the server keeps open. */
    enum End {
        /** The client sends no more. */
        FINISHED,
        /** The client says nothing, until the server's limits are over. */
        SILENT
    }

    /**
     * Sends pieces one after the other, each when the event loop has seen the one before.
     *
     * @return all that the server said until it closed
     */
    byte[] play(List<byte[]> pieces, End end) throws IOException {
        try (SocketChannel channel = open()) {
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            boolean open = true;
            for (byte[] piece : pieces) {
                write(channel, piece);
                server.roundTrip();
                open = open && read(channel, said);
            }
            for (int quiet = 0; open && quiet < QUIET; quiet++) {
                int before = said.size();
                server.roundTrip();
                open = read(channel, said);
                quiet = said.size() == before ? quiet : -1;
            }
            if (open && end == End.FINISHED) {
                channel.shutdownOutput();
            }
            for (int i = 0; open; i++) {
                if (end == End.SILENT) {
                    time.advance(Duration.ofSeconds(10));
                }
                server.roundTrip();
                open = read(channel, said);
                if (i > (end == End.SILENT ? LONGEST_LIMITS : MOST_ROUNDS)) {
                    throw new AssertionError("the server does not close, the client has " + end + "; it said "
                            + HexFormat.of().formatHex(said.toByteArray()) + " to "
                            + pieces.stream().map(HexFormat.of()::formatHex).toList());
                }
            }
            return said.toByteArray();
        }
    }

    private SocketChannel open() throws IOException {
        SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        return channel;
    }

    private static void write(SocketChannel channel, byte[] piece) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(piece);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException closed) {
            // what was said before is still to be read
        }
    }

    private static boolean read(SocketChannel channel, ByteArrayOutputStream said) {
        ByteBuffer bytes = ByteBuffer.allocate(16 * 1024);
        try {
            int count;
            while ((count = channel.read(bytes)) > 0) {
                said.write(bytes.array(), 0, count);
                bytes.clear();
            }
            return count == 0;
        } catch (IOException reset) {
            return false;
        }
    }

    /** Whether a connection after all that is served. */
    void check() {
        RawSocket.Reply reply = server.get("/test-ping");
        if (reply.status() != 204) {
            throw new AssertionError("the next connection got " + reply);
        }
    }

    int connections() {
        return server.server().connections();
    }

    @Override
    public void close() {
        server.close();
    }
}
