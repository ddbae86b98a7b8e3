package dev.weir.net.http.client;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.net.http.Headers;
import dev.weir.net.http.client.call.Payload;
import dev.weir.net.http.wire.ContentTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A form with files, as browsers submit it: {@code multipart/form-data} (RFC 7578), in UTF-8, with names written as the
 * HTML standard says. Immutable: each method gives another one, and one can be sent many times.
 *
 * <pre>{@code
 * client.post(uri).withMultipart(MultipartForm.create().field("title", "Lake").file("photo", Path.of("lake.jpg")))
 * }</pre>
 *
 * <p>Files are read as the server takes them. The request says its length if the lengths of all parts are known.
 */
@CheckReturnValue
public final class MultipartForm {
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
    private static final MultipartForm EMPTY = new MultipartForm(List.of());

    private final List<FormPart> parts;

    /**
     * A field or a file.
     *
     * @param head the fields before it, in ASCII and UTF-8, without the empty line
     */
    private record FormPart(String head, Payload content) {}

    private MultipartForm(List<FormPart> parts) {
        this.parts = parts;
    }

    /** A form without parts. */
    public static MultipartForm create() {
        return EMPTY;
    }

    // ------------------------------------------------------------ parts

    /** This form with one more field; line breaks in the value become CR LF, as browsers send them. */
    public MultipartForm field(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, () -> "the value of form field " + name + " is null");
        return with(name, null, "", bytes(lines(value)));
    }

    /**
     * This form with a file, of the type that its name tells. Its length is taken now; sending fails if it has become
     * shorter by then.
     *
     * @throws UncheckedIOException if there is no such file
     */
    public MultipartForm file(String name, Path file) {
        try {
            String filename =
                    String.valueOf(Objects.requireNonNull(file, "file").getFileName());
            return with(name, filename, ContentTypes.of(filename), new Payload.File(file).measured());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure.getMessage(), failure);
        }
    }

    /** This form with bytes as a file; they must not be changed any more. */
    public MultipartForm file(String name, String filename, String contentType, byte[] bytes) {
        Objects.requireNonNull(filename, "filename");
        Objects.requireNonNull(bytes, "bytes");
        return with(name, filename, contentType, new Payload.Bytes(bytes));
    }

    /** This form with a file of so many bytes that the stream emits; if it emits more or fewer, sending fails. */
    public MultipartForm file(String name, String filename, String contentType, long length, Many<ByteBuffer> pieces) {
        if (length < 0) {
            throw new IllegalArgumentException("the length must not be negative: " + length);
        }
        Objects.requireNonNull(filename, "filename");
        Objects.requireNonNull(pieces, "pieces");
        return with(name, filename, contentType, new Payload.Stream(length, pieces));
    }

    /** This form with a file of as many bytes as the stream emits, so the request's length is not known. */
    public MultipartForm file(String name, String filename, String contentType, Many<ByteBuffer> pieces) {
        Objects.requireNonNull(filename, "filename");
        Objects.requireNonNull(pieces, "pieces");
        return with(name, filename, contentType, new Payload.Stream(Payload.UNKNOWN, pieces));
    }

    private MultipartForm with(String name, @Nullable String filename, String contentType, Payload content) {
        StringBuilder head = new StringBuilder("Content-Disposition: form-data; name=\"")
                .append(escaped(lines(Objects.requireNonNull(name, "name"))))
                .append('"');
        if (filename != null) {
            var _ = Headers.empty().and("Content-Type", contentType);
            head.append("; filename=\"").append(escaped(filename)).append('"');
            head.append("\r\nContent-Type: ").append(contentType);
        }
        List<FormPart> more = new ArrayList<>(parts);
        more.add(new FormPart(head.append("\r\n\r\n").toString(), content));
        return new MultipartForm(List.copyOf(more));
    }

    private static String lines(String text) {
        return LINE_END.matcher(text).replaceAll("\r\n");
    }

    /** As in the HTML standard, section "Multipart form data". */
    private static String escaped(String name) {
        return name.replace("\n", "%0A").replace("\r", "%0D").replace("\"", "%22");
    }

    // ------------------------------------------------------------ sending

    private static Payload.Bytes bytes(String text) {
        return new Payload.Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** All parts, with the boundary before and after each. */
    Payload content(String boundary) {
        List<Payload> contents = new ArrayList<>();
        for (FormPart part : parts) {
            contents.add(bytes((contents.isEmpty() ? "--" : "\r\n--") + boundary + "\r\n" + part.head()));
            contents.add(part.content());
        }
        contents.add(bytes((contents.isEmpty() ? "--" : "\r\n--") + boundary + "--\r\n"));
        boolean known = contents.stream().allMatch(content -> content.length() >= 0);
        long length = known ? contents.stream().mapToLong(Payload::length).sum() : Payload.UNKNOWN;
        boolean repeatable = contents.stream().allMatch(Payload::isRepeatable);
        return new Payload.Stream(length, Many.from(contents).concatMap(Payload::pieces), repeatable);
    }

    @Override
    public String toString() {
        return parts.size() + " parts";
    }
}
