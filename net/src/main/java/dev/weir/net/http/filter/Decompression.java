package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.loop.Positive;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Decompresses the bodies of requests with {@code Content-Encoding: gzip} or {@code deflate} as they are read, with
 * two bounds against bodies that are small only on their way: 413 beyond so many bytes in all, and beyond so many
 * times what came. Other codings get 415. Without this filter handlers see bodies as they were sent.
 */
@CheckReturnValue
public final class Decompression implements Filter {
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
        return switch (coding) {
            case "", "identity" -> next.handle(request);
            case "gzip", "x-gzip" -> next.handle(decoded(request, true));
            case "deflate" -> next.handle(decoded(request, false));
            default ->
                One.of(Response.problem(415, "the body has a coding that is not read here: send gzip or deflate")
                        .withHeader("Accept-Encoding", "gzip, deflate"));
        };
    }

    private Request decoded(Request request, boolean gzip) {
        long bytes = most > 0 ? most : request.maxBody();
        Many<ByteBuffer> coded = request.body();
        Many<ByteBuffer> plain = Many.using(
                () -> new Inflating(gzip, bytes, ratio),
                inflating -> Many.concat(coded.flatMapIterable(inflating::next), Many.defer(() -> inflating.end())),
                Inflating::close);
        return request.withBody(plain)
                .withHeaders(request.headers().without("content-encoding").without("content-length"));
    }
}
