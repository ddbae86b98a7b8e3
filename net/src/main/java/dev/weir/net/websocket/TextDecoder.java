package dev.weir.net.websocket;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Text that comes in several pieces, refused as soon as a piece can't be UTF-8. */
final class TextDecoder {
    private static final int STEP = 8 * 1024;
    private static final char REPLACEMENT = '\uFFFD';

    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder(); // it reports what is malformed
    private final StringBuilder text = new StringBuilder();
    private final CharBuffer step = CharBuffer.allocate(STEP);
    private byte[] left = {}; // of a character that the next piece completes

    /** The text of a message that came in one piece. */
    static String whole(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) { // sent as such, or put in place of something malformed
            new TextDecoder().add(bytes, true);
        }
        return text;
    }

    void add(byte[] piece, boolean last) {
        ByteBuffer in = ByteBuffer.allocate(left.length + piece.length)
                .put(left)
                .put(piece)
                .flip();
        CoderResult result;
        do {
            result = decoder.decode(in, step, last);
            check(result);
            append();
        } while (result.isOverflow());
        if (last) {
            check(decoder.flush(step));
            append();
        }
        left = new byte[in.remaining()];
        in.get(left);
    }

    private static void check(CoderResult result) {
        if (result.isError()) {
            throw new WebSocketException(CloseReason.INVALID_DATA, "a message of text is not UTF-8");
        }
    }

    private void append() {
        text.append(step.flip());
        step.clear();
    }

    String text() {
        return text.toString();
    }

    /** The text of the pieces that were added since it was taken last. */
    String take() {
        String taken = text.toString();
        text.setLength(0);
        return taken;
    }
}
