package dev.weir.rsocket;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a server is, and what it is spoken to over. */
sealed interface Address {
    /** Over TCP. */
    record Tcp(String host, int port) implements Address {}

    /** Over a Unix domain socket. */
    record Unix(Path socket) implements Address {}

    /** Over a WebSocket. */
    record Web(String uri) implements Address {}

    /**
     * The address that a text says.
     *
     * @throws IllegalArgumentException if it says none
     */
    static Address of(String text) {
        Address found = found(text);
        if (found != null) {
            return found;
        }
        throw new IllegalArgumentException(
                "\"" + text + "\" is no address of RSocket: it should look like tcp://host:7878,"
                        + " ws://host:8080/rsocket, wss://host/rsocket or unix:/run/quotes.sock; TLS over TCP is a"
                        + " setting of the client's builder");
    }

    private static @Nullable Address found(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
        String scheme = Objects.requireNonNullElse(uri.getScheme(), "").toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "tcp" -> uri.getHost() == null || uri.getPort() <= 0 ? null : new Tcp(uri.getHost(), uri.getPort());
            case "ws", "wss" -> uri.getHost() == null ? null : new Web(text);
            case "unix" -> uri.getPath() == null || uri.getPath().isEmpty() ? null : new Unix(Path.of(uri.getPath()));
            default -> null;
        };
    }
}
