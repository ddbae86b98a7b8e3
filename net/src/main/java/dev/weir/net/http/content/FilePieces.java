package dev.weir.net.http.content;

import dev.weir.Many;
import dev.weir.io.disk.Reading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Reads files as they are sent; on threads for files, since that blocks. */
public final class FilePieces {
    private static final int AHEAD = 4; // of 64 KiB

    private FilePieces() {}

    /**
     * So many bytes of a file, from a place on.
     *
     * @param key of {@link #open}
     */
    public static Many<ByteBuffer> of(Path file, @Nullable Object key, long from, long count) {
        return Reading.toTheEnd(() -> new SlicePieces(file, open(file, key), from, count), FileThreads.SHARED);
    }

    /** They for who goes on with them and may block: he does so on a virtual thread. */
    public static Many<ByteBuffer> left(Many<ByteBuffer> pieces) {
        return pieces.publishOn(FileThreads.BEHIND, AHEAD);
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
}
