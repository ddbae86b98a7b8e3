package dev.weir.net.http.client.pool;

import dev.weir.Clock;
import dev.weir.net.ClientTls;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.LoopShares;

/**
 * How connections are made.
 *
 * @param clock of waits without a connection
 * @param http2 whether HTTP/2 is offered in the TLS handshake
 * @param priorKnowledge whether HTTP/2 is spoken without TLS
 */
public record Means(
        EventLoops loops,
        LoopShares shares,
        Clock clock,
        Addresses addresses,
        ClientTls tls,
        boolean http2,
        boolean priorKnowledge) {}
