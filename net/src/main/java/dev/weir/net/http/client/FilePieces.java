package dev.weir.net.http.client;

import dev.weir.Many;
import dev.weir.Out;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Reads files, on virtual threads. */
final class FilePieces {
    private static final int PIECE = 64 * 1024;

    private FilePieces() {}

    /** So many bytes from a file's beginning. */
    static Many<ByteBuffer> of(Path file, long length) {
        return Many.generate(out -> read(file, length, out));
    }

    private static void read(Path file, long length, Out<? super ByteBuffer> out) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long left = length;
            while (left > 0) {
                ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, left));
                if (channel.read(piece) < 0) {
                    throw new IOException(file + " became shorter before it was sent");
                }
                left -= piece.flip().remaining();
                out.emit(piece);
            }
        }
    }
}
