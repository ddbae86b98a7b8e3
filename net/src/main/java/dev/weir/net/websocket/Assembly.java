package dev.weir.net.websocket;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** One message, put together of its frames. */
final class Assembly {
    private final boolean isText;
    private final @Nullable Inflation inflation;
    private final int limit;
    private int size;
    private @Nullable TextDecoder text;
    private @Nullable ByteArrayOutputStream bytes;

    Assembly(boolean isText, @Nullable Inflation inflation, int limit) {
        this.isText = isText;
        this.inflation = inflation;
        this.limit = limit;
    }

    /** How many bytes it has so far. */
    int size() {
        return size;
    }

    /** Adds what a frame holds; the message if that was the last. */
    @Nullable
    Message add(byte[] payload, boolean last) {
        byte[] piece = inflation == null ? payload : inflation.piece(payload, last, limit - size);
        if (piece.length > limit - size) {
            throw MessageReader.tooBig(limit);
        }
        boolean whole = last && text == null && bytes == null;
        size += piece.length;
        return isText ? addText(piece, last, whole) : addBytes(piece, last, whole);
    }

    private @Nullable Message addText(byte[] piece, boolean last, boolean whole) {
        if (whole) {
            return new Message.Text(TextDecoder.whole(piece));
        }
        TextDecoder all = text == null ? new TextDecoder() : text;
        text = all;
        all.add(piece, last);
        return last ? new Message.Text(all.text()) : null;
    }

    private @Nullable Message addBytes(byte[] piece, boolean last, boolean whole) {
        if (whole) {
            return new Message.Binary(piece);
        }
        ByteArrayOutputStream all = bytes == null ? new ByteArrayOutputStream() : bytes;
        bytes = all;
        all.writeBytes(piece);
        return last ? new Message.Binary(all.toByteArray()) : null;
    }
}
