package dev.weir.net.http;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Trace;
import java.util.function.UnaryOperator;

/** What is answered where a request fails, and what the log tells of it. */
final class Failures {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    private final RequestHead head;
    private UnaryOperator<Response> changes = UnaryOperator.identity();

    Failures(RequestHead head) {
        this.head = head;
    }

    /** Changes the responses, before those that were told earlier do, as filters around others are. */
    void change(UnaryOperator<Response> change) {
        UnaryOperator<Response> outer = changes;
        changes = response -> outer.apply(change.apply(response));
    }

    Response response(Throwable failure) {
        Response answer = plain(failure);
        try {
            return changes.apply(answer);
        } catch (RuntimeException broken) {
            log("a filter failed at the response of a failure", broken);
            return answer;
        }
    }

    private Response plain(Throwable failure) {
        return switch (failure) {
            case HttpException known -> Response.problem(known.problem());
            case BadRequest bad -> Response.problem(bad.status(), bad.detail());
            default -> {
                log("the handler failed at " + head.method() + " " + head.target(), failure);
                yield Response.problem(500, "the server failed to answer; its log says why");
            }
        };
    }

    /** Tells that the client got less than it was promised. */
    void broken(Throwable failure) {
        log("the response to " + head.method() + " " + head.target() + " broke off", failure);
    }

    private static void log(String what, Throwable failure) {
        boolean ofTheClient = failure instanceof HttpException known && known.status() < 500; // such as a broken body
        System.Logger.Level level = ofTheClient ? System.Logger.Level.DEBUG : System.Logger.Level.ERROR;
        if (LOG.isLoggable(level)) {
            LOG.log(level, what, Trace.cut(failure));
        }
    }
}
