package dev.weir.net.websocket;

import dev.weir.net.loop.Turn;
import java.io.ByteArrayOutputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One message, put together of its frames. */
final class Assembly {
    private final boolean isText;
    private final @Nullable Inflation inflation;
    private final int limit;
    private int size;
    private Inflation.@Nullable Inflating work;
    private boolean last; // that is the last frame
    private @Nullable TextDecoder text;
    private @Nullable ByteArrayOutputStream bytes;

    Assembly(boolean isText, @Nullable Inflation inflation, int limit) {
        this.isText = isText;
        this.inflation = inflation;
        this.limit = limit;
    }

    /** How many bytes it has so far. */
    int size() {
        return work == null ? size : size + work.size();
    }

    /** Whether what a frame holds has yet to be decompressed. */
    boolean isAtWork() {
        return work != null;
    }

    /** Adds what a frame holds; the message if that was the last, and it need not be decompressed: {@link #goOn}. */
    @Nullable
    Message add(byte[] payload, boolean isLast) {
        last = isLast;
        if (inflation != null) {
            work = inflation.begin(payload, isLast, limit - size);
            return null;
        }
        return addPiece(payload);
    }

    /** Decompresses what a frame holds until others come first; the message if that was the last. */
    @Nullable
    Message goOn(Turn turn) {
        Inflation.Inflating current = Objects.requireNonNull(work);
        while (!current.isDone()) {
            if (turn.rests()) {
                return null;
            }
            turn.worked(current.step());
        }
        work = null;
        return addPiece(current.piece());
    }

    private @Nullable Message addPiece(byte[] piece) {
        if (piece.length > limit - size) {
            throw MessageReader.tooBig(limit);
        }
        boolean whole = last && text == null && bytes == null;
        size += piece.length;
        return isText ? addText(piece, whole) : addBytes(piece, whole);
    }

    private @Nullable Message addText(byte[] piece, boolean whole) {
        if (whole) {
            return new Message.Text(TextDecoder.whole(piece));
        }
        TextDecoder all = text == null ? new TextDecoder() : text;
        text = all;
        all.add(piece, last);
        return last ? new Message.Text(all.text()) : null;
    }

    private @Nullable Message addBytes(byte[] piece, boolean whole) {
        if (whole) {
            return new Message.Binary(piece);
        }
        ByteArrayOutputStream all = bytes == null ? new ByteArrayOutputStream() : bytes;
        bytes = all;
        all.writeBytes(piece);
        return last ? new Message.Binary(all.toByteArray()) : null;
    }
}
