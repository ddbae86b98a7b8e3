package dev.weir.net.http;

import java.io.IOException;
import java.io.OutputStream;

/**
 * How bytes are coded on their way out: {@code to -> new GZIPOutputStream(to, true)}. See {@link Response#withCoding}.
 */
@FunctionalInterface
public interface Coding {
    /**
     * Begins to code. What is written to the result goes to {@code to} coded, at the latest when it is flushed, which
     * happens once a batch; closing it writes the end and frees what it holds. All on the connection's event loop,
     * nothing may block.
     */
    OutputStream open(OutputStream to) throws IOException;

    /**
     * How many bytes of memory such a stream takes until it is closed, which counts among what the server's connections hold.
     *
     * @param written so many bytes have been written to it
     * @return 264 KiB, as of gzip
     */
    default long memory(long written) {
        return 264 * 1024;
    }

    /** The bytes coded as a whole. */
    default byte[] code(byte[] content) throws IOException {
        java.io.ByteArrayOutputStream coded = new java.io.ByteArrayOutputStream(content.length / 2 + 64);
        try (OutputStream stream = open(coded)) {
            stream.write(content);
        }
        return coded.toByteArray();
    }
}
