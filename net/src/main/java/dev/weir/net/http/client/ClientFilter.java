package dev.weir.net.http.client;

import dev.weir.One;
import java.util.function.Function;

/**
 * Stands around each try of a client's requests, as {@link dev.weir.net.http.Filter} does around a server's handlers: changes the
 * request, as to add a token that is fetched when it is due, looks at the response, gives another one, or sends again.
 *
 * <pre>{@code
 * HttpClient.builder().filter((request, next) -> next.apply(request.withHeader("X-Id", newId()))
 *         .doOnValue(response -> count(response.status())));
 * }</pre>
 */
@FunctionalInterface
public interface ClientFilter {
    /**
     * Sends the request, or another one.
     *
     * @param next sends it, over redirects, in what stands further in; if it is called again, the response before is let go of
     */
    One<ClientResponse> filter(ClientRequest request, Function<ClientRequest, One<ClientResponse>> next);
}
