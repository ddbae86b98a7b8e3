package dev.weir.net.http;

import dev.weir.Context;
import dev.weir.net.http.load.Gate;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Trace;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What is answered where a request fails, and what the log tells of it. */
final class Failures {
    private static final System.Logger LOG = System.getLogger("dev.weir.net.http");

    /**
     * A change of the responses, in the request for those further in.
     *
     * @param outer comes after it, as filters around others do; null if there is none
     */
    record Change(@Nullable Change outer, UnaryOperator<Response> own) implements UnaryOperator<Response> {
        static final Context.Key<Change> KEY = Context.Key.of("change");

        @Override
        public Response apply(Response response) {
            Response changed = own.apply(response);
            return outer == null ? changed : outer.apply(changed);
        }
    }

    private final RequestHead head;
    private UnaryOperator<Response> changes = UnaryOperator.identity();
    private boolean answered;

    Failures(RequestHead head) {
        this.head = head;
    }

    /** Changes the responses so, in place of what was told before: a filter may call what stands further in again. */
    void change(Change innermost) {
        changes = innermost;
    }

    /** What a failure is answered with; as it is where the answer to another one has failed itself. */
    Response response(Throwable failure) {
        Response answer = told(failure);
        boolean isFirst = !answered;
        answered = true;
        return isFirst ? changed(answer) : answer;
    }

    Response changed(Response answer) {
        try {
            return changes.apply(answer);
        } catch (Throwable broken) {
            log("a filter failed at the response of a failure", broken);
            return answer;
        }
    }

    /** What there is to tell of a failure may fail itself, as a member of a problem that has no text. */
    private Response told(Throwable failure) {
        try {
            return plain(failure);
        } catch (Throwable untold) {
            if (untold != failure) {
                untold.addSuppressed(failure);
            }
            log("the answer to a failure at " + head + " can't be made", untold);
            return unknown();
        }
    }

    private static Response unknown() {
        return Response.problem(500, "the server failed to answer; its log says why");
    }

    private Response plain(Throwable failure) {
        return switch (reason(failure)) {
            case HttpException known -> Response.problem(known.problem());
            case BadRequest bad -> Response.problem(bad.status(), bad.detail());
            case UpstreamFailure upstream
            when isUpstream(upstream) -> {
                log("the handler failed at " + head, failure);
                yield gateway(upstream);
            }
            case TimeoutException late -> {
                log("the handler failed at " + head, failure);
                yield Response.problem(503, "the answer took too long");
            }
            default -> {
                log("the handler failed at " + head, failure);
                yield unknown();
            }
        };
    }

    private static Response gateway(UpstreamFailure failure) {
        int status = failure.gatewayStatus();
        Response answer = Response.problem(
                status,
                switch (status) {
                    case 502 -> "a service that is needed for the answer failed";
                    case 503 -> "a service that is needed for the answer has too much to do: try again later";
                    default -> "a service that is needed for the answer took too long";
                });
        Duration delay = failure.retryAfter();
        return delay == null ? answer : answer.withHeader("Retry-After", Gate.retryAfter(delay));
    }

    private static boolean isUpstream(UpstreamFailure failure) {
        return failure.gatewayStatus() >= 502 && failure.gatewayStatus() <= 504;
    }

    /** What lies behind a failure that {@code await()} has wrapped, or that only tells of another. */
    private static Throwable reason(Throwable failure) {
        Throwable reason = failure;
        while (reason.getCause() != null && tellsOfAnother(reason)) {
            reason = reason.getCause();
        }
        return reason;
    }

    private static boolean tellsOfAnother(Throwable failure) {
        return failure instanceof CompletionException
                || (failure instanceof UpstreamFailure known && !isUpstream(known));
    }

    /** Tells that the client got less than it was promised. */
    void broken(Throwable failure) {
        log("the response to " + head + " broke off", failure);
    }

    private static void log(String what, Throwable failure) {
        Throwable reason = reason(failure);
        boolean ofOthers = reason instanceof UpstreamFailure known && isUpstream(known);
        if (ofOthers || reason instanceof TimeoutException) {
            LOG.log(System.Logger.Level.WARNING, what + ": " + reason);
            return;
        }
        boolean ofTheClient = reason instanceof HttpException known && known.status() < 500; // such as a broken body
        System.Logger.Level level = ofTheClient ? System.Logger.Level.DEBUG : System.Logger.Level.ERROR;
        if (LOG.isLoggable(level)) {
            LOG.log(level, what, Trace.cut(failure));
        }
    }
}
