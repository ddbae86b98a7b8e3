package dev.weir.net.http;

import dev.weir.net.http.wire.ContentTypes;
import dev.weir.net.http.wire.HttpDate;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** Makes responses of files. Everything here blocks and runs on virtual threads. */
final class FileContent {
    private static final int AT_ONCE = 64 * 1024;

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
        Response content = size <= AT_ONCE
                ? Response.bytes(type, Files.readAllBytes(file))
                : large(file, size).withHeader("Content-Type", type);
        FileTime modified = attributes.lastModifiedTime();
        return content.withETag(Long.toHexString(modified.toMillis()) + "-" + Long.toHexString(size))
                .withHeader("Last-Modified", HttpDate.format(modified.toInstant()))
                .withHeader("Accept-Ranges", "bytes");
    }

    /** What can't be read is found out before anybody is promised it, by a HEAD, too. */
    private static Response large(Path file, long size) throws IOException {
        FileChannel.open(file).close();
        return Response.empty(200).withBody(new Body.File(file, 0, size));
    }

    static Response missing() {
        return Response.problem(404, "there is no such file");
    }
}
