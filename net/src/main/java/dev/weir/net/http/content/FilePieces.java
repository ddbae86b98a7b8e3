package dev.weir.net.http.content;

import dev.weir.Many;
import dev.weir.Out;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Reads files as they are sent; on a virtual thread, since that blocks. */
public final class FilePieces {
    private static final int PIECE = 64 * 1024;

    private FilePieces() {}

    /** So many bytes of a file, from a place on. */
    public static Many<ByteBuffer> of(Path file, long from, long count) {
        return Many.generate(out -> read(file, from, count, out));
    }

    private static void read(Path file, long from, long count, Out<? super ByteBuffer> out) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long left = count;
            channel.position(from);
            while (left > 0) {
                ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, left));
                if (channel.read(piece) < 0) {
                    throw new IOException(file + " became shorter while it was sent");
                }
                left -= piece.flip().remaining();
                out.emit(piece);
            }
        }
    }
}
