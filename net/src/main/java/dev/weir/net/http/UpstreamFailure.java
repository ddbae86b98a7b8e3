package dev.weir.net.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A failure of something that a handler depends on, such as another server or a database: an exception that has this
 * interface, and fails a handler, becomes a status that says so, and a line of the log. Those of {@code HttpClient}
 * have it.
 */
public interface UpstreamFailure {
    /**
     * What the request that ran into it is answered with (RFC 9110 section 15.6): 502 for an answer that is missing or
     * can't be used, 503 for too much load, 504 for an answer that did not come in time. Anything else means a fault of
     * this program: what caused the failure counts, if that is known, and else it is a 500 like others.
     */
    int gatewayStatus();

    /** When the client may try again, as {@code Retry-After} in whole seconds; null, unless overridden: not told. */
    default @Nullable Duration retryAfter() {
        return null;
    }
}
