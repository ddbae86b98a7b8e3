package dev.weir.net.http;

import dev.weir.Many;
import dev.weir.Out;
import dev.weir.net.http.wire.ContentTypes;
import dev.weir.net.http.wire.HttpDate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** Makes responses of files. Everything here blocks and runs on virtual threads. */
final class FileContent {
    private static final int PIECE = 64 * 1024;

    private FileContent() {}

    static Response respond(Path file) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException missing) {
            return missing();
        }
        if (!attributes.isRegularFile()) {
            return missing();
        }
        String type = ContentTypes.of(String.valueOf(file.getFileName()));
        long size = attributes.size();
        Response content = size <= PIECE
                ? Response.bytes(type, Files.readAllBytes(file))
                : Response.empty(200).withHeader("Content-Type", type).withBody(new Body.File(file, 0, size));
        FileTime modified = attributes.lastModifiedTime();
        String tag = "\"" + Long.toHexString(modified.toMillis()) + "-" + Long.toHexString(size) + "\"";
        return content.withHeader("ETag", tag)
                .withHeader("Last-Modified", HttpDate.format(modified.toInstant()))
                .withHeader("Accept-Ranges", "bytes");
    }

    static Many<ByteBuffer> pieces(Path file, long from, long count) {
        return Many.generate(out -> read(file, from, count, out));
    }

    static Response missing() {
        return Response.problem(404, "there is no such file");
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
