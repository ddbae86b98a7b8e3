package dev.weir.rsocket.raw;

import java.io.ByteArrayOutputStream;

/** Frames as they are on a connection of bytes. */
public final class RawBytes {
    private RawBytes() {}

    /** Each with its length before it. */
    public static byte[] framed(RawFrame... frames) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (RawFrame frame : frames) {
            byte[] bytes = frame.bytes();
            out.write(bytes.length >>> 16);
            out.write(bytes.length >>> 8);
            out.write(bytes.length);
            out.writeBytes(bytes);
        }
        return out.toByteArray();
    }
}
