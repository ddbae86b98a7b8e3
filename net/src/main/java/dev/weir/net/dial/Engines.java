package dev.weir.net.dial;

import java.util.List;
import javax.net.ssl.SSLEngine;

/** Makes what speaks TLS with a server. */
@FunctionalInterface
public interface Engines {
    /**
     * The engine for one connection.
     *
     * @param protocols those to choose from by ALPN (RFC 7301), the best first; may be none
     * @throws IllegalArgumentException if no certificate can have the host's name
     */
    SSLEngine engine(String host, int port, List<String> protocols);
}
