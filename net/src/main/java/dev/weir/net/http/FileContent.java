package dev.weir.net.http;

import dev.weir.One;
import dev.weir.net.http.content.FileThreads;
import dev.weir.net.http.wire.ContentTypes;
import dev.weir.net.http.wire.HttpDate;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Makes responses of files. What blocks runs on threads for files. */
final class FileContent {
    private static final int AT_ONCE = 64 * 1024;

    private FileContent() {}

    static One<Response> of(Path file) {
        return FileThreads.call(() -> respond(file, ContentTypes.of(String.valueOf(file.getFileName()))));
    }

    static Response respond(Path file, String type) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException missing) {
            return missing();
        } catch (FileSystemException failure) {
            if (isBelowAFile(file)) {
                return missing();
            }
            throw failure;
        }
        if (!attributes.isRegularFile()) {
            return missing();
        }
        long size = attributes.size();
        FileTime modified = attributes.lastModifiedTime();
        String tag = Long.toHexString(modified.toMillis()) + "-" + Long.toHexString(size);
        Response content = size <= AT_ONCE
                ? small(type, Files.readAllBytes(file), tag)
                : large(file, attributes.fileKey(), size)
                        .withHeader("Content-Type", type)
                        .withETag(tag);
        return content.withHeader("Last-Modified", HttpDate.format(past(modified.toInstant())))
                .withHeader("Accept-Ranges", "bytes");
    }

    private static boolean isBelowAFile(Path file) {
        Path above = file.getParent();
        while (above != null && !Files.exists(above)) {
            above = above.getParent();
        }
        return above != null && Files.isRegularFile(above);
    }

    /** There are builds that give all files the same time, so a checksum tells one of the same size apart. */
    private static Response small(String type, byte[] content, String tag) {
        CRC32C sum = new CRC32C();
        sum.update(content);
        return Response.bytes(type, content).withETag(tag + "-" + Long.toHexString(sum.getValue()));
    }

    /** No response may have been changed later than it is made (RFC 9110 section 8.8.2.1). */
    private static Instant past(Instant modified) {
        Instant now = Instant.now();
        return modified.isAfter(now) ? now : modified;
    }

    /** What can't be read is found out before anybody is promised it, by a HEAD, too. */
    private static Response large(Path file, @Nullable Object key, long size) throws IOException {
        FileChannel.open(file).close();
        return Response.empty(200).withBody(new Body.File(file, key, 0, size));
    }

    static Response missing() {
        return Response.problem(404, "there is no such file");
    }
}
