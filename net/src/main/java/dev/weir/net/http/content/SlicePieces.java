package dev.weir.net.http.content;

import dev.weir.io.disk.Pieces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** So many bytes of an open file, from a place on. */
final class SlicePieces implements Pieces<ByteBuffer> {
    private static final int PIECE = 64 * 1024;

    private final Path file;
    private final FileChannel channel;
    private long at;
    private long left;

    SlicePieces(Path file, FileChannel channel, long from, long count) {
        this.file = file;
        this.channel = channel;
        this.at = from;
        this.left = count;
    }

    @Override
    public @Nullable ByteBuffer next() throws IOException {
        if (left == 0) {
            return null;
        }
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE, left));
        if (channel.read(piece, at) < 0) {
            throw new IOException(file + " became shorter while it was sent");
        }
        int read = piece.flip().remaining();
        at += read;
        left -= read;
        return piece;
    }

    @Override
    public boolean isAtEnd() {
        return left == 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
