package dev.weir.net.http;

import dev.weir.One;
import java.util.List;
import java.util.Objects;

/** Answers requests. */
@FunctionalInterface
public interface Handler {
    /**
     * Called on the connection's event loop: it must not block; what blocks belongs into {@link One#blocking} or
     * {@link #blocking}. Throwing is the same as failing: an {@link HttpException} becomes its status, an
     * {@link UpstreamFailure} 502, 503 or 504, anything else a 500 without details, which go to the log. A {@link
     * java.util.concurrent.TimeoutException}, as {@code timeout(..)} makes it, becomes a 503: this server could not
     * do it now, which is true whatever it has waited for; 504 would say that it is a gateway, and that what is behind
     * it was late (RFC 9110 sections 15.6.4 and 15.6.5). The One is cancelled when the client goes.
     */
    One<Response> handle(Request request) throws Exception;

    /** This handler in the midst of filters, of which the first is the outermost. */
    default Handler with(Filter... filters) {
        return Filter.chain(List.of(filters), this);
    }

    /**
     * A handler that runs on a virtual thread of its own, where {@code request.text().await()}, JDBC and {@code
     * Thread.sleep} are welcome. When the client goes, the thread is not interrupted: what it still awaits of the
     * request fails, its response is dropped. What counts requests, {@code maxInFlight} and a {@code Limiter}, counts
     * this one until the thread has ended, whoever has gone or run into a timeout.
     */
    static Handler blocking(Blocking handler) {
        Objects.requireNonNull(handler, "handler");
        return request -> BlockingCall.of(handler, request);
    }

    /** Answers requests with plain code that may block. */
    @FunctionalInterface
    interface Blocking {
        /** Called on a virtual thread; throws as {@link Handler#handle} does. */
        Response handle(Request request) throws Exception;
    }
}
