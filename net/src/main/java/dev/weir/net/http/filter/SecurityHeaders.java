package dev.weir.net.http.filter;

import dev.weir.CheckReturnValue;
import dev.weir.One;
import dev.weir.net.http.Filter;
import dev.weir.net.http.Handler;
import dev.weir.net.http.Headers;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import java.time.Duration;

/**
 * Adds the fields that make browsers careful to responses that do not have them: {@code X-Content-Type-Options:
 * nosniff}, {@code X-Frame-Options: DENY}, {@code Referrer-Policy: strict-origin-when-cross-origin}, {@code
 * Cross-Origin-Opener-Policy: same-origin}; on demand a content security policy and strict transport security.
 */
@CheckReturnValue
public final class SecurityHeaders implements Filter {
    private final Headers fields;
    private static final String STRICT_TRANSPORT = "Strict-Transport-Security";

    private final Filter changing = Filter.changing((request, response) -> careful(request.isSecure(), response));

    private SecurityHeaders(Headers fields) {
        this.fields = fields;
    }

    /** Those that do no harm. */
    public static SecurityHeaders create() {
        return new SecurityHeaders(Headers.empty()
                .and("X-Content-Type-Options", "nosniff")
                .and("X-Frame-Options", "DENY")
                .and("Referrer-Policy", "strict-origin-when-cross-origin")
                .and("Cross-Origin-Opener-Policy", "same-origin"));
    }

    /** With what pages may load: {@code default-src 'self'}. */
    public SecurityHeaders withContentPolicy(String policy) {
        return with("Content-Security-Policy", policy);
    }

    /**
     * Tells browsers to use nothing but TLS for so long, with this host and those below it. It is told over TLS only (RFC 6797
     * section 7.2): a server behind a proxy that ends TLS has to {@linkplain dev.weir.net.http.HttpServer.Builder#trust trust} that.
     */
    public SecurityHeaders withStrictTransport(Duration maxAge) {
        return with(STRICT_TRANSPORT, "max-age=" + maxAge.toSeconds() + "; includeSubDomains");
    }

    /** With another field, or another value for one. */
    public SecurityHeaders with(String name, String value) {
        return new SecurityHeaders(fields.with(name, value));
    }

    /** Without that field. */
    public SecurityHeaders without(String name) {
        return new SecurityHeaders(fields.without(name));
    }

    @Override
    public One<Response> filter(Request request, Handler next) throws Exception {
        return changing.filter(request, next);
    }

    private Response careful(boolean secure, Response response) {
        Response careful = response;
        for (Headers.Field field : fields) {
            boolean may = secure || !field.name().equalsIgnoreCase(STRICT_TRANSPORT);
            if (may && !response.headers().has(field.name())) {
                careful = careful.withHeader(field.name(), field.value());
            }
        }
        return careful;
    }
}
