package dev.weir.net.http.wire;

import dev.weir.net.loop.Output;
import java.nio.ByteBuffer;

/** Writes what requests and responses have in common (RFC 9112 sections 5 and 7.1). */
public final class MessageWriter {
    private MessageWriter() {}

    /** Writes a field, which was checked before. */
    public static void field(Output out, String name, String value) {
        out.latin1(name);
        out.octet(':');
        out.octet(' ');
        out.latin1(value);
        out.crlf();
    }

    /**
     * Writes fields.
     *
     * @param fields name, value, name, value …, checked before
     */
    public static void fields(Output out, String[] fields) {
        for (int i = 0; i < fields.length; i += 2) {
            field(out, fields[i], fields[i + 1]);
        }
    }

    /** Writes a piece of a body, which is not empty, as a chunk if that is how it is framed. */
    public static void piece(Output out, ByteBuffer bytes, boolean chunked) {
        if (chunked) {
            out.number(bytes.remaining(), 16);
            out.crlf();
        }
        out.bytes(bytes);
        if (chunked) {
            out.crlf();
        }
    }

    /** Writes the end of a body in chunks, and what follows it. */
    public static void end(Output out, String[] trailers) {
        out.octet('0');
        out.crlf();
        fields(out, trailers);
        out.crlf();
    }
}
