package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.net.http.content.FilePieces;
import dev.weir.net.loop.Outbound;
import dev.weir.net.loop.Output;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A part of a file, or all of it, on its way to the client, on the event loop; to be closed whatever happens. */
public final class FileTransfer {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");
    private static final int PIECE = 64 * 1024;

    private final Path path;
    private final long from;
    private final long length;
    private final FileChannel file;

    private FileTransfer(Path path, long from, long length, FileChannel file) {
        this.path = path;
        this.from = from;
        this.length = length;
        this.file = file;
    }

    /**
     * Opens the file, which may fail: before the client is told of it.
     *
     * @param key of {@link FilePieces#open}
     */
    public static FileTransfer open(Path path, @Nullable Object key, long from, long length) throws IOException {
        return new FileTransfer(path, from, length, FilePieces.open(path, key));
    }

    /** Whether the kernel can move it; what is in an archive, say, only the JDK knows. */
    boolean isMovable(Output out) {
        Module files = path.getFileSystem().provider().getClass().getModule();
        return files == Object.class.getModule() && out.movesFiles();
    }

    /** Moves it. If the connection breaks, that is all that happens. */
    void move(Output out, Outbound.End end) {
        try {
            out.file(file, from, length, failure -> {
                if (failure == null) {
                    end.ended(null);
                } else if (isShorter()) {
                    end.ended(shorter());
                }
            });
        } catch (UnsupportedOperationException failure) {
            end.ended(failure);
        }
    }

    private boolean isShorter() {
        try {
            return file.size() < from + length;
        } catch (IOException unknown) {
            return false;
        }
    }

    private IOException shorter() {
        return new IOException(path + " became shorter while it was sent");
    }

    /** The numbers of its pieces, which are to be {@link #read}. */
    Many<Integer> pieces() {
        return Many.range(0, Math.toIntExact(Math.ceilDiv(length, PIECE)));
    }

    void read(int piece, Output to) throws IOException {
        long before = (long) piece * PIECE;
        try {
            to.read(file, from + before, (int) Math.min(PIECE, length - before));
        } catch (EOFException tooEarly) {
            throw shorter();
        }
    }

    void close() {
        try {
            file.close();
        } catch (IOException failure) {
            LOG.log(System.Logger.Level.WARNING, "a file could not be closed", failure);
        }
    }
}
