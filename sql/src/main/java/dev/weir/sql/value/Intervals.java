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

    private static final String TOO_LARGE = "a number of the interval is too large"; // and is not told

    private Intervals() {}

    /**
     * One that has nothing but a time.
     *
     * @throws IllegalArgumentException if it has more
     */
    static Duration duration(String text) {
        Matcher found = matched(text);
        if (found.group(1) != null || found.group(2) != null || found.group(3) != null) {
            throw new IllegalArgumentException("the interval has years, months or days, which are no fixed"
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
            throw new IllegalArgumentException("the interval has hours, minutes or seconds: ask for a"
                    + " Duration if it has nothing else, or for a String");
        }
        return Period.of(number(found.group(1)), number(found.group(2)), number(found.group(3)));
    }

    private static Matcher matched(String text) {
        Matcher matcher = INTERVAL.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            throw new IllegalArgumentException("it is no finite interval in the style of"
                    + " PostgreSQL: set intervalstyle to postgres if it has another, or ask for a String");
        }
        return matcher;
    }

    private static int number(@Nullable String digits) {
        try {
            return digits == null ? 0 : Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(TOO_LARGE, e);
        }
    }

    private static Duration time(Matcher found) {
        if (found.group(5) == null) {
            return Duration.ZERO;
        }
        BigDecimal nanos = new BigDecimal(found.group(7)).movePointRight(9);
        Duration time = Duration.ofHours(hours(found.group(5)))
                .plusMinutes(Long.parseLong(found.group(6)))
                .plusNanos(nanos.longValueExact());
        return found.group(4).equals("-") ? time.negated() : time;
    }

    private static long hours(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(TOO_LARGE, e);
        }
    }
}
