package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.wire.Chars;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Lets pages of other origins read the responses (the Fetch standard's CORS protocol), and answers their preflights. A
 * request of an origin that is not allowed is handled without a word about it, so browsers keep the response from the
 * page; its preflight gets 403.
 *
 * <p>What the server refuses before it calls its handler is not seen here, so pages can't read it: a request that is
 * malformed or whose head is too large, and one beyond {@code maxInFlight}. They can read the 503 of a {@link Limiter}
 * behind this filter.
 *
 * <pre>{@code
 * routes.with(Cors.allow("https://app.example").withCredentials())
 * }</pre>
 */
@CheckReturnValue
public final class Cors implements Filter {
    private static final Pattern ORIGIN = Pattern.compile("[a-z][a-z0-9+.-]*://[!-.0-~]+");
    private final Predicate<? super String> origins;
    private final boolean any;
    private final boolean credentials;
    private final List<String> methods;
    private final List<String> headers;
    private final List<String> exposed;
    private final Duration maxAge;
    private final Filter changing = Filter.changing(this::answered);

    private Cors(
            Predicate<? super String> origins,
            boolean any,
            boolean credentials,
            List<String> methods,
            List<String> headers,
            List<String> exposed,
            Duration maxAge) {
        this.origins = origins;
        this.any = any;
        this.credentials = credentials;
        this.methods = methods;
        this.headers = headers;
        this.exposed = exposed;
        this.maxAge = maxAge;
        for (List<String> tokens : List.of(methods, headers, exposed)) {
            for (String token : tokens) {
                if (!Chars.isToken(token)) {
                    throw new IllegalArgumentException("\"" + token + "\" is no method or name of a header field");
                }
            }
        }
        if (any && credentials) {
            throw new IllegalArgumentException(
                    "any origin with credentials would let every page act for the user: name the origins");
        }
    }

    private static Cors of(Predicate<? super String> origins, boolean any) {
        return new Cors(
                origins,
                any,
                false,
                List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"),
                List.of("Content-Type"),
                List.of(),
                Duration.ofMinutes(30));
    }

    /** These origins: {@code https://app.example}, without a path, as browsers send them. */
    public static Cors allow(String... origins) {
        for (String origin : origins) {
            if (!ORIGIN.matcher(origin).matches() || isNeverSent(origin)) {
                throw new IllegalArgumentException("\"" + origin
                        + "\" is no origin that browsers send: write scheme://host in lower case, with a port"
                        + " if it is not the usual one");
            }
        }
        return of(Set.of(origins)::contains, false);
    }

    /** Browsers send that of a page in lower case, without the usual port (RFC 6454 section 6.2). */
    private static boolean isNeverSent(String origin) {
        boolean tls = origin.startsWith("https://");
        return (tls || origin.startsWith("http://"))
                && (!origin.equals(origin.toLowerCase(Locale.ROOT)) || origin.endsWith(tls ? ":443" : ":80"));
    }

    /** The origins that the predicate accepts; must not block. */
    public static Cors allowIf(Predicate<? super String> origins) {
        return of(Objects.requireNonNull(origins, "origins"), false);
    }

    /** Every origin, for what is public anyway; without credentials. */
    public static Cors allowAny() {
        return of(origin -> true, true);
    }

    /** Requests may come with cookies and the like. */
    public Cors withCredentials() {
        return new Cors(origins, any, true, methods, headers, exposed, maxAge);
    }

    /** The methods that may be used: GET, HEAD, POST, PUT, PATCH, DELETE. */
    public Cors withMethods(String... newMethods) {
        return new Cors(origins, any, credentials, List.of(newMethods), headers, exposed, maxAge);
    }

    /**
     * The header fields that may be sent, besides the harmless ones, in place of Content-Type, which is named again if it is to
     * stay.
     */
    public Cors withHeaders(String... names) {
        return new Cors(origins, any, credentials, methods, List.of(names), exposed, maxAge);
    }

    /** The header fields of responses that pages may read, besides the harmless ones: none. */
    public Cors withExposed(String... names) {
        return new Cors(origins, any, credentials, methods, headers, List.of(names), maxAge);
    }

    /** How long browsers may go by a preflight: 30 minutes. */
    public Cors withMaxAge(Duration newMaxAge) {
        return new Cors(
                origins, any, credentials, methods, headers, exposed, Objects.requireNonNull(newMaxAge, "newMaxAge"));
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        String origin = request.header("origin");
        if (origin == null
                || !request.method().equals("OPTIONS")
                || request.header("access-control-request-method") == null) {
            return changing.filter(request, next);
        }
        return One.of(varying(origins.test(origin) ? preflight(origin) : refusal()));
    }

    private Response answered(Request request, Response response) {
        String origin = any ? "*" : request.header("origin"); // a cache may have it for one that says its origin
        return varying(origin != null && origins.test(origin) ? granted(response, origin) : response);
    }

    private Response varying(Response response) {
        return any ? response : response.withVary("Origin");
    }

    private static Response refusal() {
        return Response.problem(403, "this origin may not use what is here");
    }

    private Response preflight(String origin) {
        Response response = allowing(Response.empty(204), origin)
                .withHeader("Access-Control-Allow-Methods", String.join(", ", methods))
                .withHeader("Access-Control-Max-Age", Long.toString(maxAge.toSeconds()));
        return headers.isEmpty()
                ? response
                : response.withHeader("Access-Control-Allow-Headers", String.join(", ", headers));
    }

    private Response granted(Response response, String origin) {
        Response granted = allowing(response, origin);
        return exposed.isEmpty()
                ? granted
                : granted.withHeader("Access-Control-Expose-Headers", String.join(", ", exposed));
    }

    private Response allowing(Response response, String origin) {
        Response allowed = response.withHeader("Access-Control-Allow-Origin", any ? "*" : origin);
        return credentials ? allowed.withHeader("Access-Control-Allow-Credentials", "true") : allowed;
    }
}
