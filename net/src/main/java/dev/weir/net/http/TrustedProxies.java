package dev.weir.net.http;

import dev.weir.net.http.wire.ForwardedBy;
import dev.weir.net.loop.Network;
import dev.weir.net.loop.Peer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The proxies in front of a server, which tell for whom they send a request: what they say takes the place of their address, and
 * of whether their connection is encrypted, for handlers, filters, observers and logs. Each proxy adds whom it got the request
 * from; the client is the last of them that is no trusted proxy, so what clients write there themselves is not believed. The
 * {@code Host} field is taken as it comes, and so are the certificates of the connection.
 *
 * <pre>{@code
 * HttpServer.builder().trust(TrustedProxies.xForwarded("10.0.0.0/8", "::1"))
 * }</pre>
 *
 * <p>Only one of the two kinds of fields is looked at, as a proxy that adds to one passes the other on as it came.
 */
public final class TrustedProxies {
    private final boolean standard;
    private final List<Network> networks;

    private TrustedProxies(boolean standard, String... networks) {
        this.standard = standard;
        this.networks = Network.all(networks);
    }

    /**
     * Those that say it in {@code Forwarded} (RFC 7239).
     *
     * @param networks where they are, as {@code 10.0.0.0/8} or {@code ::1}; one at a Unix domain socket is {@code 127.0.0.1}
     * @throws IllegalArgumentException if one is malformed
     */
    public static TrustedProxies forwarded(String... networks) {
        return new TrustedProxies(true, networks);
    }

    /** Those that say it in {@code X-Forwarded-For} and {@code X-Forwarded-Proto}, as {@link #forwarded} for the rest. */
    public static TrustedProxies xForwarded(String... networks) {
        return new TrustedProxies(false, networks);
    }

    private boolean areAt(InetAddress address) {
        return networks.stream().anyMatch(network -> network.has(address));
    }

    /** Who is behind a peer. */
    Peer client(Peer peer, String[] fields) {
        if (!areAt(peer.address().getAddress())) {
            return peer;
        }
        Headers headers = new Headers(fields);
        List<ForwardedBy> hops = standard
                ? ForwardedBy.standard(headers.all("forwarded"))
                : ForwardedBy.common(headers.all("x-forwarded-for"), headers.all("x-forwarded-proto"));
        InetSocketAddress client = peer.address();
        boolean secure = peer.secure();
        for (ForwardedBy hop : hops.reversed()) {
            InetSocketAddress from = hop.from();
            secure = isSecure(hop.scheme(), secure);
            if (from == null) { // who is unknown can't be trusted either
                break;
            }
            client = from;
            if (!areAt(from.getAddress())) {
                break;
            }
        }
        return new Peer(client, secure, peer.certificates(), peer.hosts());
    }

    private static boolean isSecure(@Nullable String scheme, boolean otherwise) {
        return scheme == null ? otherwise : scheme.equalsIgnoreCase("https");
    }
}
