package dev.weir.net;

import dev.weir.CheckReturnValue;

/**
 * A proxy of a client: HTTP (plain requests of HTTP are forwarded, all else goes through a tunnel by CONNECT, RFC 9110 section
 * 9.3.6) or SOCKS5 (RFC 1928; the proxy looks the host up).
 */
@CheckReturnValue
public sealed interface Proxy permits ProxyHop {
    /** An HTTP proxy that is spoken to without TLS. */
    static Proxy http(String host, int port) {
        return ProxyHop.of(true, host, port);
    }

    /** A SOCKS5 proxy. */
    static Proxy socks5(String host, int port) {
        return ProxyHop.of(false, host, port);
    }

    /** This proxy with a name and password: by basic authentication, or as SOCKS5 does it (RFC 1929). */
    Proxy auth(String user, String password);
}
