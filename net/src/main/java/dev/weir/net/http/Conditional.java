package dev.weir.net.http;

import dev.weir.net.http.wire.HttpDate;
import java.time.Instant;

/** Answers "only if it has changed" (RFC 9110 section 13). */
final class Conditional {
    private Conditional() {}

    /** Whether the client has what the response would bring. */
    static boolean isKnown(Request request, Response response) {
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        if (!reads || response.status() != 200 || response.headers().size() < 2) {
            return false;
        }
        String tags = request.header("if-none-match");
        if (tags != null) {
            String tag = response.headers().get("ETag");
            return tag != null && lists(tags, tag);
        }
        String since = request.header("if-modified-since");
        String modified = response.headers().get("Last-Modified");
        return since != null && modified != null && !isAfter(modified, since);
    }

    private static boolean lists(String tags, String tag) {
        for (String one : tags.split(",", -1)) {
            String known = one.strip();
            if (known.equals("*") || weak(known).equals(weak(tag))) {
                return true;
            }
        }
        return false;
    }

    private static String weak(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }

    private static boolean isAfter(String modified, String since) {
        Instant changed = HttpDate.parse(modified);
        Instant known = HttpDate.parse(since);
        return changed == null || known == null || changed.isAfter(known);
    }
}
