package dev.weir.net.link;

import java.net.ProtocolException;

/** See {@link Framing#lengthPrefix}. */
record LengthPrefix(int bytes, long most) implements Framing {
    LengthPrefix {
        if (bytes < 1 || bytes > Integer.BYTES) {
            throw new IllegalArgumentException("a length has 1 to 4 bytes, not " + bytes);
        }
    }

    @Override
    public long length(Frame begun) throws ProtocolException {
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
        return bytes + length;
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
