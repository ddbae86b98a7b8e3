package dev.weir.net.websocket;

import dev.weir.Emitter;
import dev.weir.Many;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Progress;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A message that is sent in pieces as they are made, a frame or more for each; on its event loop. */
final class Streaming implements Sender.Queued, Progress {
    /*
     * It is asked for pieces when it is its turn, and while the peer keeps up; until its end no other message can be sent,
     * as the frames of messages do not mix (RFC 6455 section 5.4). Which piece is the last is known when there are no more,
     * so the last frame is empty.
     */
    private static final byte[] NOTHING = {};

    /** An empty block, whose end the receiver adds (RFC 7692 section 7.2.3.6). */
    private static final byte[] EMPTY_BLOCK = {0};

    private final Sender.Way way;
    private final boolean isText;
    private final @Nullable Deflation deflation;
    private final Emitter<Void> emitter;
    private final Many<?> source;
    private final Outbound<Object> outbound;
    private final TextEncoder text = new TextEncoder();
    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
    private final Runnable go;
    private int written; // of the first piece
    private long accepted;
    private boolean asked;
    private boolean begun; // something was sent
    private boolean complete;

    /**
     * A message.
     *
     * @param go called when there is more to write
     */
    Streaming(MessageStream message, Emitter<Void> emitter, Sender.Way way, LoopShare share, Runnable go) {
        this.way = way;
        this.isText = message instanceof MessageStream.Text;
        Deflation deflater = way.deflation();
        this.deflation = deflater != null && deflater.suitsAny() ? deflater : null;
        this.emitter = emitter;
        this.go = go;
        Many<?> given = switch (message) {
            case MessageStream.Text(Many<String> texts) -> texts;
            case MessageStream.Binary(Many<ByteBuffer> bytes) -> bytes;
        };
        this.source = given.withContext(_ -> emitter.context().withClock(share.clock()));
        this.outbound = new Outbound<>(share.loop(), way.out(), this, this::take, this::end);
    }

    private void take(Object piece, Output to) {
        add(piece instanceof String some ? text.add(some) : bytes((ByteBuffer) piece));
        go.run();
    }

    private void end(@Nullable Throwable failure) {
        if (failure != null) {
            emitter.error(failure);
        } else {
            complete = true;
            add(text.rest());
            go.run();
            way.out().flushSoon();
        }
    }

    private static byte[] bytes(ByteBuffer piece) {
        byte[] bytes = new byte[piece.remaining()];
        piece.get(piece.position(), bytes); // whose position stays: it may be sent again, or elsewhere
        return bytes;
    }

    private void add(byte[] piece) {
        accepted += piece.length;
        if (piece.length > 0) {
            pieces.add(piece);
        }
    }

    Emitter<Void> emitter() {
        return emitter;
    }

    /** Whether something of it was sent, so that the peer waits for the rest. */
    boolean hasBegun() {
        return begun;
    }

    /** Asks for pieces, as it is its turn and the peer keeps up. */
    void pull() {
        if (asked) {
            outbound.pull();
        } else {
            asked = true;
            source.subscribe(outbound);
        }
    }

    void cancel() {
        outbound.cancel();
    }

    @Override
    public boolean isWritable() {
        return pieces.isEmpty() && way.out().isWritable();
    }

    @Override
    public long total() {
        return accepted;
    }

    /** Whether something can be written. */
    boolean isReady() {
        return complete || !pieces.isEmpty();
    }

    /** Writes the next frame; true if it was the last. */
    boolean writeFrame() {
        byte[] piece = pieces.peek();
        if (piece == null) {
            byte[] last = deflation != null && begun ? EMPTY_BLOCK : NOTHING;
            write(true, last, 0, last.length);
            return true;
        }
        int length = Math.min(way.fragment(), piece.length - written);
        if (deflation == null) {
            write(false, piece, written, length);
        } else {
            byte[] coded = coded(deflation, piece, length);
            write(false, coded, 0, coded.length);
        }
        written += length;
        if (written == piece.length) {
            pieces.remove();
            written = 0;
        }
        return false;
    }

    private byte[] coded(Deflation deflater, byte[] piece, int length) {
        ByteArrayOutputStream coded = new ByteArrayOutputStream(length / 2);
        deflater.flush(piece, written, length, coded);
        way.turn().worked(length);
        return coded.toByteArray();
    }

    private void write(boolean last, byte[] payload, int offset, int length) {
        int opcode = begun ? FrameWriter.CONTINUATION : isText ? FrameWriter.TEXT : FrameWriter.BINARY;
        boolean compressed = deflation != null && !begun && !last;
        begun = true;
        way.frames().write(opcode, last, compressed, payload, offset, length);
        if (last && deflation != null) {
            deflation.endMessage();
        }
    }
}
