package dev.weir.net.websocket;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where a client connects to (RFC 6455 section 3).
 *
 * @param host as a name service knows it
 * @param authority as the field Host says it
 * @param path with the query
 */
record Target(boolean secure, String host, int port, String authority, String path) {
    private static final int PORT = 80;
    private static final int SECURE_PORT = 443;

    static Target of(String uri) {
        try {
            return of(new URI(uri));
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException(
                    "this is no address of a WebSocket: " + malformed.getMessage(), malformed);
        }
    }

    static Target of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        boolean secure = scheme.equals("wss");
        if (!secure && !scheme.equals("ws")) {
            throw wrong(uri, "it should begin with ws:// or wss://");
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null) {
            throw wrong(uri, "it needs a host, and no user");
        }
        if (uri.getRawFragment() != null) {
            throw wrong(uri, "it can't have a fragment");
        }
        URI ascii = URI.create(uri.toASCIIString());
        int standard = secure ? SECURE_PORT : PORT;
        int port = uri.getPort() < 0 ? standard : uri.getPort();
        String host = ascii.getHost();
        String path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        return new Target(
                secure,
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port,
                port == standard ? host : host + ":" + port,
                ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery());
    }

    /** For messages: without the query, which may have secrets. */
    @Override
    public String toString() {
        int question = path.indexOf('?');
        return (secure ? "wss://" : "ws://") + authority + (question < 0 ? path : path.substring(0, question));
    }

    private static IllegalArgumentException wrong(URI uri, String why) {
        return new IllegalArgumentException("\"" + uri + "\" is no address of a WebSocket: " + why);
    }
}
