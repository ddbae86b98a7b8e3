package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.HttpException;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.content.Decoding;
import dev.weir.net.http.content.Undecodable;
import dev.weir.net.http.server.BodyChanger;
import dev.weir.net.http.server.BodyMemory;
import dev.weir.net.http.server.Content;
import dev.weir.net.loop.Confided;
import dev.weir.net.loop.InTurns;
import dev.weir.net.loop.Positive;
import dev.weir.net.loop.Reader;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * Decompresses the bodies of requests with {@code Content-Encoding: gzip} or {@code deflate} as they are read, {@code br}
 * if brotli4j is there and {@code zstd} if zstd-jni is, with two bounds against bodies that are small only on their way: 413 beyond so many bytes in all, and beyond so many
 * times what came. Other codings get 415. Without this filter bodies are as they were sent, and where they would be
 * taken for what their type says, refused with 415: {@link Request#requireUncoded}.
 */
@CheckReturnValue
public final class Decompression implements Filter {
    private static final BodyChanger<Request> BODIES = Confided.of(Request.class);
    private static final long FREE = 64 * 1024;

    private final long most;
    private final int ratio;

    private Decompression(long most, int ratio) {
        this.most = most;
        this.ratio = ratio;
    }

    /** Up to the server's {@code maxBody}, and 100 times what came. */
    public static Decompression create() {
        return new Decompression(0, 100);
    }

    /** A body may have so many bytes, for handlers that stream them; the server's {@code maxBody}. */
    public Decompression withMost(long bytes) {
        return new Decompression(Positive.of(bytes, "most"), ratio);
    }

    /** A body may be so many times larger than what was sent, beyond the first 64 KiB: 100. */
    public Decompression withRatio(int times) {
        return new Decompression(most, Positive.of(times, "the ratio"));
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        String coding = String.join(",", request.headers().all("content-encoding"))
                .strip()
                .toLowerCase(Locale.ROOT);
        if (Decoding.isNone(coding)) {
            return next.handle(request);
        }
        Decoding.Bounds bounds = new Decoding.Bounds(most > 0 ? most : request.maxBody(), ratio, FREE);
        return Decoding.isKnown(coding) ? next.handle(decoded(request, coding, bounds)) : One.of(unknown());
    }

    private static Response unknown() {
        String known = Decoding.names();
        return Response.problem(415, "the body has a coding that is not read here; these are: " + known)
                .withHeader("Accept-Encoding", known);
    }

    private static Request decoded(Request request, String coding, Decoding.Bounds bounds) {
        Content body = BODIES.body(request);
        BodyMemory memory = body.memory();
        return BODIES.withBody(
                        request,
                        method -> plain(
                                        request,
                                        body.pieces(Reader.keeping(method)),
                                        () -> Decoding.of(coding, bounds, memory.held()))
                                .onErrorMap(failure -> told(failure, memory)))
                .withHeaders(request.headers().without("content-encoding").without("content-length"));
    }

    private static Many<ByteBuffer> plain(Request request, Many<ByteBuffer> coded, Callable<Decoding> open) {
        return Many.using(
                open,
                decoding -> Many.concat(pieces(request, coded, decoding), Many.defer(() -> {
                    decoding.end();
                    return Many.empty();
                })),
                Decoding::close);
    }

    private static Many<ByteBuffer> pieces(Request request, Many<ByteBuffer> coded, Decoding decoding) {
        Many<ByteBuffer> pieces = coded.flatMapIterable(decoding::pieces);
        return InTurns.of(pieces, request.eventLoop(), piece -> decoding.worked())
                .filter(ByteBuffer::hasRemaining);
    }

    private static Throwable told(Throwable failure, BodyMemory memory) {
        if (!(failure instanceof Undecodable wrong)) {
            return failure;
        }
        return switch (wrong.why()) {
            case TOO_LARGE -> new HttpException(413, "the body is too large when it is decompressed");
            case MALFORMED -> new HttpException(400, "the compressed body is malformed: " + wrong.getMessage());
            case MEMORY -> memory.full();
        };
    }
}
