package dev.weir.net.http.form;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Request;
import dev.weir.net.http.server.BodyChanger;
import dev.weir.net.http.server.Content;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.Positive;
import dev.weir.net.loop.Reader;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A submitted form with files ({@code multipart/form-data}, RFC 7578), read part by part without keeping any: what is
 * not read stops the client.
 *
 * <pre>{@code
 * Multipart.of(request)
 *         .parts()
 *         .filter(Part::isFile)
 *         .concatMap(file -> file.saveTo(folder.resolve(UUID.randomUUID() + ".upload")).toMany())
 * }</pre>
 *
 * <p>Parts come in the order in which they were sent, each with its body still to be read. The next one comes when the
 * body before is at its end; a part whose body nobody has subscribed to when the next part is asked for is skipped. So
 * {@code concatMap} and {@code mapAsync(1, ..)} may take their time with a part, and {@code filter} leaves parts out.
 *
 * <p>What is wrong fails the parts and the body that is being read with {@link HttpException}: 400 if it is malformed,
 * 413 beyond a limit, 415 if the body is something else.
 */
@CheckReturnValue
public final class Multipart {
    private static final Pattern BOUNDARY = Pattern.compile("[0-9A-Za-z'()+_,./:=? -]*[0-9A-Za-z'()+_,./:=?-]");
    private static final BodyChanger<Request> BODIES = Confided.of(Request.class);
    private static final int LONGEST_BOUNDARY = 70;

    private final Request request;
    private final int mostParts;
    private final int mostHeadBytes;
    private final int mostFieldBytes;
    private final long mostBytes;

    private Multipart(Request request, int mostParts, int mostHeadBytes, int mostFieldBytes, long mostBytes) {
        this.request = request;
        this.mostParts = Positive.of(mostParts, "maxParts");
        this.mostHeadBytes = Positive.of(mostHeadBytes, "maxHeadBytes");
        this.mostFieldBytes = Positive.of(mostFieldBytes, "maxFieldBytes");
        this.mostBytes = Positive.of(mostBytes, "maxBytes");
    }

    /** The form of a request, with the limits given at the methods below. */
    public static Multipart of(Request request) {
        return new Multipart(request, 128, 8 * 1024, 1024 * 1024, request.maxBody());
    }

    /** At most so many parts: 128. */
    public Multipart withMaxParts(int count) {
        return new Multipart(request, count, mostHeadBytes, mostFieldBytes, mostBytes);
    }

    /** A part's header has at most so many bytes: 8 KiB. */
    public Multipart withMaxHeadBytes(int bytes) {
        return new Multipart(request, mostParts, bytes, mostFieldBytes, mostBytes);
    }

    /** {@link Part#text} and {@link Part#bytes} hold at most so many bytes: 1 MiB. */
    public Multipart withMaxFieldBytes(int bytes) {
        return new Multipart(request, mostParts, mostHeadBytes, bytes, mostBytes);
    }

    /** All parts together, with what is between them, have at most so many bytes: the server's {@code maxBody}. */
    public Multipart withMaxBytes(long bytes) {
        return new Multipart(request, mostParts, mostHeadBytes, mostFieldBytes, bytes);
    }

    /** The parts, once. */
    public Many<Part> parts() {
        String boundary = boundary();
        if (boundary == null) {
            return Many.fail(() -> new HttpException(
                    415, "the body is no form with files: send multipart/form-data, with a boundary"));
        }
        return Many.deferContextual(context -> {
            request.requireUncoded();
            MultipartParser parser = new MultipartParser(boundary, mostParts, mostHeadBytes);
            Content content = BODIES.body(request);
            Many<ByteBuffer> body = content.pieces(Reader.keeping("parts()")).withContext(_ -> context);
            return Many.from(new MultipartReader(body, parser, mostBytes, mostFieldBytes, content.memory()));
        });
    }

    /** Null if there is not one that RFC 2046 section 5.1.1 allows. */
    private @Nullable String boundary() {
        String type = request.header("content-type");
        if (type == null || !Types.isOf(request, "multipart/form-data")) {
            return null;
        }
        Map<String, String> parameters = Types.parameters(type);
        String boundary = parameters == null ? null : parameters.get("boundary");
        boolean allowed = boundary != null
                && boundary.length() <= LONGEST_BOUNDARY
                && BOUNDARY.matcher(boundary).matches();
        return allowed ? boundary : null;
    }
}
