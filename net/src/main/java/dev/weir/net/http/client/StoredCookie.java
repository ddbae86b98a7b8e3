package dev.weir.net.http.client;

import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.wire.Chars;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cookie as a client keeps it (RFC 6265 section 5.3).
 *
 * @param hostOnly whether it goes to that domain only, not to those below it
 * @param expires null if it lasts as long as the jar
 * @param number tells which of two was first, as the RFC's creation time; given by the jar
 */
record StoredCookie(
        String name,
        String value,
        String domain,
        boolean hostOnly,
        String path,
        boolean secure,
        @Nullable Instant expires,
        long number) {
    static final Pattern ADDRESS = Pattern.compile("[0-9.]+"); // of IPv4
    private static final Pattern NEGATIVE = Pattern.compile("-[0-9]+");

    /** Reads a Set-Cookie field; null if it is to be ignored. */
    static @Nullable StoredCookie parse(String field, Url url, Predicate<String> isShared, Instant now) {
        String[] parts = field.split(";", -1);
        int equals = parts[0].indexOf('=');
        String name = equals < 0 ? "" : parts[0].substring(0, equals).strip();
        if (name.isEmpty()) {
            return null;
        }
        Attributes attributes = new Attributes(url, now);
        for (int i = 1; i < parts.length; i++) {
            attributes.take(parts[i]);
        }
        String value = parts[0].substring(equals + 1).strip();
        return attributes.cookie(name, value, isShared);
    }

    /** What follows the name and value. */
    private static final class Attributes {
        private final Url url;
        private final Instant now;
        private String domain = "";
        private String path = "";
        private boolean secure;
        private @Nullable Instant expires;
        private @Nullable Instant byAge;

        Attributes(Url url, Instant now) {
            this.url = url;
            this.now = now;
        }

        void take(String part) {
            int equals = part.indexOf('=');
            String name =
                    (equals < 0 ? part : part.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
            String value = equals < 0 ? "" : part.substring(equals + 1).strip();
            switch (name) {
                case "domain" -> domain = (value.startsWith(".") ? value.substring(1) : value).toLowerCase(Locale.ROOT);
                case "path" -> path = value;
                case "secure" -> secure = true;
                case "expires" -> {
                    Instant date = CookieDate.parse(value);
                    expires = date != null ? date : expires;
                }
                case "max-age" -> age(value);
                default -> {}
            }
        }

        private void age(String seconds) {
            int amount = Chars.amount(seconds);
            if (amount == 0 || NEGATIVE.matcher(seconds).matches()) {
                byAge = Instant.MIN;
            } else if (amount > 0) {
                byAge = now.plusSeconds(amount);
            }
        }

        @Nullable
        StoredCookie cookie(String name, String value, Predicate<String> isShared) {
            boolean foreign = !domain.isEmpty() && !isWithin(url.host(), domain);
            boolean hostOnly = domain.isEmpty() || !isShared.test(domain);
            boolean rooted = path.equals("/");
            String lower = name.toLowerCase(Locale.ROOT);
            boolean broken = (lower.startsWith("__secure-") && !(secure && url.tls()))
                    || (lower.startsWith("__host-") && !(secure && url.tls() && domain.isEmpty() && rooted));
            if (foreign || broken || (secure && !url.tls())) {
                return null;
            }
            return new StoredCookie(
                    name,
                    value,
                    hostOnly ? url.host() : domain,
                    hostOnly,
                    path.startsWith("/") ? path : defaultPath(path(url)),
                    secure,
                    byAge != null ? byAge : expires,
                    0);
        }
    }

    private static String path(Url url) {
        int question = url.target().indexOf('?');
        return question < 0 ? url.target() : url.target().substring(0, question);
    }

    private static String defaultPath(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    StoredCookie numbered(long newNumber) {
        return new StoredCookie(name, value, domain, hostOnly, path, secure, expires, newNumber);
    }

    /** Whether the host is the domain or one below it. */
    static boolean isWithin(String host, String domain) {
        return host.equals(domain)
                || (host.endsWith("." + domain) && !ADDRESS.matcher(host).matches());
    }

    boolean replaces(StoredCookie other) {
        return name.equals(other.name)
                && domain.equals(other.domain)
                && hostOnly == other.hostOnly
                && path.equals(other.path);
    }

    /** Whether it would be taken for that one, which is for TLS only (RFC 6265bis section 5.7). */
    boolean overlays(StoredCookie other) {
        return other.secure
                && name.equals(other.name)
                && (isWithin(domain, other.domain) || isWithin(other.domain, domain))
                && other.isPathOf(path);
    }

    boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    boolean isFor(Url url) {
        boolean host = hostOnly ? url.host().equals(domain) : isWithin(url.host(), domain);
        return host && (!secure || url.tls()) && isPathOf(path(url));
    }

    private boolean isPathOf(String asked) {
        return asked.equals(path)
                || (asked.startsWith(path) && (path.endsWith("/") || asked.charAt(path.length()) == '/'));
    }
}
