package dev.weir.net.dial;

import org.jspecify.annotations.Nullable;

/**
 * A proxy on the way.
 *
 * @param http whether it is one of HTTP, else of SOCKS5
 * @param user null if it wants no name and password
 */
public record Hop(
        boolean http,
        String host,
        int port,
        @Nullable String user,
        @Nullable String password) {
    @Override
    public String toString() {
        return (http ? "http" : "socks5") + " proxy " + host + ":" + port;
    }
}
