package dev.weir.net.http.client.pool;

import dev.weir.net.dial.Destination;
import dev.weir.net.dial.Dialer;
import dev.weir.net.dial.Engines;
import dev.weir.net.http.client.call.Route;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How connections are made.
 *
 * @param http2 whether HTTP/2 is offered in the TLS handshake
 * @param priorKnowledge whether HTTP/2 is spoken without TLS
 * @param socket a Unix domain socket that all connections lead to, or null
 */
public record Means(
        Dialer dialer,
        Engines tls,
        boolean http2,
        boolean priorKnowledge,
        @Nullable Path socket) {
    /** Where a connection has to lead. */
    Destination destination(Route route) {
        return socket == null ? route.destination() : route.by(socket);
    }
}
