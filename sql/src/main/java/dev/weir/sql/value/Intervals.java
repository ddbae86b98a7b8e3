package dev.weir.sql.value;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Period;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Intervals as PostgreSQL writes them (PostgreSQL 18, 8.5.5, in its own style): {@code 1 year 2 mons -3 days +04:05:06.7}. They
 * have months, days and a time, none of which is so many of another.
 */
final class Intervals {
    private static final Pattern INTERVAL = Pattern.compile("(?:([-+]?\\d+) years? ?)?(?:([-+]?\\d+) mons? ?)?"
            + "(?:([-+]?\\d+) days? ?)?(?:([-+]?)(\\d+):(\\d\\d):(\\d\\d(?:\\.\\d+)?))?");

    private Intervals() {}

    /**
     * One that has nothing but a time.
     *
     * @throws IllegalArgumentException if it has more
     */
    static Duration duration(String text) {
        Matcher found = matched(text);
        if (found.group(1) != null || found.group(2) != null || found.group(3) != null) {
            throw new IllegalArgumentException("the interval " + text + " has years, months or days, which are no fixed"
                    + " number of seconds: ask for extract(epoch from ..), or for a String");
        }
        return time(found);
    }

    /**
     * One that has no time.
     *
     * @throws IllegalArgumentException if it has one
     */
    static Period period(String text) {
        Matcher found = matched(text);
        if (!time(found).isZero()) {
            throw new IllegalArgumentException("the interval " + text + " has hours, minutes or seconds: ask for a"
                    + " Duration if it has nothing else, or for a String");
        }
        return Period.of(number(found.group(1)), number(found.group(2)), number(found.group(3)));
    }

    private static Matcher matched(String text) {
        Matcher matcher = INTERVAL.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            throw new IllegalArgumentException(text + " is no finite interval in the style of"
                    + " PostgreSQL: set intervalstyle to postgres if it has another, or ask for a String");
        }
        return matcher;
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    private static Duration time(Matcher found) {
        if (found.group(5) == null) {
            return Duration.ZERO;
        }
        BigDecimal nanos = new BigDecimal(found.group(7)).movePointRight(9);
        Duration time = Duration.ofHours(Long.parseLong(found.group(5)))
                .plusMinutes(Long.parseLong(found.group(6)))
                .plusNanos(nanos.longValueExact());
        return found.group(4).equals("-") ? time.negated() : time;
    }
}
