package dev.weir.net.http.filter;

import dev.weir.net.http.Headers;
import dev.weir.net.http.Request;
import dev.weir.net.http.Response;
import dev.weir.net.http.content.CodedTag;
import dev.weir.net.http.wire.Weighted;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the tags that clients see, one for each coding, from those behind a {@link Compression}. A tag that ends like
 * that of a coded form, and is none, says {@code identity}: what is added can always be taken away.
 */
final class Tags {
    private static final String PLAIN = "identity";
    private static final Set<String> NAMES = Set.of("br", "zstd", "gzip", "deflate", PLAIN);

    private Tags() {}

    /** The request with tags as they are behind. */
    static Request inward(Request request) {
        Headers headers = request.headers();
        if (headers.has("range") && !request.method().equals("GET")) {
            headers = headers.without("range"); // it says nothing there (RFC 9110 section 14.2)
        }
        if (!headers.has("if-match") && !headers.has("if-none-match") && !headers.has("if-range")) {
            return headers == request.headers() ? request : request.withHeaders(headers);
        }
        return request.withHeaders(none(request.method(), ranges(undone(headers, "if-match", NAMES))));
    }

    /** A client that reads may be told only of the form that it would get; one that changes means them all. */
    private static Headers none(String method, Headers headers) {
        boolean reads = method.equals("GET") || method.equals("HEAD");
        return undone(headers, "if-none-match", reads ? List.of(PLAIN, form(headers)) : NAMES);
    }

    private static String form(Headers headers) {
        Codings.Named best = headers.has("range") ? null : best(headers);
        return best == null ? PLAIN : best.name();
    }

    /** Ranges are of the plain form, so one that is to go with parts of a coded form, or may be, can't be had. */
    private static Headers ranges(Headers headers) {
        String condition = headers.get("if-range");
        if (condition == null) {
            return headers;
        }
        String asked = condition.strip();
        String plain = CodedTag.undone(asked, List.of(PLAIN));
        boolean isOfCoded = plain.equals(asked) && CodedTag.isOf(plain, NAMES);
        boolean isOfAny = !plain.startsWith("\"") && best(headers) != null; // a date is that of all forms
        return isOfCoded || isOfAny ? headers.without("if-range").without("range") : headers.with("if-range", plain);
    }

    private static Headers undone(Headers headers, String name, Collection<String> codings) {
        Headers changed = headers.without(name);
        for (String value : headers.all(name)) {
            changed = changed.and(name, CodedTag.undone(value, codings));
        }
        return changed;
    }

    /** The coding that the client likes best. */
    static Codings.@Nullable Named best(Headers headers) {
        return Codings.best(Weighted.parse(headers.all("accept-encoding")));
    }

    /**
     * The response, which is not coded here, with its tag as clients see it.
     *
     * @param request as it came
     * @param inward as it was handled
     */
    static Response outward(Request request, Request inward, Response response) {
        String tag = response.headers().get("ETag");
        if (tag == null) {
            return response;
        }
        String coded = CodedTag.of(tag, form(inward.headers()));
        if (response.status() == 304 && lists(request, coded)) {
            return response.withHeader("ETag", coded).withVary("Accept-Encoding");
        }
        return CodedTag.isOf(tag, NAMES) ? response.withHeader("ETag", CodedTag.of(tag, PLAIN)) : response;
    }

    private static boolean lists(Request request, String tag) {
        return request.headers().all("if-none-match").stream().anyMatch(known -> known.contains(tag));
    }
}
