package dev.weir.net.http.client.call;

import dev.weir.net.dial.Destination;
import dev.weir.net.dial.Hop;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where connections lead that can be used for each other's requests. */
public record Route(
        boolean tls, String host, int port, @Nullable Hop proxy) {
    public static Route of(Url url, @Nullable Hop proxy) {
        return new Route(url.tls(), url.host(), url.port(), proxy);
    }

    /** Whether a proxy gets the requests, rather than the bytes. */
    public boolean isForwarded() {
        return proxy != null && proxy.http() && !tls;
    }

    /** For the proxy, or null if it needs none. */
    public @Nullable String credentials() {
        return proxy == null || proxy.user() == null || proxy.password() == null
                ? null
                : Basic.credentials(proxy.user(), proxy.password());
    }

    /** Where a connection has to lead. */
    public Destination destination() {
        return new Destination(toString(), host, port, proxy, proxy != null && !isForwarded(), null);
    }

    /** As {@link #destination}, to a Unix domain socket in place of the host. */
    public Destination by(Path socket) {
        return new Destination(this + " by " + socket, host, port, null, false, socket);
    }

    @Override
    public String toString() {
        String origin =
                (tls ? "https" : "http") + "://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        return proxy == null ? origin : origin + " by " + proxy;
    }
}
