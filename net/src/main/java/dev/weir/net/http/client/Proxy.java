package dev.weir.net.http.client;

import dev.weir.net.dial.Hop;
import dev.weir.net.http.client.call.Basic;
import dev.weir.net.http.client.call.Url;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A proxy: HTTP (plain requests are forwarded, https goes through a tunnel by CONNECT, RFC 9110 section 9.3.6) or
 * SOCKS5 (RFC 1928; the proxy looks the host up).
 */
public final class Proxy {
    private final Hop hop;

    private Proxy(Hop hop) {
        this.hop = hop;
    }

    private static Proxy of(boolean http, String host, int port) {
        Url url = Url.parse("http://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port);
        return new Proxy(new Hop(http, url.host(), port, null, null));
    }

    /** An HTTP proxy that is spoken to without TLS. */
    public static Proxy http(String host, int port) {
        return of(true, host, port);
    }

    /** A SOCKS5 proxy. */
    public static Proxy socks5(String host, int port) {
        return of(false, host, port);
    }

    /** This proxy with a name and password: by basic authentication, or as SOCKS5 does it (RFC 1929). */
    public Proxy auth(String newUser, String newPassword) {
        if (hop.http()) {
            var _ = Basic.credentials(newUser, newPassword);
        }
        Objects.requireNonNull(newPassword, "password");
        return new Proxy(new Hop(hop.http(), hop.host(), hop.port(), newUser, newPassword));
    }

    Hop hop() {
        return hop;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Proxy that && hop.equals(that.hop);
    }

    @Override
    public int hashCode() {
        return hop.hashCode();
    }

    @Override
    public String toString() {
        return hop.toString();
    }
}
