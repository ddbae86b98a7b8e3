package dev.weir.net.http.content;

import dev.weir.net.http.wire.Elements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code Range} (RFC 9110 section 14.2).
 *
 * @param parts as they were asked for, without overlaps; empty if none of the ranges can be satisfied
 */
public record Ranges(List<Span> parts) {
    /** As many may be asked for at once; more are refused. */
    public static final int MOST = 16;

    /** From and to the byte, both included. */
    public record Span(long first, long last) {
        public long length() {
            return last - first + 1;
        }

        public String of(long length) {
            return "bytes " + first + "-" + last + "/" + length;
        }
    }

    /** Null if the field is to be ignored: it is malformed, or counts in another unit. */
    public static @Nullable Ranges parse(String field, long length) {
        String text = field.strip();
        if (!text.regionMatches(true, 0, "bytes=", 0, 6)) {
            return null;
        }
        List<String> specs = Elements.of(text.substring(6));
        List<Span> parts = new ArrayList<>();
        for (String spec : specs) {
            String[] ends = spec.split("-", -1);
            if (ends.length != 2 || !isNumber(ends[0]) || !areDigits(ends[1]) || spec.length() < 2) {
                return null;
            }
            Span part = part(ends[0], ends[1], length);
            if (part == null) {
                return null;
            }
            if (part.length() > 0) {
                parts.add(part);
            }
        }
        if (specs.isEmpty()) {
            return null;
        }
        return specs.size() > MOST ? new Ranges(List.of()) : new Ranges(merged(parts));
    }

    private static boolean isNumber(String text) {
        return text.length() <= 18 && areDigits(text);
    }

    private static boolean areDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** What is beyond any end is as good as the end: some ask for as much as a {@code long} tells. */
    private static long last(String digits) {
        return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    }

    /** Null if it ends before it begins; empty if it is outside. */
    private static @Nullable Span part(String first, String last, long length) {
        if (first.isEmpty()) {
            long suffix = Math.min(last(last), length);
            return new Span(length - suffix, length - 1);
        }
        long from = Long.parseLong(first);
        long to = last.isEmpty() ? length - 1 : last(last);
        if (!last.isEmpty() && to < from) {
            return null;
        }
        return from >= length ? new Span(0, -1) : new Span(from, Math.min(to, length - 1));
    }

    /** Those that overlap or touch become one, in the place of the first of them. */
    private static List<Span> merged(List<Span> parts) {
        List<Span> sorted = new ArrayList<>(parts);
        sorted.sort(Comparator.comparingLong(Span::first));
        List<Span> merged = new ArrayList<>();
        for (Span part : sorted) {
            Span before = merged.isEmpty() ? null : merged.getLast();
            if (before != null && part.first() <= before.last() + 1) {
                merged.set(merged.size() - 1, new Span(before.first(), Math.max(before.last(), part.last())));
            } else {
                merged.add(part);
            }
        }
        merged.sort(Comparator.comparingInt(whole -> firstOf(whole, parts)));
        return List.copyOf(merged);
    }

    private static int firstOf(Span whole, List<Span> parts) {
        int i = 0;
        while (parts.get(i).first() < whole.first() || parts.get(i).last() > whole.last()) {
            i++;
        }
        return i;
    }
}
