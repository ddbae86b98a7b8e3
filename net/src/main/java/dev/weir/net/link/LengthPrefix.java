package dev.weir.net.link;

import java.net.ProtocolException;

/** See {@link Framing#lengthPrefix}. */
record LengthPrefix(int bytes, int most) implements Framing {
    LengthPrefix {
        if (bytes < 1 || bytes > Integer.BYTES) {
            throw new IllegalArgumentException("a length has 1 to 4 bytes, not " + bytes);
        }
        if (most < 0 || most > Integer.MAX_VALUE - bytes) {
            throw new IllegalArgumentException("a frame can't have " + most + " bytes");
        }
    }

    @Override
    public int length(Frame begun) throws ProtocolException {
        if (begun.length() < bytes) {
            return UNKNOWN;
        }
        long length = 0;
        for (int i = 0; i < bytes; i++) {
            length = length << 8 | begun.octet(i);
        }
        if (length > most) {
            throw new ProtocolException("a frame of " + length + " bytes came, and may have " + most);
        }
        return bytes + (int) length;
    }

    @Override
    public int mark() {
        return bytes;
    }

    @Override
    public void mark(int length, byte[] into) {
        if (bytes < Integer.BYTES && length >>> (8 * bytes) != 0) {
            throw new IllegalArgumentException(
                    "a frame of " + length + " bytes is too long for " + bytes + " bytes that say its length");
        }
        for (int i = 0; i < bytes; i++) {
            into[i] = (byte) (length >>> (8 * (bytes - 1 - i)));
        }
    }
}
