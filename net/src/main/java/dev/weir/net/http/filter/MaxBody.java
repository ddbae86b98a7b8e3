package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.loop.Positive;

/**
 * Limits the bodies of some routes: a larger one is a 413, also where it is read in pieces. What is held as a whole has the
 * server's {@code maxBody} as well.
 */
@CheckReturnValue
public final class MaxBody implements Filter {
    private final int bytes;

    private MaxBody(int bytes) {
        this.bytes = bytes;
    }

    /** So many bytes. */
    public static MaxBody of(int bytes) {
        return new MaxBody(Positive.of(bytes, "maxBody"));
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        return next.handle(request.withMaxBody(bytes));
    }
}
