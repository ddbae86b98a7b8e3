package dev.weir.net.http.client.call;

import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.Percent;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request is for, checked so that it can be written into a request.
 *
 * @param tls whether the scheme is https
 * @param host in lower case; an IPv6 address without its brackets
 * @param port always given
 * @param target path and query, as they are sent
 */
public record Url(URI uri, boolean tls, String host, int port, String target) {
    private static final Pattern BYTES = Pattern.compile("[\u0080-\u00ff]");

    public static Url parse(String text) {
        Objects.requireNonNull(text, "uri");
        try {
            return of(new URI(text));
        } catch (URISyntaxException malformed) {
            String what = malformed.getReason() + " at " + malformed.getIndex();
            String toDo = what.contains("scheme") || !text.contains("://")
                    ? "it needs to begin with http:// or https://"
                    : "what is not allowed in a URI has to be percent-encoded";
            throw new IllegalArgumentException(
                    shown(text) + " is no URI: " + what + "; " + toDo, cause(malformed, text));
        }
    }

    public static Url of(URI uri) {
        Objects.requireNonNull(uri, "uri");
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            String alone = uri.toString().startsWith("/") ? "; a path alone is for a client with a baseUri(..)" : "";
            throw wrong(uri, "it needs to begin with http:// or https://" + alone);
        }
        String authority = uri.getRawAuthority();
        if (authority == null || authority.isEmpty()) {
            throw wrong(uri, "it names no host");
        }
        if (authority.indexOf('@') >= 0) {
            throw new IllegalArgumentException(
                    "a URI with a user name in it shows the password to logs and servers: use withBasicAuth(..)");
        }
        boolean tls = scheme.equals("https");
        return new Url(uri, tls, host(uri, authority), port(uri, authority, tls), target(uri));
    }

    /** For messages: a text of which a URI was to be made, without a query, unless it may have a password. */
    public static String shown(String text) {
        int question = text.indexOf('?');
        String part = question < 0 ? text : text.substring(0, question) + "?...";
        return mayHavePassword(text) ? "what has an @, and so maybe a password," : '"' + Chars.visible(part) + '"';
    }

    private static boolean mayHavePassword(String text) {
        return text.indexOf('@') >= 0;
    }

    /** The failure that has the text, if that may be told. */
    public static @Nullable Exception cause(Exception malformed, String text) {
        return mayHavePassword(text) || text.indexOf('?') >= 0 ? null : malformed;
    }

    private static int colon(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon > authority.lastIndexOf(']') ? colon : authority.length();
    }

    private static String host(URI uri, String authority) {
        String host = authority.substring(0, colon(authority));
        String ascii = host;
        if (!host.chars().allMatch(c -> c < 0x80)) {
            ascii = IDN.toASCII(host);
        }
        if (!Chars.isHost(ascii) || ascii.indexOf('%') >= 0) {
            throw wrong(uri, "its host is malformed");
        }
        String bare = ascii.startsWith("[") ? ascii.substring(1, ascii.length() - 1) : ascii;
        return bare.toLowerCase(Locale.ROOT);
    }

    private static int port(URI uri, String authority, boolean tls) {
        String port = authority.substring(Math.min(authority.length(), colon(authority) + 1));
        if (port.isEmpty()) {
            return tls ? 443 : 80;
        }
        int number =
                port.length() <= 5 && port.chars().allMatch(c -> c >= '0' && c <= '9') ? Integer.parseInt(port) : 0;
        if (number < 1 || number > 65_535) {
            throw wrong(uri, "its port is not from 1 to 65535");
        }
        return number;
    }

    private static String target(URI uri) {
        String text = Chars.ascii(uri);
        URI ascii = text.equals(uri.toString()) ? uri : URI.create(text);
        String path = ascii.getRawPath();
        String query = ascii.getRawQuery();
        String target = (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
        if (!Chars.isTarget(target)) {
            throw wrong(uri, "its path or query has a character that has to be percent-encoded");
        }
        return target;
    }

    private static IllegalArgumentException wrong(URI uri, String why) {
        return new IllegalArgumentException("can't send a request to " + shown(uri.toString()) + ": " + why);
    }

    /** The same with the path that its target has where it has none: so it is not for the server as a whole. */
    public Url rooted() {
        return uri.getRawPath().isEmpty() ? of(URI.create(scheme() + "://" + uri.getRawAuthority() + target)) : this;
    }

    /** Whether both are of one scheme, host and port. */
    public boolean isSameOrigin(Url other) {
        return tls == other.tls && port == other.port && host.equals(other.host);
    }

    /** Where a redirect leads (RFC 9110 section 10.2.2); null if nowhere that can be requested. */
    public @Nullable Url resolve(String reference) {
        try {
            URI to = new URI(Percent.repaired(ascii(reference)));
            boolean goesAlong = to.getRawFragment() == null && uri.getRawFragment() != null;
            return of(new URI(resolved(to) + (goesAlong ? "#" + uri.getRawFragment() : "")));
        } catch (URISyntaxException | IllegalArgumentException malformed) {
            return null;
        }
    }

    /** A field's bytes from 0x80 on, each of which is one character here, as they are meant: in UTF-8. */
    private static String ascii(String field) {
        return BYTES.matcher(field)
                .replaceAll(c -> String.format("%%%02X", (int) c.group().charAt(0)));
    }

    /** As RFC 3986 section 5.2.2 has it: {@link URI#resolve} is of RFC 2396, whose queries leave the path. */
    private String resolved(URI to) {
        if (to.isAbsolute()) {
            return to.toString();
        }
        if (to.getRawAuthority() != null) {
            return uri.getScheme() + ":" + to;
        }
        boolean here = to.getRawPath().isEmpty();
        String query = here && to.getRawQuery() == null ? uri.getRawQuery() : to.getRawQuery();
        return uri.getScheme() + "://" + uri.getRawAuthority()
                + (here ? uri.getRawPath() : withoutDots(merged(to.getRawPath())))
                + (query == null ? "" : "?" + query)
                + (to.getRawFragment() == null ? "" : "#" + to.getRawFragment());
    }

    private String merged(String path) {
        String base = uri.getRawPath();
        return path.startsWith("/") ? path : base.substring(0, base.lastIndexOf('/') + 1) + path;
    }

    private static String withoutDots(String path) {
        Deque<String> kept = new ArrayDeque<>();
        String last = "";
        for (String segment : (path.startsWith("/") ? path.substring(1) : path).split("/", -1)) {
            last = segment;
            if (segment.equals("..")) {
                kept.pollLast();
            } else if (!segment.equals(".")) {
                kept.addLast(segment);
            }
        }
        boolean inFolder = last.equals(".") || last.equals("..");
        return "/" + String.join("/", kept) + (inFolder && !kept.isEmpty() ? "/" : "");
    }

    /** With that, which is encoded, at the end of the query. */
    public Url withQuery(String pair) {
        String text = uri.toString();
        int hash = text.indexOf('#');
        String base = hash < 0 ? text : text.substring(0, hash);
        return parse(base + (uri.getRawQuery() == null ? "?" : "&") + pair);
    }

    /** The host as it is written before a port. */
    public String bracketed() {
        return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    }

    /** What the Host field says. */
    public String authority() {
        return port == (tls ? 443 : 80) ? bracketed() : bracketed() + ":" + port;
    }

    public String scheme() {
        return tls ? "https" : "http";
    }

    /** For messages: without the query, which may have secrets. */
    public String brief() {
        int question = target.indexOf('?');
        return scheme() + "://" + authority() + (question < 0 ? target : target.substring(0, question));
    }
}
