package dev.weir.net.websocket;

import dev.weir.net.http.client.call.Url;
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
    static Target of(String uri) {
        try {
            return of(new URI(uri));
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException(
                    Url.shown(uri) + " is no address of a WebSocket: " + malformed.getReason() + " at "
                            + malformed.getIndex(),
                    Url.cause(malformed, uri));
        }
    }

    static Target of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        boolean secure = scheme.equals("wss");
        if (!secure && !scheme.equals("ws")) {
            throw wrong(uri, "it should begin with ws:// or wss://");
        }
        String authority = uri.getRawAuthority();
        if (authority == null || authority.isEmpty()) {
            throw wrong(uri, "it needs a host");
        }
        if (authority.indexOf('@') >= 0) {
            throw new IllegalArgumentException("the address of a WebSocket with a user name in it shows the password to"
                    + " logs and servers: use header(\"Authorization\", ..)");
        }
        if (uri.getRawFragment() != null) {
            throw wrong(uri, "it can't have a fragment");
        }
        Url url = url(uri, (secure ? "https" : "http") + uri.toString().substring(scheme.length()));
        return new Target(secure, url.host(), url.port(), url.authority(), url.target());
    }

    /** As for requests: a {@link URI} knows no host with an underscore, such as those of containers. */
    private static Url url(URI uri, String ofHttp) {
        try {
            return Url.parse(ofHttp);
        } catch (IllegalArgumentException malformed) {
            String why = "its host, port, path or query is malformed";
            throw new IllegalArgumentException(
                    Url.shown(uri.toString()) + " is no address of a WebSocket: " + why,
                    Url.cause(malformed, uri.toString()));
        }
    }

    /** For messages: without the query, which may have secrets. */
    @Override
    public String toString() {
        int question = path.indexOf('?');
        return (secure ? "wss://" : "ws://") + authority + (question < 0 ? path : path.substring(0, question));
    }

    private static IllegalArgumentException wrong(URI uri, String why) {
        return new IllegalArgumentException(Url.shown(uri.toString()) + " is no address of a WebSocket: " + why);
    }
}
