package dev.weir.net.http;

import dev.weir.net.http.content.Preconditions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Under which conditions a client wants what it asks for (RFC 9110 section 13). */
final class Conditions {
    private Conditions() {}

    static Preconditions of(Request request) {
        return new Preconditions(
                list(request, "if-match"),
                list(request, "if-none-match"),
                request.header("if-modified-since"),
                request.header("if-unmodified-since"));
    }

    private static @Nullable String list(Request request, String name) {
        Headers headers = request.headers();
        return headers.has(name) ? String.join(",", headers.all(name)) : null;
    }

    static void require(Request request, @Nullable String tag, @Nullable Instant modified) {
        if (tag != null && !tag.endsWith("\"")) {
            throw new IllegalArgumentException("an ETag has quotes, not " + tag + ": requireETag(tag) adds them");
        }
        Preconditions conditions = of(request);
        Selection.check("If-Match", conditions.match());
        Selection.check("If-None-Match", conditions.noneMatch());
        if (conditions.forbid(tag, modified)) {
            throw new HttpException(412, Selection.FAILED);
        }
    }

    /** Whether the client already has what that tag, with its quotes, stands for. */
    static boolean known(Request request, String tag) {
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        Preconditions conditions = of(request);
        return reads && !conditions.fail(tag, null) && conditions.isKnown(tag, null);
    }
}
