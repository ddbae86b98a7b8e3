package dev.weir.rsocket;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a server is, and what it is spoken to over. */
sealed interface Address {
    /** A host that is neither a number nor in brackets, and a port. */
    int LAST_PORT = 65_535;

    Pattern NAMED = Pattern.compile("([\\p{L}\\p{N}_.-]+):([1-9][0-9]{0,4})");

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
                shown(text) + " is no address of RSocket: it should look like tcp://host:7878,"
                        + " ws://host:8080/rsocket, wss://host/rsocket or unix:/run/quotes.sock; TLS over TCP is a"
                        + " setting of the client's builder");
    }

    /** For messages: the text without a query, unless it may have a password. */
    private static String shown(String text) {
        int question = text.indexOf('?');
        String part = question < 0 ? text : text.substring(0, question) + "?...";
        return text.indexOf('@') < 0 ? '"' + part + '"' : "what has an @, and so maybe a password,";
    }

    private static @Nullable Address found(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            return null;
        }
        checkNoUser(uri);
        String scheme = Objects.requireNonNullElse(uri.getScheme(), "").toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "tcp" -> uri.getHost() == null || uri.getPort() <= 0 ? named(uri) : tcp(uri.getHost(), uri.getPort());
            case "ws", "wss" -> uri.getRawAuthority() == null ? null : new Web(text);
            case "unix" -> isFile(uri) ? new Unix(Path.of(uri.getPath())) : null;
            default -> null;
        };
    }

    /** Whoever gives one is to know that it goes nowhere. */
    private static void checkNoUser(URI uri) {
        if (uri.getRawAuthority() != null && uri.getRawAuthority().indexOf('@') >= 0) {
            throw new IllegalArgumentException(
                    "an address of RSocket with a user name in it shows the password to logs, and no server is told:"
                            + " use setup(..), or bearerAuth(..) of requests, or for a WebSocket"
                            + " header(\"Authorization\", ..)");
        }
    }

    /** Of {@code unix://run/x} the path would be {@code /x}. */
    private static boolean isFile(URI uri) {
        return uri.getRawAuthority() == null
                && uri.getPath() != null
                && !uri.getPath().isEmpty();
    }

    /** A {@link URI} knows no host with an underscore, such as those of containers. */
    private static @Nullable Address named(URI uri) {
        Matcher parts = NAMED.matcher(Objects.requireNonNullElse(uri.getRawAuthority(), ""));
        return parts.matches() ? tcp(parts.group(1), Integer.parseInt(parts.group(2))) : null;
    }

    private static @Nullable Address tcp(String host, int port) {
        return port > LAST_PORT ? null : new Tcp(host, port);
    }
}
