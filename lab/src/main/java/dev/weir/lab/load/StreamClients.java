package dev.weir.lab.load;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Clients of RSocket that have asked for streams, count their payloads, and look from when on they come and how late. */
public final class StreamClients extends SocketClients {
    private static final int LENGTH = 3;
    private static final int HEAD = 6;
    private static final int SETUP = 0x01;
    private static final int REQUEST_RESPONSE = 0x04;
    private static final int REQUEST_STREAM = 0x06;
    private static final int PAYLOAD = 0x0a;
    private static final int ERROR = 0x0b;
    private static final int METADATA = 0x100;
    private static final int HOUR_MILLIS = 3_600_000;
    private static final int SLOT_NANOS = 10_000;
    private static final int SLOTS = 200_000; // two seconds
    private static final long SEED = 7;
    private static final String ROUTING = "message/x.rsocket.routing.v0";

    /** When the streams send. */
    public enum Phases {
        /** Each at its own time. */
        RANDOM,
        /** Those of a connection together. */
        ALIGNED
    }

    /**
     * What is asked for.
     *
     * @param streams of each connection
     * @param turns of 10 ms between two times; 0 for streams that never send
     * @param burst payloads each time
     * @param size of a payload, in bytes
     */
    public record Ask(int connections, int streams, Phases phases, int turns, int burst, int size) {
        /** Payloads a second. */
        public double rate() {
            return turns == 0 ? 0 : 100.0 * connections * streams * burst / turns;
        }

        public int allStreams() {
            return connections * streams;
        }
    }

    private final Ask ask;
    private final Random random = new Random(SEED);
    private final Map<SocketChannel, byte[]> begun = new HashMap<>();
    private final Map<SocketChannel, BitSet> heard = new HashMap<>();
    private final long[] late = new long[SLOTS];
    private volatile boolean looking;

    private StreamClients(Ask ask) throws IOException {
        this.ask = ask;
    }

    public static StreamClients connect(InetSocketAddress server, Ask ask) throws IOException, InterruptedException {
        StreamClients clients = new StreamClients(ask);
        try {
            clients.open(server, ask.connections());
            return clients;
        } catch (IOException e) {
            clients.close();
            throw e;
        }
    }

    /** Of a route, as Spring wants it; the others ignore it. */
    private static byte[] metadata(String route) {
        return ByteBuffer.allocate(LENGTH + 1 + route.length())
                .put((byte) 0)
                .putShort((short) (1 + route.length()))
                .put((byte) route.length())
                .put(ascii(route))
                .array();
    }

    private static byte[] frame(int stream, int type, byte[]... parts) {
        int length = HEAD + Arrays.stream(parts).mapToInt(part -> part.length).sum();
        ByteBuffer frame = ByteBuffer.allocate(LENGTH + length);
        frame.put((byte) (length >>> 16))
                .putShort((short) length)
                .putInt(stream)
                .putShort((short) (type << 10 | (type == SETUP ? 0 : METADATA)));
        for (byte[] part : parts) {
            frame.put(part);
        }
        return frame.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] setup() {
        byte[] times = ByteBuffer.allocate(12)
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(HOUR_MILLIS)
                .putInt(HOUR_MILLIS)
                .array();
        return frame(0, SETUP, times, ascii((char) ROUTING.length() + ROUTING), ascii("\ntext/plain"));
    }

    /** What a server has taken since its start. */
    public record Costs(long bytes, double cpuSeconds) {}

    /** What a server has taken, as it says. */
    public static Costs costs(InetSocketAddress server) throws IOException {
        try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
            socket.getOutputStream().write(setup());
            socket.getOutputStream().write(frame(1, REQUEST_RESPONSE, metadata("costs"), ascii("costs")));
            InputStream in = socket.getInputStream();
            byte[] length = in.readNBytes(LENGTH);
            if (length.length < LENGTH) {
                throw new EOFException("the server closed the connection instead of an answer");
            }
            byte[] answer = in.readNBytes(int24(length, 0));
            if ((answer[HEAD - 2] & 0xff) >>> 2 != PAYLOAD) {
                throw new IOException("the server does not tell its costs, but: "
                        + new String(answer, HEAD, answer.length - HEAD, StandardCharsets.US_ASCII));
            }
            String[] words = new String(answer, HEAD, answer.length - HEAD, StandardCharsets.US_ASCII).split(" ");
            return new Costs(Long.parseLong(words[0]), Long.parseLong(words[1]) / 1e9);
        }
    }

    private static int int24(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 16 | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff);
    }

    @Override
    void greet(SocketChannel channel, InetSocketAddress server) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(128 + 80 * ask.streams()).put(setup());
        byte[] route = metadata("stream");
        byte[] credit = ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array();
        int together = random.nextInt(Math.max(1, ask.turns()));
        for (int i = 0; i < ask.streams(); i++) {
            int phase = ask.phases() == Phases.ALIGNED ? together : random.nextInt(Math.max(1, ask.turns()));
            String data = phase + " " + ask.turns() + " " + ask.burst() + " " + ask.size();
            all.put(frame(2 * i + 1, REQUEST_STREAM, credit, route, ascii(data)));
        }
        all.flip();
        while (all.hasRemaining()) {
            int _ = channel.write(all);
        }
    }

    @Override
    int received(SocketChannel channel, ByteBuffer bytes) throws IOException {
        byte[] before = begun.remove(channel);
        byte[] all = bytes.array();
        int end = bytes.limit();
        if (before != null) {
            all = Arrays.copyOf(before, before.length + end);
            System.arraycopy(bytes.array(), 0, all, before.length, end);
            end = all.length;
        }
        int count = 0;
        int at = 0;
        long now = System.nanoTime();
        BitSet streams = looking ? heard.computeIfAbsent(channel, seen -> new BitSet(ask.streams())) : null;
        while (end - at >= LENGTH && end - at >= LENGTH + int24(all, at)) {
            int head = at + LENGTH;
            at = head + int24(all, at);
            int type = (all[head + 4] & 0xff) >>> 2;
            if (type == ERROR) {
                throw new IOException("the server fails a stream or the connection: "
                        + new String(all, head + HEAD + 4, at - head - HEAD - 4, StandardCharsets.US_ASCII));
            }
            if (type == PAYLOAD) {
                count++;
                if (streams != null) {
                    streams.set(ByteBuffer.wrap(all).getInt(head) >>> 1);
                    long time = now - ByteBuffer.wrap(all).getLong(head + HEAD);
                    late[(int) Math.min(SLOTS - 1, Math.max(0, time / SLOT_NANOS))]++;
                }
            }
        }
        if (at < end) {
            begun.put(channel, Arrays.copyOfRange(all, at, end));
        }
        return count;
    }

    /** How many streams have sent something since it is looked; to be asked when nothing comes any more. */
    public int heard() {
        return heard.values().stream().mapToInt(BitSet::cardinality).sum();
    }

    /** From now on it is looked how late payloads are, and which streams they are of. */
    public void look() {
        looking = true;
    }

    /** How late payloads were of which that part was earlier, in milliseconds; to be asked when nothing comes any more. */
    public double late(double part) {
        long wanted = (long) Math.ceil(part * Arrays.stream(late).sum());
        int slot = 0;
        for (long seen = late[0]; seen < wanted; seen += late[slot]) {
            slot++;
        }
        return (slot + 1) * SLOT_NANOS / 1e6;
    }
}
