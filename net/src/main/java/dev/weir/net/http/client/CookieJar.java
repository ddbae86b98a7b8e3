package dev.weir.net.http.client;

import dev.weir.net.http.client.call.Url;
import dev.weir.net.http.wire.Chars;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the cookies that servers set, and sends them back (RFC 6265, and RFC 6265bis for those that are secure), in
 * memory. May be shared by clients and threads.
 *
 * <p>A cookie goes back only to the host that set it, even if it names a domain: which domains belong to one owner
 * can't be seen from a name, and there is no list of public suffixes here, such as {@code co.uk}. For those that do there is
 * {@link #shareWithin}. A cookie that names an address goes to that address only. What a server says without TLS does not
 * replace a cookie that is {@code Secure}, nor set one of its name beside it. There are at most 50 cookies of a host,
 * each of at most 4 KiB, and 3000 in all; beyond that the oldest go, of a host's those that are not {@code Secure} first:
 * one that is not itself takes the place of none of its host that is, and over http of none at all.
 */
public final class CookieJar {
    private static final int MOST = 3000;
    private static final int MOST_PER_HOST = 50;
    private static final int LARGEST = 4096;

    private final InstantSource now;
    private final Set<String> shared = new TreeSet<>();
    private final List<StoredCookie> cookies = new ArrayList<>(); // what was set longest ago first
    private long made;

    private CookieJar(InstantSource now) {
        this.now = now;
    }

    /** An empty jar. */
    public static CookieJar create() {
        return create(InstantSource.system());
    }

    /** An empty jar by whose time cookies expire. */
    public static CookieJar create(InstantSource now) {
        return new CookieJar(Objects.requireNonNull(now, "now"));
    }

    /**
     * Lets cookies that name this domain, or one below it, go to all hosts of the domain they name.
     *
     * @param domain such as {@code example.com}: one that has a single owner, which is not checked
     * @throws IllegalArgumentException if it is an address, or has no dot in it
     */
    public synchronized CookieJar shareWithin(String domain) {
        if (domain.indexOf('.') <= 0
                || !Chars.isHost(domain)
                || StoredCookie.ADDRESS.matcher(domain).matches()) {
            throw new IllegalArgumentException("\"" + Chars.visible(domain) + "\" is no domain with a single owner");
        }
        shared.add(domain.toLowerCase(Locale.ROOT));
        return this;
    }

    /** How many cookies it holds. */
    public synchronized int size() {
        forgetExpired();
        return cookies.size();
    }

    /** Forgets all cookies. */
    public synchronized void clear() {
        cookies.clear();
    }

    synchronized void keep(Url url, List<String> fields) {
        for (String field : fields) {
            StoredCookie cookie =
                    field.length() > LARGEST ? null : StoredCookie.parse(field, url, this::isShared, now.instant());
            forgetExpired();
            if (cookie != null && (url.tls() || !isOverlaid(cookie))) {
                put(cookie.numbered(number(cookie)), url.tls());
            }
        }
    }

    /** What came without TLS may be of anybody, who must not take the place of a cookie that is for TLS only. */
    private boolean isOverlaid(StoredCookie cookie) {
        return cookies.stream().anyMatch(cookie::overlays);
    }

    private boolean isShared(String domain) {
        return shared.stream().anyMatch(owned -> StoredCookie.isWithin(domain, owned));
    }

    /** One that takes the place of another is as old as that (RFC 6265 section 5.3). */
    private long number(StoredCookie cookie) {
        return cookies.stream()
                .filter(cookie::replaces)
                .findFirst()
                .map(StoredCookie::number)
                .orElse(++made);
    }

    private void put(StoredCookie cookie, boolean tls) {
        cookies.removeIf(cookie::replaces);
        if (cookie.isExpired(now.instant())) {
            return;
        }
        List<StoredCookie> siblings = cookies.stream()
                .filter(other -> other.domain().equals(cookie.domain()))
                .toList();
        boolean ofHost = siblings.size() >= MOST_PER_HOST;
        boolean crowded = ofHost || cookies.size() >= MOST;
        if (!crowded || makesRoom(cookie, ofHost ? siblings : List.copyOf(cookies), !ofHost && tls)) {
            cookies.add(cookie);
        }
    }

    /**
     * The oldest goes, of one host's those that are not for TLS only first (RFC 6265bis section 5.7).
     *
     * @param any whether one for TLS only may go as well, which is not for what came without
     */
    private boolean makesRoom(StoredCookie cookie, List<StoredCookie> crowd, boolean any) {
        for (StoredCookie oldest : crowd) {
            if (any || !oldest.secure()) {
                return cookies.remove(oldest);
            }
        }
        return cookie.secure() && cookies.remove(crowd.getFirst());
    }

    private void forgetExpired() {
        Instant current = now.instant();
        cookies.removeIf(cookie -> cookie.isExpired(current));
    }

    /** The Cookie field for a request, or null. */
    synchronized @Nullable String of(Url url) {
        forgetExpired();
        String field = cookies.stream()
                .filter(cookie -> cookie.isFor(url))
                .sorted(Comparator.comparingInt(
                                (StoredCookie cookie) -> -cookie.path().length())
                        .thenComparingLong(StoredCookie::number))
                .map(cookie -> cookie.name() + "=" + cookie.value())
                .collect(Collectors.joining("; "));
        return field.isEmpty() ? null : field;
    }
}
