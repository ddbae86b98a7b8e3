package dev.weir.rsocket.raw;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.One;
import dev.weir.net.link.Framing;
import dev.weir.net.link.Link;
import dev.weir.net.link.Links;
import dev.weir.net.link.Speaker;
import dev.weir.net.tcp.TcpClient;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.RSocketServer;
import dev.weir.rsocket.Setup;
import dev.weir.rsocket.engine.Limits;
import dev.weir.rsocket.engine.Numbered;
import dev.weir.rsocket.engine.Session;
import dev.weir.rsocket.loop.Bytes;
import dev.weir.rsocket.loop.Interaction;
import dev.weir.rsocket.loop.LoopConnection;
import dev.weir.rsocket.loop.Responder;
import dev.weir.rsocket.loop.StreamListener;
import dev.weir.rsocket.loop.View;
import dev.weir.testkit.VirtualTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Servers and clients whose time stands still, and what they say to the bytes of one connection. */
final class FuzzedEnd implements AutoCloseable {
    private static final Framing FRAMES = Framing.lengthPrefix(3, 0xffffff);
    private static final Links.Client<TcpClient, SocketAddress> CLIENTS = Links.of(TcpClient.class);
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Limits LIMITS = new Limits(10, 2_000, 4_000, 1 << 20, 1_000, 100, Duration.ofSeconds(10));
    private static final int QUIET = 3;
    private static final int MOST_ROUNDS = 100_000;

    private final VirtualTime time = new VirtualTime();
    private final RSocketServer server;
    private final TcpClient client;
    private final Asking keepsTheLoop = new Asking();
    private final Runnable check;

    FuzzedEnd() {
        server = RSocketServer.builder()
                .bind("127.0.0.1", 0)
                .threads(1)
                .clock(time)
                .maxStreams(LIMITS.maxStreams())
                .maxPayload(LIMITS.maxPayload())
                .maxAssembled(LIMITS.maxAssembled())
                .fragment(LIMITS.fragment())
                .loop((connection, setup) -> One.of(new Echo()))
                .start()
                .await(GENEROUS);
        client = TcpClient.builder().threads(1).clock(time).build();
        connect(server.port(), keepsTheLoop);
        keepsTheLoop.roundTrip();
        check = () -> {
            try (RawPeer peer = RawPeer.connect(server.port())) {
                peer.send(RawFrame.setup(), RawFrame.response(1, "still there?"));
                if (!peer.next().equals("1 PAYLOAD CN still there?")) {
                    throw new AssertionError("the server does not answer others");
                }
            }
        };
    }

    private void connect(int port, Asking asking) {
        CLIENTS.speak(client, InetSocketAddress.createUnresolved("127.0.0.1", port), FRAMES, asking::dial)
                .await(GENEROUS);
    }

    /** Whether another connection after all that is served; whatever came before is done by then. */
    void check() {
        check.run();
    }

    /** Sends pieces to the server, each when it has seen the one before; all that it says until it closes. */
    byte[] serve(List<byte[]> pieces) throws IOException {
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))) {
            return play(channel, pieces, this::check);
        }
    }

    /**
     * What becomes of a client's requests.
     *
     * @param pieces that a server sends, each when the client has seen the one before
     */
    List<String> ask(List<byte[]> pieces) throws Exception {
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
            Asking asking = new Asking();
            connect(port, asking);
            try (SocketChannel channel = listening.accept()) {
                play(channel, pieces, asking::roundTrip);
            } catch (AssertionError staysOpen) {
                throw new AssertionError(
                        asking.words + " of "
                                + pieces.stream().map(HexFormat.of()::formatHex).toList(),
                        staysOpen);
            }
            asking.closed.get(120, TimeUnit.SECONDS);
            return asking.words;
        }
    }

    private static byte[] play(SocketChannel channel, List<byte[]> pieces, Runnable roundTrip) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        boolean open = true;
        for (byte[] piece : pieces) {
            write(channel, piece);
            roundTrip.run();
            open = open && read(channel, said);
        }
        for (int quiet = 0; open && quiet < QUIET; quiet++) {
            int before = said.size();
            roundTrip.run();
            open = read(channel, said);
            quiet = said.size() == before ? quiet : -1;
        }
        if (open) {
            channel.shutdownOutput();
        }
        for (int i = 0; open; i++) {
            roundTrip.run();
            open = read(channel, said);
            if (i > MOST_ROUNDS) {
                throw new AssertionError("the connection stays open");
            }
        }
        return said.toByteArray();
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

    @Override
    public void close() {
        LoopConnection kept = keepsTheLoop.connection.join();
        kept.post(() -> kept.close("done"));
        server.close();
    }

    private static ByteBuffer copy(Bytes bytes) {
        return ByteBuffer.wrap(bytes.copy());
    }

    /** Answers with what it was asked, a stream with that once for each demand, four times at most. */
    private static final class Echo implements Responder {
        @Override
        public StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) {
            Bytes given = payload.metadata();
            ByteBuffer metadata = given == null ? null : copy(given);
            ByteBuffer data = copy(payload.data());
            if (kind == Interaction.CHANNEL) {
                connection.request(stream, 2);
            }
            return new StreamListener() {
                private int left = kind == Interaction.STREAM ? 4 : 1;

                @Override
                public void demanded(LoopConnection same, int number) {
                    while (left > 0 && same.wants(number)) {
                        left--;
                        if (left == 0 && kind != Interaction.CHANNEL) {
                            same.last(number, metadata, data);
                        } else {
                            same.next(number, metadata, data);
                        }
                    }
                }

                @Override
                public void next(LoopConnection same, int number, View item) {
                    if (same.wants(number)) {
                        same.next(number, null, copy(item.data()));
                    }
                    same.request(number, 1);
                }

                @Override
                public void complete(LoopConnection same, int number) {
                    same.complete(number);
                }

                @Override
                public void failed(LoopConnection same, int number, RSocketException failure) {}
            };
        }
    }

    /** A client that asks for one of each, and writes down what becomes of it. */
    private static final class Asking implements Responder, StreamListener {
        private final List<String> words = new ArrayList<>();
        private final CompletableFuture<LoopConnection> connection = new CompletableFuture<>();
        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        Speaker dial(Link link) {
            ByteBuffer nothing = ByteBuffer.allocate(0);
            Setup setup = new Setup(GENEROUS, GENEROUS, "a/b", "a/b", false, null, nothing);
            Session session = Numbered.client(link, LIMITS, setup, this);
            LoopConnection own = session.handle();
            own.requestResponse(null, nothing, this);
            own.requestStream(null, nothing, 3, this);
            own.requestChannel(null, nothing, false, 3, this);
            own.requestStream(null, nothing, Long.MAX_VALUE, this);
            connection.complete(own);
            return session;
        }

        void roundTrip() {
            CompletableFuture<Void> done = new CompletableFuture<>();
            assertTrue(connection.orTimeout(120, TimeUnit.SECONDS).join().post(() -> done.complete(null)));
            done.orTimeout(120, TimeUnit.SECONDS).join();
        }

        @Override
        public StreamListener request(LoopConnection same, int stream, Interaction kind, View payload) {
            words.add(stream + " asks " + kind + " " + text(payload));
            return this;
        }

        @Override
        public void fireAndForget(LoopConnection same, View payload) {
            words.add("fired " + text(payload));
        }

        @Override
        public void metadataPush(LoopConnection same, Bytes metadata) {
            words.add("pushed " + metadata.text());
        }

        @Override
        public void closed(LoopConnection same, Throwable failure) {
            words.add("closed");
            closed.complete(null);
        }

        @Override
        public void next(LoopConnection same, int stream, View payload) {
            words.add(stream + " next " + text(payload));
        }

        @Override
        public void complete(LoopConnection same, int stream) {
            words.add(stream + " complete");
        }

        @Override
        public void failed(LoopConnection same, int stream, RSocketException failure) {
            words.add(stream + " failed " + failure.getClass().getSimpleName());
        }

        @Override
        public void demanded(LoopConnection same, int stream) {
            while (stream == 5 && same.wants(stream)) {
                same.next(stream, null, ByteBuffer.wrap("item".getBytes(StandardCharsets.UTF_8)));
                words.add(stream + " sent");
                if (words.size() > 100) {
                    same.complete(stream);
                }
            }
        }

        @Override
        public void cancelled(LoopConnection same, int stream) {
            words.add(stream + " cancelled");
        }

        private static String text(View payload) {
            Bytes metadata = payload.metadata();
            return (metadata == null ? "" : metadata.text() + "|")
                    + payload.data().text();
        }
    }
}
