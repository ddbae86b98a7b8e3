package dev.weir.net.http.content;

import java.nio.ByteBuffer;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Undoes deflate (RFC 1950, or RFC 1951 as some send it). */
final class DeflateDecoder implements Decoder {
    private @Nullable Inflater inflater;

    @Override
    public int decode(ByteBuffer in, byte[] room) {
        if (inflater == null && !in.hasRemaining()) {
            return 0;
        }
        Inflater current = inflater == null ? new Inflater(!isZlib(in.get(in.position()))) : inflater;
        inflater = current;
        int count = GzipDecoder.inflate(current, in, room);
        if (current.finished() && in.hasRemaining()) {
            throw new Undecodable("something follows its end");
        }
        return count;
    }

    /** What a stored block of RFC 1951 might begin with only if it pads with other than zeros, which nobody does. */
    private static boolean isZlib(byte first) {
        return (first & 0x8f) == 0x08;
    }

    @Override
    public long held(long made) {
        return GzipDecoder.inflaterHeld(made);
    }

    @Override
    public boolean isComplete() {
        return inflater != null && inflater.finished();
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.end();
        }
    }
}
