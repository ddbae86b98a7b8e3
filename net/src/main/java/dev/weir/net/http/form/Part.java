package dev.weir.net.http.form;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Headers;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.content.Gathering;
import dev.weir.net.http.content.Saving;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A part of a {@link Multipart} form: a field, or a file. Its body can be read once, by one of its methods. */
@CheckReturnValue
public final class Part {
    private final PartHead head;
    private final PartBody body;
    private final int mostFieldBytes;
    private final Gathering.Memory memory;

    /**
     * @param memory counts what is held of it as a whole
     */
    Part(PartHead head, PartBody body, int mostFieldBytes, Gathering.Memory memory) {
        this.head = head;
        this.body = body;
        this.mostFieldBytes = mostFieldBytes;
        this.memory = memory;
    }

    /** The field's name. */
    public String name() {
        return head.name();
    }

    /** Whether it is a file: it has a name of its own, which a browser leaves empty where none was chosen. */
    public boolean isFile() {
        String name = head.filename();
        return name != null && !name.isEmpty();
    }

    /** The file's name as it was sent, or null. Not to be trusted: it may be a path, or no name at all. */
    public @Nullable String filename() {
        return head.filename();
    }

    /**
     * The file's name without folders and without what means something to a file system, or to a shell inside of quotation
     * marks; {@code unnamed} if nothing is left. It begins with no dot, dash or tilde, and may be the name of a file that is there.
     */
    public String safeFilename() {
        String name = head.filename();
        return FileNames.harmless(name == null ? "" : name);
    }

    /** The media type that the client claims, or null. */
    public @Nullable String contentType() {
        return head.headers().get("Content-Type");
    }

    /** The part's header fields that mean something: its type. */
    public Headers headers() {
        return head.headers();
    }

    /** The body in pieces; the client is stopped while none is demanded. */
    public Many<ByteBuffer> body() {
        return body.by("body()");
    }

    /** The whole body, up to the form's {@code maxFieldBytes}, else 413. */
    public One<byte[]> bytes() {
        return whole("bytes()");
    }

    private One<byte[]> whole(String method) {
        return body.by(method)
                .reduce(() -> new Gathering(memory, mostFieldBytes), this::add)
                .map(Gathering::bytes);
    }

    private Gathering add(Gathering sum, ByteBuffer piece) {
        if (sum.size() + (long) piece.remaining() > mostFieldBytes) {
            throw new HttpException(
                    413, "the form's field \"" + name() + "\" has more than " + mostFieldBytes + " bytes");
        }
        return sum.add(piece);
    }

    /** As {@link #bytes}, as text in UTF-8. */
    public One<String> text() {
        return whole("text()").map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /**
     * Writes the body to a new file, of any size; what was written is deleted if it fails. Gives the number of bytes.
     * Fails with {@link java.nio.file.FileAlreadyExistsException} if there is such a file.
     */
    public One<Long> saveTo(Path file) {
        return Saving.to(file, body.by("saveTo(..)"));
    }

    @Override
    public String toString() {
        return "Part[" + name() + (isFile() ? ", a file]" : "]");
    }
}
