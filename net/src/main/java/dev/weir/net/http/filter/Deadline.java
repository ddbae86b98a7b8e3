package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.load.Overdue;
import dev.weir.net.loop.Positive;
import java.time.Duration;
import java.util.List;

/**
 * Answers with 503 where there is no response in time, by the server's clock, and cancels what would have made it. A
 * handler of {@link Handler#blocking} goes on until it ends, and its request is in flight until then. A response that
 * streams is not limited here, nor how long {@link Response#values} waits for its first value: put a {@code
 * timeout(..)} on that stream, or give {@code toList().map(Response::value)}.
 *
 * <pre>{@code
 * Routes.create().get("/report", report).with(Deadline.of(Duration.ofSeconds(2)))
 * }</pre>
 */
@CheckReturnValue
public final class Deadline implements Filter {
    private final Duration limit;

    private Deadline(Duration limit) {
        this.limit = limit;
    }

    /** So long a response may take to be there, with what is read of the request for it. */
    public static Deadline of(Duration limit) {
        return new Deadline(Positive.of(limit, "the deadline"));
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        Overdue overdue = new Overdue(request.get(Overdue.KEY));
        One<Response> late = One.timer(limit).map(passed -> {
            overdue.pass();
            return Response.problem(503, "there was no response in time");
        });
        return One.race(List.of(next.handle(request.with(Overdue.KEY, overdue)), late));
    }
}
