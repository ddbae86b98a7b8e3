package dev.weir.io;

import dev.weir.io.disk.Pieces;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A file as it is. */
final class BytePieces implements Pieces<ByteBuffer> {
    private final OpenFile file;

    BytePieces(OpenFile file) {
        this.file = file;
    }

    @Override
    public @Nullable ByteBuffer next() throws IOException {
        byte[] bytes = new byte[file.room()];
        int size = file.read(bytes, 0);
        return size < 0 ? null : ByteBuffer.wrap(bytes, 0, size);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
