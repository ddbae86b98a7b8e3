package dev.weir.net.dial;

import dev.weir.net.loop.Connector;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection is to lead.
 *
 * @param name for who reads a failure
 * @param host whom TLS is spoken with
 * @param proxy on the way, or null if there is none
 * @param tunnelled whether the proxy is asked to lead there, rather than spoken to as if it were there
 * @param socket a Unix domain socket to connect to instead, or null
 */
public record Destination(
        String name,
        String host,
        int port,
        @Nullable Hop proxy,
        boolean tunnelled,
        @Nullable Path socket) {
    public Destination {
        Objects.requireNonNull(host, "host");
        Connector.checkPort(port);
    }

    /** A host, by a tunnel of the proxy if there is one. */
    public static Destination of(String host, int port, @Nullable Hop proxy) {
        String end = text(host, port);
        return new Destination(proxy == null ? end : end + " by " + proxy, host, port, proxy, proxy != null, null);
    }

    /** A Unix domain socket, of a program that is known to TLS as localhost. */
    public static Destination of(Path socket) {
        return new Destination(socket.toString(), "localhost", 0, null, false, socket);
    }

    /** The proxy that is asked for a tunnel, or null. */
    @Nullable
    Hop tunnel() {
        return tunnelled ? proxy : null;
    }

    /** Who is connected to first. */
    String firstHost() {
        return proxy == null ? host : proxy.host();
    }

    int firstPort() {
        return proxy == null ? port : proxy.port();
    }

    /** Who is connected to first, for who reads a failure. */
    String first() {
        if (socket != null) {
            return socket.toString();
        }
        return proxy == null ? text(host, port) : proxy.toString();
    }

    /** Whom TLS is spoken with, for who reads a failure. */
    String server() {
        return socket == null ? text(host, port) : socket.toString();
    }

    private static String text(String host, int port) {
        return host + ":" + port;
    }
}
