package dev.weir.net.http;

import dev.weir.net.http.wire.HttpDate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Answers "only if it has changed" and "only if it has not" (RFC 9110 section 13). */
final class Preconditions {
    private static final String FAILED = "it is not what the request was made for: it has changed, or is gone";

    private Preconditions() {}

    /** Whether the client has what the response would bring. */
    static boolean isKnown(Request request, Response response) {
        String tags = request.header("if-none-match");
        if (tags != null) {
            String tag = response.headers().get("ETag");
            return tag != null && lists(tags, tag, false);
        }
        String since = request.header("if-modified-since");
        String modified = response.headers().get("Last-Modified");
        return since != null && modified != null && !isAfter(HttpDate.parse(modified), HttpDate.parse(since));
    }

    /** Whether the client wants something else than the response would bring. */
    static boolean fails(Request request, Response response) {
        String modified = response.headers().get("Last-Modified");
        Instant instant = modified == null ? null : HttpDate.parse(modified);
        return fails(request, true, response.headers().get("ETag"), instant);
    }

    private static boolean fails(Request request, boolean exists, @Nullable String tag, @Nullable Instant modified) {
        String tags = request.header("if-match");
        if (tags != null) {
            boolean any = tags.strip().equals("*");
            return any ? !exists : tag == null || !lists(tags, tag, true);
        }
        String since = request.header("if-unmodified-since");
        Instant known = since == null ? null : HttpDate.parse(since);
        return known != null && modified != null && isAfter(modified, known);
    }

    /** Throws if what a request is about to change is not what the client has seen. */
    static void require(Request request, @Nullable String tag, @Nullable Instant modified) {
        boolean exists = tag != null || modified != null;
        Instant second = modified == null ? null : modified.truncatedTo(ChronoUnit.SECONDS);
        String none = request.header("if-none-match");
        boolean known =
                none != null && exists && (none.strip().equals("*") || (tag != null && lists(none, tag, false)));
        if (known || fails(request, exists, tag, second)) {
            throw new HttpException(412, FAILED);
        }
    }

    static Response failed() {
        return Response.problem(412, FAILED);
    }

    /** Whether a part of the response goes with the parts that the client has: {@code If-Range}. */
    static boolean isSame(@Nullable String condition, Response response) {
        if (condition == null) {
            return true;
        }
        String text = condition.strip();
        if (text.startsWith("\"")) {
            return text.equals(response.headers().get("ETag"));
        }
        String modified = response.headers().get("Last-Modified");
        return modified != null && HttpDate.parse(text) != null && text.equals(modified);
    }

    private static boolean lists(String tags, String tag, boolean strongly) {
        if (strongly && tag.startsWith("W/")) {
            return false;
        }
        for (String one : tags.split(",", -1)) {
            String known = one.strip();
            if (strongly ? known.equals(tag) : known.equals("*") || weak(known).equals(weak(tag))) {
                return true;
            }
        }
        return false;
    }

    private static String weak(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }

    private static boolean isAfter(@Nullable Instant changed, @Nullable Instant known) {
        return changed == null || known == null || changed.isAfter(known);
    }
}
