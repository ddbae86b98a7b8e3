package dev.weir.net.http.content;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Undoes Zstandard (RFC 8878) with windows of up to 8 MiB, which is what may be sent (RFC 9659), by zstd-jni. */
final class ZstdDecoder implements Decoder {
    private static final int WINDOW_BITS = 23;
    private static final int WINDOW = 1 << WINDOW_BITS;
    private static final int BLOCK = 128 * 1024; // which it may have to read as a whole
    private static final int STATE = 32 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final PieceStream source = new PieceStream();
    private final ZstdInputStreamNoFinalizer decoder;
    private boolean drained = true;

    ZstdDecoder() {
        try {
            decoder = new ZstdInputStreamNoFinalizer(source).setContinuous(true).setLongMax(WINDOW_BITS);
        } catch (IOException noMemory) {
            throw new UncheckedIOException(noMemory);
        }
    }

    @Override
    public int decode(ByteBuffer in, byte[] room) {
        source.in = in;
        try {
            return fill(room);
        } catch (IOException wrong) {
            throw new Undecodable("it is not what its coding says");
        } finally {
            source.in = in.hasRemaining() ? in : NOTHING; // the next piece may come after hours
        }
    }

    private int fill(byte[] room) throws IOException {
        int count = 0;
        drained = false;
        while (count < room.length && !drained) {
            int more = decoder.read(room, count, room.length - count);
            drained = more < 0;
            count += Math.max(more, 0);
        }
        return count;
    }

    @Override
    public long held(long made) {
        return STATE + Math.min(made, BLOCK) + Math.min(made, WINDOW);
    }

    @Override
    public boolean isComplete() {
        if (!drained || source.in.hasRemaining()) {
            return false;
        }
        try {
            return decoder.setContinuous(false).read() < 0; // else it says what is missing
        } catch (IOException incomplete) {
            return false;
        } finally {
            var _ = decoder.setContinuous(true);
        }
    }

    @Override
    public void close() {
        try {
            decoder.close();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** What comes in. */
    private static final class PieceStream extends InputStream {
        private ByteBuffer in = NOTHING;

        @Override
        public int available() {
            return in.remaining();
        }

        @Override
        public int read() {
            return in.hasRemaining() ? in.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            int count = Math.min(length, in.remaining());
            in.get(bytes, offset, count);
            return count == 0 ? -1 : count;
        }
    }
}
