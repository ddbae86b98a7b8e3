package dev.weir.net.http.client;

import dev.weir.net.http.client.ClientException.Reason;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Undoes gzip (RFC 1952) and deflate (RFC 1950, or RFC 1951 as some send it), a piece at a time, as it is asked for. */
final class Inflation {
    private static final int PIECE = 16 * 1024;
    private static final long FREE = 1024 * 1024; // so much may come of however little
    private static final byte[] NONE = {};

    private enum Part {
        HEAD,
        DATA,
        TRAILER,
        AFTER,
        DONE
    }

    private final boolean gzip;
    private final int maxInflation;
    private final String request;
    private final CRC32 crc = new CRC32();
    private @Nullable Inflater inflater;
    private byte[] in = NONE;
    private int at;
    private Part part = Part.HEAD;
    private long read;
    private long made;

    private Inflation(boolean gzip, int maxInflation, String request) {
        this.gzip = gzip;
        this.maxInflation = maxInflation;
        this.request = request;
    }

    /** Null if the coding is none that is known here. */
    static @Nullable Inflation of(@Nullable String coding, int maxInflation, String request) {
        return switch (coding == null ? "" : coding.strip().toLowerCase(Locale.ROOT)) {
            case "gzip", "x-gzip" -> new Inflation(true, maxInflation, request);
            case "deflate" -> new Inflation(false, maxInflation, request);
            default -> null;
        };
    }

    void add(ByteBuffer piece) {
        int more = piece.remaining();
        int left = in.length - at;
        byte[] joined = left == 0 ? new byte[more] : Arrays.copyOfRange(in, at, at + left + more);
        piece.get(joined, left, more);
        in = joined;
        at = 0;
        read += more;
    }

    /** The next piece, or null if more has to be added first. */
    @Nullable
    ByteBuffer next() {
        ByteBuffer piece = null;
        boolean more = true;
        while (piece == null && more) {
            switch (part) {
                case HEAD -> more = head();
                case DATA -> {
                    piece = data();
                    more = part != Part.DATA;
                }
                case TRAILER -> more = trailer();
                case AFTER -> more = after();
                case DONE -> more = false;
            }
        }
        return piece;
    }

    private boolean head() {
        int length;
        try {
            length = gzip ? GzipHead.length(in, at) : in.length - at < 2 ? -1 : 0;
        } catch (DataFormatException wrong) {
            throw malformed(wrong.getMessage());
        }
        if (length < 0) {
            return false;
        }
        inflater = new Inflater(gzip || !isZlib());
        crc.reset();
        at += length;
        part = Part.DATA;
        return true;
    }

    private boolean isZlib() {
        int first = in[at] & 0xff;
        int second = in[at + 1] & 0xff;
        return (first & 0x0f) == 8 && (first * 256 + second) % 31 == 0;
    }

    private @Nullable ByteBuffer data() {
        Inflater current = inflater;
        if (current == null) {
            return null;
        }
        if (current.needsInput()) {
            current.setInput(in, at, in.length - at);
            at = in.length;
        }
        byte[] out = new byte[PIECE];
        int count;
        try {
            count = current.inflate(out);
        } catch (DataFormatException wrong) {
            throw malformed(wrong.getMessage());
        }
        made += count;
        crc.update(out, 0, count);
        check(current);
        return count == 0 ? null : ByteBuffer.wrap(count < PIECE / 2 ? Arrays.copyOf(out, count) : out, 0, count);
    }

    private void check(Inflater current) {
        if (made > FREE && made / maxInflation > read) {
            close();
            throw new ClientException(
                    Reason.TOO_LARGE,
                    request + ": the response inflates to more than " + maxInflation
                            + " times its size (setting: maxInflation)");
        }
        if (current.needsDictionary()) {
            throw malformed("it needs a dictionary");
        }
        if (current.finished()) {
            at -= current.getRemaining();
            part = gzip ? Part.TRAILER : Part.AFTER;
        }
    }

    private boolean trailer() {
        if (in.length - at < 8) {
            return false;
        }
        if (GzipHead.number(in, at) != crc.getValue()) {
            throw malformed("its checksum does not match");
        }
        at += 8;
        part = Part.AFTER;
        return true;
    }

    /** Gzip may go on with another member. */
    private boolean after() {
        if (at == in.length) {
            return false;
        }
        if (!gzip) {
            throw malformed("something follows its end");
        }
        free();
        part = Part.HEAD;
        return true;
    }

    /** Nothing more will be added: notices the end if what was made so far is all. */
    void settle() {
        if (part == Part.TRAILER) {
            boolean _ = trailer();
        }
        if (part == Part.AFTER && at == in.length) {
            close();
        }
    }

    /** Nothing more will be added. */
    void end() {
        if (part != Part.DONE && part != Part.AFTER && (read > 0 || part != Part.HEAD)) {
            throw malformed("it ends too early");
        }
        close();
    }

    boolean isDone() {
        return part == Part.DONE;
    }

    private ClientException malformed(@Nullable String why) {
        close();
        return new ClientException(Reason.PROTOCOL, request + ": the compressed response can't be read: " + why);
    }

    void close() {
        part = Part.DONE;
        free();
    }

    private void free() {
        Inflater current = inflater;
        inflater = null;
        if (current != null) {
            current.end();
        }
    }
}
