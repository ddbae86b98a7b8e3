package dev.weir.net.http.wire;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Lists in fields whose elements have no quotes (RFC 9110 section 5.6.1). */
public final class Elements {
    private Elements() {}

    /** Without those that are empty, which mean nothing. */
    public static List<String> of(String field) {
        return of(List.of(field));
    }

    /** Of all lines of a field. */
    public static List<String> of(List<String> lines) {
        return lines.stream()
                .flatMap(line -> Stream.of(line.split(",", -1)))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .toList();
    }

    /** Whether one is that, in whatever case. */
    public static boolean have(List<String> lines, String element) {
        return of(lines).stream().anyMatch(element::equalsIgnoreCase);
    }
}
