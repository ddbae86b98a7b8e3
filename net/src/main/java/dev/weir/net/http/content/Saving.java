package dev.weir.net.http.content;

import dev.weir.Items;
import dev.weir.Many;
import dev.weir.One;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a body to a new file, on a virtual thread; what was written is deleted if that fails. */
public final class Saving {
    private Saving() {}

    /** Gives the number of bytes. */
    public static One<Long> to(Path file, Many<ByteBuffer> body) {
        return One.blocking(() -> {
            try (FileChannel out = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                return write(out, file, body);
            }
        });
    }

    private static long write(FileChannel out, Path file, Many<ByteBuffer> body) throws IOException {
        long count = 0;
        try (Items<ByteBuffer> pieces = body.iterate()) {
            for (ByteBuffer piece : pieces) {
                while (piece.hasRemaining()) {
                    count += out.write(piece);
                }
            }
            return count;
        } catch (Throwable failure) {
            Files.deleteIfExists(file);
            throw failure;
        }
    }
}
