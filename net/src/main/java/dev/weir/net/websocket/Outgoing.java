package dev.weir.net.websocket;

import dev.weir.Emitter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A message that is there as a whole, and goes out frame by frame. */
final class Outgoing implements Sender.Queued {
    private static final int AT_A_TIME = 64 * 1024;

    private final Message message;
    private final @Nullable Emitter<Void> emitter;
    private final Sender.Way way;
    private byte[] plain = {};
    private int taken; // of that, to be compressed
    private @Nullable ByteArrayOutputStream coded; // as long as there is more to compress
    private byte[] payload = {};
    private boolean compressed;
    private int written;
    private boolean begun;
    private boolean prepared;

    /**
     * A message.
     *
     * @param emitter of a send of this message alone
     */
    Outgoing(Message message, @Nullable Emitter<Void> emitter, Sender.Way way) {
        this.message = message;
        this.emitter = emitter;
        this.way = way;
    }

    /** Whether nobody waits for it any more, and nothing of it was sent. */
    boolean isUnwanted() {
        return !prepared && emitter != null && emitter.isCancelled();
    }

    /** Who waits for it, if that is for nothing else. */
    @Nullable
    Emitter<Void> emitter() {
        return emitter;
    }

    /** Writes the next frame; true if it was the last. */
    boolean writeFrame() {
        boolean isText = message instanceof Message.Text;
        boolean first = !begun;
        begun = true;
        int length = Math.min(way.fragment(), payload.length - written);
        boolean last = written + length == payload.length;
        int opcode = !first ? FrameWriter.CONTINUATION : isText ? FrameWriter.TEXT : FrameWriter.BINARY;
        way.frames().write(opcode, last, first && compressed, payload, written, length);
        written += length;
        return last;
    }

    /** Makes the payload, a part of it in each turn if it is compressed; false if there is more to do. */
    boolean prepare() {
        Deflation deflater = way.deflation();
        if (!prepared) {
            prepared = true;
            plain = bytes(message);
            compressed = deflater != null && deflater.suits(plain.length);
            payload = plain;
            coded = compressed ? new ByteArrayOutputStream(plain.length / 2) : null;
        }
        ByteArrayOutputStream made = coded;
        while (made != null && deflater != null) {
            if (way.turn().rests()) {
                return false;
            }
            int length = Math.min(AT_A_TIME, plain.length - taken);
            boolean last = taken + length == plain.length;
            deflater.compress(plain, taken, length, last, made);
            taken += length;
            way.turn().worked(length);
            if (last) {
                payload = Arrays.copyOf(made.toByteArray(), made.size() - Deflation.TAIL);
                coded = null;
                return true;
            }
        }
        return true;
    }

    private static byte[] bytes(Message message) {
        return switch (message) {
            case Message.Text text -> text.text().getBytes(StandardCharsets.UTF_8);
            case Message.Binary binary -> binary.bytes();
        };
    }
}
