package dev.weir.rsocket.engine;

import dev.weir.net.link.Speaker;
import dev.weir.rsocket.frame.FrameType;
import dev.weir.testkit.VirtualTime;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A link without a network: what is sent is kept as text, what comes is given by hand. */
public class FakeLink extends MemoryLink {
    final VirtualTime time;
    public final List<String> sent = new ArrayList<>();
    final List<byte[]> bytes = new ArrayList<>();
    public boolean writable = true;
    boolean closed;
    int holds;
    private final Queue<byte[]> held = new ArrayDeque<>();
    private Speaker speaker;

    public FakeLink() {
        this(new VirtualTime());
    }

    FakeLink(VirtualTime time) {
        super(time);
        this.time = time;
    }

    public void speaks(Speaker newSpeaker) {
        speaker = newSpeaker;
    }

    /** A frame comes from the peer. */
    public void comes(byte[] frame) throws Exception {
        held.add(frame);
        give();
    }

    private void give() throws Exception {
        while (!paused && !closed && !held.isEmpty()) {
            speaker.frame(frame(held.remove()));
        }
    }

    public void comes(int stream, int type, int flags, Object... parts) throws Exception {
        comes(frame(stream, type, flags, parts));
    }

    /** A frame of parts: an Integer has 4 bytes, a Long 8, a Short 2, a text its bytes; metadata is a text in a list. */
    public static byte[] frame(int stream, int type, int flags, Object... parts) {
        ByteBuffer frame = ByteBuffer.allocate(1 << 20);
        frame.putInt(stream).putShort((short) ((type << 10) | flags));
        for (Object part : parts) {
            switch (part) {
                case Integer number -> frame.putInt(number);
                case Long number -> frame.putLong(number);
                case Short number -> frame.putShort(number);
                case Byte number -> frame.put(number);
                case List<?> metadata -> {
                    byte[] text = metadata.getFirst().toString().getBytes(StandardCharsets.UTF_8);
                    frame.put((byte) (text.length >>> 16))
                            .putShort((short) text.length)
                            .put(text);
                }
                default -> frame.put(part.toString().getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] all = new byte[frame.position()];
        frame.flip().get(all);
        return all;
    }

    /** What a client with usual settings begins with. */
    public static byte[] setup() {
        return frame(0, FrameType.SETUP, 0, (short) 1, (short) 0, 20_000, 90_000, (byte) 3, "a/b", (byte) 3, "c/d");
    }

    /** Some of a frame comes from the peer. */
    void comesInPart() {
        partCameAt = time.nanoTime();
    }

    /** The connection is cut. */
    public void gone() {
        closed = true;
        speaker.closed(new IOException("cut"));
    }

    public void writable() {
        writable = true;
        speaker.writable();
    }

    public void pass(java.time.Duration time) {
        this.time.advance(time);
        speaker.look(this.time.nanoTime());
    }

    /** What was sent since this was asked before, as text. */
    String take() {
        String all = String.join("\n", sent);
        sent.clear();
        bytes.clear();
        return all;
    }

    /** A frame in short, as {@code 1 PAYLOAD NC "data"}. */
    static String describe(ByteBuffer frame) {
        int stream = frame.getInt();
        int word = frame.getShort() & 0xffff;
        int type = word >>> 10;
        StringBuilder text = new StringBuilder().append(stream).append(' ').append(name(type));
        if (type == FrameType.REQUEST_N || type == FrameType.REQUEST_STREAM || type == FrameType.REQUEST_CHANNEL) {
            text.append(' ').append(frame.getInt());
        } else if (type == FrameType.ERROR) {
            text.append(" 0x").append(Integer.toHexString(frame.getInt()));
        } else if (type == FrameType.KEEPALIVE) {
            text.append(' ').append(frame.getLong());
        } else if (type == FrameType.LEASE) {
            text.append(' ').append(frame.getInt()).append(' ').append(frame.getInt());
        } else if (type == FrameType.SETUP) {
            return text.toString();
        }
        text.append(flags(word, type));
        if ((word & FrameType.HAS_METADATA) != 0 && type != FrameType.METADATA_PUSH) {
            byte[] metadata = new byte[(frame.get() & 0xff) << 16 | (frame.getShort() & 0xffff)];
            frame.get(metadata);
            text.append(" [")
                    .append(new String(metadata, StandardCharsets.UTF_8))
                    .append(']');
        }
        byte[] data = new byte[frame.remaining()];
        frame.get(data);
        return text.append(data.length == 0 ? "" : " " + new String(data, StandardCharsets.UTF_8))
                .toString();
    }

    private static String flags(int word, int type) {
        boolean payload = type == FrameType.PAYLOAD;
        String next = payload && (word & FrameType.NEXT) != 0 ? "N" : "";
        String complete = (word & FrameType.COMPLETE) != 0 ? "C" : "";
        String follows = (word & FrameType.FOLLOWS) == 0 ? "" : type == FrameType.KEEPALIVE ? "R" : "F";
        String all = next + complete + follows;
        return all.isEmpty() ? "" : " " + all;
    }

    private static String name(int type) {
        return switch (type) {
            case FrameType.SETUP -> "SETUP";
            case FrameType.LEASE -> "LEASE";
            case FrameType.KEEPALIVE -> "KEEPALIVE";
            case FrameType.REQUEST_RESPONSE -> "RESPONSE";
            case FrameType.REQUEST_FNF -> "FNF";
            case FrameType.REQUEST_STREAM -> "STREAM";
            case FrameType.REQUEST_CHANNEL -> "CHANNEL";
            case FrameType.REQUEST_N -> "REQUEST_N";
            case FrameType.CANCEL -> "CANCEL";
            case FrameType.PAYLOAD -> "PAYLOAD";
            case FrameType.ERROR -> "ERROR";
            case FrameType.METADATA_PUSH -> "PUSH";
            case FrameType.RESUME -> "RESUME";
            case FrameType.RESUME_OK -> "RESUME_OK";
            default -> "TYPE" + type;
        };
    }

    @Override
    public void hold() {
        holds++;
    }

    @Override
    public void release() {
        holds--;
    }

    @Override
    public boolean isWritable() {
        return writable;
    }

    @Override
    void sent(byte[] frame) {
        if (!closed) {
            bytes.add(frame);
            sent.add(describe(ByteBuffer.wrap(frame)));
        }
    }

    @Override
    public void resume() {
        super.resume();
        try {
            give();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void abort() {
        closed = true;
    }
}
