package dev.weir.net.http.content;

import dev.weir.Many;
import dev.weir.Out;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Reads files as they are sent; on a virtual thread, since that blocks. */
public final class FilePieces {
    private static final int PIECE = 64 * 1024;

    private FilePieces() {}

    /**
     * So many bytes of a file, from a place on.
     *
     * @param key of {@link #open}
     */
    public static Many<ByteBuffer> of(Path file, @Nullable Object key, long from, long count) {
        return Many.generate(out -> read(file, key, from, count, out));
    }

    /**
     * Opens a file.
     *
     * @param key which file it was when its head was made: one that took its place may be longer; null if that is not known
     */
    public static FileChannel open(Path file, @Nullable Object key) throws IOException {
        FileChannel channel = FileChannel.open(file);
        try {
            if (key != null
                    && !key.equals(Files.readAttributes(file, BasicFileAttributes.class)
                            .fileKey())) {
                throw new IOException(file + " was replaced before it was sent");
            }
            return channel;
        } catch (IOException failure) {
            channel.close();
            throw failure;
        }
    }

    private static void read(Path file, @Nullable Object key, long from, long count, Out<? super ByteBuffer> out)
            throws IOException {
        try (FileChannel channel = open(file, key)) {
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
