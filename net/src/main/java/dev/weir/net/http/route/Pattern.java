package dev.weir.net.http.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;

/**
 * A route's path, cut into segments.
 *
 * @param text as it was written
 */
public record Pattern(String text, List<Segment> segments) {
    private static final java.util.regex.Pattern PARAMETER =
            java.util.regex.Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)(\\.\\.\\.)?}");

    public enum Kind {
        LITERAL,
        PARAMETER,
        REST
    }

    /**
     * What stands between two slashes.
     *
     * @param text the literal, or the parameter's name
     */
    public record Segment(Kind kind, String text) {}

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static Pattern parse(String text) {
        Objects.requireNonNull(text, "pattern");
        if (!text.startsWith("/")) {
            throw wrong(text, "must begin with a slash");
        }
        List<Segment> segments = new ArrayList<>();
        String[] parts = text.substring(1).split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            Segment segment = segment(text, parts[i]);
            if (segment.kind() == Kind.REST && i < parts.length - 1) {
                throw wrong(text, "can have {" + segment.text() + "...} only at its end");
            }
            segments.add(segment);
        }
        checkNames(text, segments);
        return new Pattern(text, List.copyOf(segments));
    }

    private static Segment segment(String text, String part) {
        Matcher parameter = PARAMETER.matcher(part);
        if (parameter.matches()) {
            Kind kind = parameter.group(2) == null ? Kind.PARAMETER : Kind.REST;
            return new Segment(kind, parameter.group(1));
        }
        if (part.indexOf('{') >= 0 || part.indexOf('}') >= 0) {
            throw wrong(text, "can have a parameter only as a whole segment: {name}, or {name...} at its end");
        }
        if (part.startsWith(":")) {
            throw wrong(text, "has " + part + " where it should have {" + part.substring(1) + "}");
        }
        if (part.indexOf('*') >= 0) {
            throw wrong(
                    text,
                    "has " + part + " where it should have {name} for one segment, or {path...} for all that follow");
        }
        return new Segment(Kind.LITERAL, part);
    }

    private static void checkNames(String text, List<Segment> segments) {
        List<String> names = segments.stream()
                .filter(segment -> segment.kind() != Kind.LITERAL)
                .map(Segment::text)
                .toList();
        if (names.stream().distinct().count() < names.size()) {
            throw wrong(text, "has two parameters of the same name");
        }
    }

    private static IllegalArgumentException wrong(String text, String what) {
        return new IllegalArgumentException("the pattern \"" + text + "\" " + what);
    }

    boolean isLiteral() {
        return segments.stream().allMatch(segment -> segment.kind() == Kind.LITERAL);
    }
}
