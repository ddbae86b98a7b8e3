package dev.weir.net.http.content;

import java.nio.ByteBuffer;

/** What gzip puts around compressed bytes (RFC 1952), read as it comes. */
final class GzipFrame {
    private static final int CHECKED = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int FIXED = 10;
    private static final int LONGEST = 64 * 1024 + 4096; // the longest extra field, and names that make sense

    private enum HeaderPart {
        FIXED,
        EXTRA_LENGTH,
        EXTRA,
        NAME,
        COMMENT,
        CHECK,
        OVER
    }

    private HeaderPart part = HeaderPart.FIXED;
    private int at; // bytes of the part that were read
    private int total;
    private int flags;
    private int extra;
    private long trailer;
    private int trailerBytes;

    /** Reads the header; false if more of it has to come. */
    boolean header(ByteBuffer piece) {
        while (part != HeaderPart.OVER && piece.hasRemaining()) {
            if (++total > LONGEST) {
                throw wrong();
            }
            take(piece.get() & 0xff);
        }
        return part == HeaderPart.OVER;
    }

    private void take(int octet) {
        int place = at++;
        switch (part) {
            case FIXED -> fixed(place, octet);
            case EXTRA_LENGTH -> {
                extra |= octet << (8 * place);
                endsIf(place == 1);
            }
            case EXTRA -> endsIf(at == extra);
            case NAME, COMMENT -> endsIf(octet == 0);
            case CHECK -> endsIf(place == 1);
            case OVER -> throw new IllegalStateException("the header is over");
        }
    }

    private void fixed(int place, int octet) {
        boolean right = switch (place) {
            case 0 -> octet == 0x1f;
            case 1 -> octet == 0x8b;
            case 2 -> octet == 8;
            case 3 -> (octet & 0xe0) == 0;
            default -> true;
        };
        if (!right) {
            throw wrong();
        }
        flags = place == 3 ? octet : flags;
        endsIf(at == FIXED);
    }

    private void endsIf(boolean end) {
        if (end) {
            do {
                part = after(part);
                at = 0;
            } while (!isThere());
        }
    }

    private static HeaderPart after(HeaderPart part) {
        return switch (part) {
            case FIXED -> HeaderPart.EXTRA_LENGTH;
            case EXTRA_LENGTH -> HeaderPart.EXTRA;
            case EXTRA -> HeaderPart.NAME;
            case NAME -> HeaderPart.COMMENT;
            case COMMENT -> HeaderPart.CHECK;
            case CHECK, OVER -> HeaderPart.OVER;
        };
    }

    private boolean isThere() {
        return switch (part) {
            case FIXED, OVER -> true;
            case EXTRA_LENGTH -> (flags & EXTRA) != 0;
            case EXTRA -> extra > 0;
            case NAME -> (flags & NAME) != 0;
            case COMMENT -> (flags & COMMENT) != 0;
            case CHECK -> (flags & CHECKED) != 0;
        };
    }

    private static Undecodable wrong() {
        return new Undecodable("it does not begin as gzip does");
    }

    /** Reads the trailer, which says the checksum and the length of what was compressed. */
    void trailer(ByteBuffer piece, long checksum, long length) {
        while (trailerBytes < 8 && piece.hasRemaining()) {
            trailer |= (piece.get() & 0xffL) << (8 * trailerBytes++);
        }
        if (trailerBytes == 8 && trailer != (checksum | length << 32)) {
            throw new Undecodable("its checksum does not match");
        }
    }

    boolean isOver() {
        return trailerBytes == 8;
    }
}
