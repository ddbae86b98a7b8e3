package dev.weir.net.http.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a proxy says of whom it got a request from.
 *
 * @param from null if it is no address
 * @param scheme null if it does not say
 */
public record ForwardedBy(
        @Nullable InetSocketAddress from, @Nullable String scheme) {
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");
    private static final int MOST = 64;

    /** Of fields {@code Forwarded} (RFC 7239), the oldest first; no more than the last 64. */
    public static List<ForwardedBy> standard(List<String> fields) {
        List<ForwardedBy> hops = new ArrayList<>();
        for (String field : fields) {
            for (String element : parts(field, ',')) {
                hops.add(element(element));
            }
        }
        return last(hops);
    }

    private static ForwardedBy element(String element) {
        String from = null;
        String scheme = null;
        for (String pair : parts(element, ';')) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals).strip();
            String value = equals < 0 ? "" : unquoted(pair.substring(equals + 1).strip());
            if (name.equalsIgnoreCase("for")) {
                from = value;
            } else if (name.equalsIgnoreCase("proto")) {
                scheme = value;
            }
        }
        return new ForwardedBy(from == null ? null : address(from), scheme);
    }

    /** Of {@code X-Forwarded-For} and {@code X-Forwarded-Proto}, of which there may be fewer, that of the first ones then. */
    public static List<ForwardedBy> common(List<String> from, List<String> schemes) {
        List<String> addresses = items(from);
        List<String> protocols = items(schemes);
        List<ForwardedBy> hops = new ArrayList<>();
        if (addresses.isEmpty() && !protocols.isEmpty()) {
            hops.add(new ForwardedBy(null, protocols.getLast()));
        }
        for (int i = 0; i < addresses.size(); i++) {
            int at = Math.max(0, i - addresses.size() + protocols.size());
            hops.add(new ForwardedBy(address(addresses.get(i)), at < protocols.size() ? protocols.get(at) : null));
        }
        return hops;
    }

    private static List<String> items(List<String> fields) {
        return last(fields.stream()
                .flatMap(field -> Stream.of(field.split(",", -1))) // quotes mean nothing here
                .map(String::strip)
                .toList());
    }

    private static <T> List<T> last(List<T> all) {
        return all.subList(Math.max(0, all.size() - MOST), all.size());
    }

    /** Looked for from the end, where trusted proxies add theirs: a quote that a client left open hides none of that. */
    private static List<String> parts(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int end = text.length();
        for (int i = end - 1; i >= 0; i--) {
            char c = text.charAt(i);
            if (c == '"' && !(quoted && isEscaped(text, i))) {
                quoted = !quoted;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(i + 1, end));
                end = i;
            }
        }
        parts.add(text.substring(0, end));
        return parts.reversed();
    }

    private static boolean isEscaped(String text, int at) {
        int first = at;
        while (first > 0 && text.charAt(first - 1) == '\\') {
            first--;
        }
        return (at - first) % 2 != 0;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? ESCAPED.matcher(value.substring(1, value.length() - 1)).replaceAll("$1") : value;
    }

    /** As {@code 192.0.2.1}, {@code 192.0.2.1:80}, {@code 2001:db8::1}, {@code [2001:db8::1]:80}; names are not looked up. */
    private static @Nullable InetSocketAddress address(String text) {
        int bracket = text.startsWith("[") ? text.lastIndexOf(']') : -1;
        int colon = text.lastIndexOf(':');
        boolean bare = bracket < 0 && text.indexOf(':') != colon; // an IPv6 address without a port
        boolean hasPort = colon > bracket && !bare;
        String host = hasPort ? text.substring(0, colon) : text;
        try {
            boolean hidden = text.startsWith("_", colon + 1); // the port (RFC 7239 section 6)
            int port = hasPort && !hidden ? Integer.parseInt(text.substring(colon + 1)) : 0;
            boolean bracketed = bracket > 0 && bracket == host.length() - 1;
            InetAddress address = InetAddress.ofLiteral(bracketed ? host.substring(1, bracket) : host);
            return new InetSocketAddress(address, port);
        } catch (IllegalArgumentException unknown) { // "unknown", or a name of the proxy's own
            return null;
        }
    }
}
