package dev.weir.net.http.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A proxy: HTTP (plain requests are forwarded, https goes through a tunnel by CONNECT, RFC 9110 section 9.3.6) or
 * SOCKS5 (RFC 1928; the proxy looks the host up).
 */
public final class Proxy {
    private final boolean http;
    private final String host;
    private final int port;
    private final @Nullable String user;
    private final @Nullable String password;

    private Proxy(boolean http, String host, int port, @Nullable String user, @Nullable String password) {
        this.http = http;
        this.host = Url.parse("http://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port)
                .host();
        this.port = port;
        this.user = user;
        this.password = password;
    }

    /** An HTTP proxy that is spoken to without TLS. */
    public static Proxy http(String host, int port) {
        return new Proxy(true, host, port, null, null);
    }

    /** A SOCKS5 proxy. */
    public static Proxy socks5(String host, int port) {
        return new Proxy(false, host, port, null, null);
    }

    /** This proxy with a name and password: by basic authentication, or as SOCKS5 does it (RFC 1929). */
    public Proxy auth(String newUser, String newPassword) {
        if (http) {
            var _ = Basic.credentials(newUser, newPassword);
        }
        return new Proxy(http, host, port, newUser, Objects.requireNonNull(newPassword, "password"));
    }

    boolean isHttp() {
        return http;
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    @Nullable
    String user() {
        return user;
    }

    @Nullable
    String password() {
        return password;
    }

    @Nullable
    String credentials() {
        return user == null || password == null ? null : Basic.credentials(user, password);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Proxy that
                && http == that.http
                && port == that.port
                && host.equals(that.host)
                && Objects.equals(user, that.user)
                && Objects.equals(password, that.password);
    }

    @Override
    public int hashCode() {
        return Objects.hash(http, host, port, user, password);
    }

    @Override
    public String toString() {
        return (http ? "http" : "socks5") + " proxy " + host + ":" + port;
    }
}
