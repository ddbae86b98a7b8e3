package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.net.http.wire.Chars;
import dev.weir.net.http.wire.Cookies;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cookie for {@link Response#withCookie} (RFC 6265bis). {@link #of} makes it as safe as it can be: for the whole site
 * and no other host, sent over TLS only (which browsers waive for localhost at most), hidden from scripts, not sent
 * along with what other sites submit, gone with the browser's session.
 *
 * @param name a token; with the prefix {@code __Host-} or {@code __Secure-} the attributes that browsers ask for then
 *     are checked
 * @param value without controls, spaces, quotes, commas, semicolons, backslashes and anything above U+007E; with the
 *     name at most 4096 characters
 * @param domain also for the hosts below this one; null is this host only
 * @param path for paths that begin with it
 * @param maxAge how long the browser keeps it; null is for its session
 * @param secure whether it is sent over TLS only
 * @param httpOnly whether scripts can't see it
 * @param sameSite when it is sent with requests that come from other sites
 */
@CheckReturnValue
public record Cookie(
        String name,
        String value,
        @Nullable String domain,
        String path,
        @Nullable Duration maxAge,
        boolean secure,
        boolean httpOnly,
        SameSite sameSite) {
    private static final Pattern BETWEEN = Pattern.compile("; ");
    private static final int LONGEST_ATTRIBUTE = 1024;

    /** When a cookie is sent with requests that come from other sites. */
    public enum SameSite {
        /** Never. */
        STRICT("Strict"),
        /** When the user follows a link. */
        LAX("Lax"),
        /** Always; only for secure cookies. */
        NONE("None");

        private final String text;

        SameSite(String text) {
            this.text = text;
        }
    }

    /**
     * A cookie.
     *
     * @throws IllegalArgumentException if browsers would not keep it, or it could break out of its field
     */
    public Cookie {
        Objects.requireNonNull(sameSite, "sameSite");
        check(Chars.isToken(name), "its name is no token");
        check(
                Cookies.isValue(value),
                "its value has characters that cookies can't have: encode it, with Base64 for example");
        check(
                name.length() + value.length() <= Cookies.LONGEST,
                "name and value have more than " + Cookies.LONGEST + " characters");
        check(path.startsWith("/") && isAttribute(path), "its path must begin with a slash and have no controls or ;");
        check(domain == null || (!domain.isEmpty() && Chars.isHost(domain)), "its domain is no host");
        check(secure || sameSite != SameSite.NONE, "SameSite=None is for secure cookies only");
        String lower = name.toLowerCase(java.util.Locale.ROOT);
        check(secure || !lower.startsWith("__secure-"), "the prefix __Secure- is for secure cookies only");
        check(
                !lower.startsWith("__host-") || (secure && domain == null && path.equals("/")),
                "the prefix __Host- is for secure cookies with path / and without a domain");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException("the cookie can't be set: " + what);
        }
    }

    /** A session's cookie, as safe as can be. */
    public static Cookie of(String name, String value) {
        return new Cookie(name, value, null, "/", null, true, true, SameSite.LAX);
    }

    public Cookie withValue(String newValue) {
        return new Cookie(name, newValue, domain, path, maxAge, secure, httpOnly, sameSite);
    }

    public Cookie withDomain(@Nullable String newDomain) {
        return new Cookie(name, value, newDomain, path, maxAge, secure, httpOnly, sameSite);
    }

    public Cookie withPath(String newPath) {
        return new Cookie(name, value, domain, newPath, maxAge, secure, httpOnly, sameSite);
    }

    /** Kept for so long, in whole seconds; nothing of it is left if that is not positive. */
    public Cookie withMaxAge(@Nullable Duration newMaxAge) {
        return new Cookie(name, value, domain, path, newMaxAge, secure, httpOnly, sameSite);
    }

    public Cookie withSecure(boolean newSecure) {
        return new Cookie(name, value, domain, path, maxAge, newSecure, httpOnly, sameSite);
    }

    public Cookie withHttpOnly(boolean newHttpOnly) {
        return new Cookie(name, value, domain, path, maxAge, secure, newHttpOnly, sameSite);
    }

    public Cookie withSameSite(SameSite newSameSite) {
        return new Cookie(name, value, domain, path, maxAge, secure, httpOnly, newSameSite);
    }

    /** What makes browsers forget this cookie. */
    public Cookie expired() {
        return withValue("").withMaxAge(Duration.ZERO);
    }

    private static boolean isAttribute(String text) {
        return text.length() <= LONGEST_ATTRIBUTE && text.chars().allMatch(c -> c >= ' ' && c < 0x7f && c != ';');
    }

    /** What tells it from other cookies, taken from its field. */
    static String identity(String field) {
        StringBuilder identity = new StringBuilder(field.substring(0, Math.max(0, field.indexOf('='))));
        for (String attribute : BETWEEN.split(field, -1)) {
            if (attribute.startsWith("Path=") || attribute.startsWith("Domain=")) {
                identity.append("; ").append(attribute);
            }
        }
        return identity.toString();
    }

    /** Header fields of a response with it, in place of one of the same name, domain and path. */
    Headers among(Headers headers) {
        String name = "Set-Cookie";
        Headers kept = headers.without(name);
        for (String other : headers.all(name)) {
            kept = identity(other).equals(identity()) ? kept : kept.and(name, other);
        }
        return kept.and(name, toString());
    }

    String identity() {
        return identity(toString());
    }

    /** The value of {@code Set-Cookie}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append('=').append(value);
        text.append("; Path=").append(path);
        if (domain != null) {
            text.append("; Domain=").append(domain);
        }
        if (maxAge != null) {
            text.append("; Max-Age=").append(Math.max(0, maxAge.toSeconds()));
        }
        text.append(secure ? "; Secure" : "").append(httpOnly ? "; HttpOnly" : "");
        return text.append("; SameSite=").append(sameSite.text).toString();
    }
}
