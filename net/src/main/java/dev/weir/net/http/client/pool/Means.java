package dev.weir.net.http.client.pool;

import dev.weir.net.dial.Dialer;
import dev.weir.net.dial.Engines;

/**
 * How connections are made.
 *
 * @param http2 whether HTTP/2 is offered in the TLS handshake
 * @param priorKnowledge whether HTTP/2 is spoken without TLS
 */
public record Means(Dialer dialer, Engines tls, boolean http2, boolean priorKnowledge) {}
