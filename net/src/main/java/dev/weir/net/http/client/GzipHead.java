package dev.weir.net.http.client;

import java.util.zip.DataFormatException;

/** What precedes a member of a gzip file (RFC 1952 section 2.3). */
final class GzipHead {
    private static final int FIXED = 10;
    private static final int LONGEST = 64 * 1024;
    private static final int CHECKSUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xe0;

    private GzipHead() {}

    /** How long it is, or -1 if it is not all there. */
    static int length(byte[] bytes, int start) throws DataFormatException {
        int available = bytes.length - start;
        if (available < FIXED) {
            return -1;
        }
        int flags = bytes[start + 3] & 0xff;
        if ((bytes[start] & 0xff) != 0x1f || (bytes[start + 1] & 0xff) != 0x8b || bytes[start + 2] != 8) {
            throw new DataFormatException("it is not gzip");
        }
        if ((flags & RESERVED) != 0) {
            throw new DataFormatException("it has flags that are not known here");
        }
        int at = start + FIXED;
        if ((flags & EXTRA) != 0) {
            at = at + 2 > bytes.length ? bytes.length + 1 : at + 2 + (bytes[at] & 0xff) + (bytes[at + 1] & 0xff) * 256;
        }
        at = (flags & NAME) != 0 ? afterZero(bytes, at) : at;
        at = (flags & COMMENT) != 0 ? afterZero(bytes, at) : at;
        at = (flags & CHECKSUM) != 0 ? at + 2 : at;
        if (at > bytes.length && available > LONGEST) {
            throw new DataFormatException("its head is too long");
        }
        return at > bytes.length ? -1 : at - start;
    }

    private static int afterZero(byte[] bytes, int start) {
        int at = start;
        while (at < bytes.length && bytes[at] != 0) {
            at++;
        }
        return at + 1;
    }

    /** Four bytes, the lowest first. */
    static long number(byte[] bytes, int at) {
        long number = 0;
        for (int i = 3; i >= 0; i--) {
            number = number << 8 | (bytes[at + i] & 0xff);
        }
        return number;
    }
}
