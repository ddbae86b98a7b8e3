package dev.weir.net.http.content;

import dev.weir.net.http.wire.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** "Only if it has changed" and "only if it has not", as the request's fields say it (RFC 9110 section 13). */
public record Preconditions(
        @Nullable String match,
        @Nullable String noneMatch,
        @Nullable String modifiedSince,
        @Nullable String unmodifiedSince) {
    private static final Duration STRONG =
            Duration.ofMinutes(1); // as old as that, a date is that of one content (section 8.8.2.2)
    private static final Pattern TAG = Pattern.compile("((?:W/)?\"[^\"]*\")|[^,\\s]+"); // commas may be in tags

    /** What stands in a list of tags without being one, as it has no quotes; null if there is no such thing. */
    public static @Nullable String unquoted(@Nullable String tags) {
        if (tags == null || isAny(tags)) {
            return null;
        }
        return TAG.matcher(tags)
                .results()
                .filter(known -> known.group(1) == null)
                .map(MatchResult::group)
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether the client has what a response would bring.
     *
     * @param modified its {@code Last-Modified}
     */
    public boolean isKnown(@Nullable String tag, @Nullable String modified) {
        if (noneMatch != null) {
            return isAny(noneMatch) || (tag != null && lists(noneMatch, tag, false));
        }
        return modifiedSince != null
                && modified != null
                && !isAfter(HttpDate.parse(modified), HttpDate.parse(modifiedSince));
    }

    /** Whether the client wants something else than a response would bring. */
    public boolean fail(@Nullable String tag, @Nullable String modified) {
        return fail(true, tag, modified == null ? null : HttpDate.parse(modified));
    }

    private boolean fail(boolean exists, @Nullable String tag, @Nullable Instant modified) {
        if (match != null) {
            return isAny(match) ? !exists : tag == null || !lists(match, tag, true);
        }
        Instant known = unmodifiedSince == null ? null : HttpDate.parse(unmodifiedSince);
        return known != null && modified != null && isAfter(modified, known);
    }

    /** Whether what a request is about to change is not what the client has seen; there is nothing if all is null. */
    public boolean forbid(@Nullable String tag, @Nullable Instant modified) {
        boolean exists = tag != null || modified != null;
        Instant second = modified == null ? null : modified.truncatedTo(ChronoUnit.SECONDS);
        boolean known =
                noneMatch != null && exists && (isAny(noneMatch) || (tag != null && lists(noneMatch, tag, false)));
        return known || fail(exists, tag, second);
    }

    /** Whether a part of a response goes with the parts that the client has: {@code If-Range}. */
    public static boolean isSame(@Nullable String condition, @Nullable String tag, @Nullable String modified) {
        if (condition == null) {
            return true;
        }
        String text = condition.strip();
        if (text.startsWith("\"")) {
            return text.equals(tag);
        }
        Instant date = HttpDate.parse(text);
        return date != null
                && text.equals(modified)
                && date.isBefore(Instant.now().minus(STRONG));
    }

    private static boolean lists(String tags, String tag, boolean strongly) {
        if (strongly && tag.startsWith("W/")) {
            return false;
        }
        return TAG.matcher(tags)
                .results()
                .map(MatchResult::group)
                .anyMatch(known -> strongly
                        ? known.equals(tag)
                        : known.equals("*") || weak(known).equals(weak(tag)));
    }

    /** Whether it is of all that there is, with a tag or without. */
    private static boolean isAny(String tags) {
        return tags.strip().equals("*");
    }

    private static String weak(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }

    private static boolean isAfter(@Nullable Instant changed, @Nullable Instant known) {
        return changed == null || known == null || changed.isAfter(known);
    }
}
