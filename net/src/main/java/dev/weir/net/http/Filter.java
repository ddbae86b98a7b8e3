package dev.weir.net.http;

import dev.weir.One;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What stands around a handler: it may answer by itself, change the request, change the response, or handle a
 * failure. See {@link Handler#with} and {@link Routes#with}.
 *
 * <pre>{@code
 * Filter timed = (request, next) -> next.handle(request).timeout(Duration.ofSeconds(5));
 * }</pre>
 */
@FunctionalInterface
public interface Filter {
    /** Called in the place of the handler, with the rules of {@link Handler#handle}. */
    One<Response> filter(Request request, Handler next) throws Exception;

    /**
     * A filter that changes every response, those that the server makes of failures included: the function is called
     * with the request and the response, on the event loop or where the handler's One ends, and must not block.
     */
    static Filter changing(BiFunction<? super Request, ? super Response, Response> change) {
        Objects.requireNonNull(change, "change");
        BiFunction<Request, Response, Response> changed = (request, response) -> Objects.requireNonNull(
                change.apply(request, response), "the change returned null instead of a response");
        return (request, next) -> {
            Failures.Change own = new Failures.Change(
                    request.get(Failures.Change.KEY),
                    response -> changed.apply(request, response).encoded(request));
            request.asked().onFailure(own);
            return next.handle(request.with(Failures.Change.KEY, own))
                    .map(response -> changed.apply(request, response));
        };
    }

    /** This filter around another one, as one. */
    default Filter around(Filter inner) {
        return (request, next) -> filter(request, inward -> inner.filter(inward, next));
    }

    /** The handler in the midst of the filters, of which the first is the outermost. */
    static Handler chain(List<? extends Filter> filters, Handler handler) {
        Handler chained = request -> checked(handler.handle(request));
        for (Filter filter : filters.reversed()) {
            Handler next = chained;
            chained = request -> filter.filter(request, next);
        }
        return chained;
    }

    /** So that it is the handler that is told of, not the filter that uses what it gave. */
    private static One<Response> checked(@Nullable One<Response> answer) {
        return Objects.requireNonNull(answer, "the handler returned null instead of a One")
                .map(response -> Objects.requireNonNull(response, "the handler's One gave null instead of a response"));
    }
}
