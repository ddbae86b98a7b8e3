package dev.weir.net.http.wire;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates as HTTP writes them, and in the three formats that it reads (RFC 9110 section 5.6.7). */
public final class HttpDate {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter RFC_850 =
            DateTimeFormatter.ofPattern("dd-MMM-yy HH:mm:ss 'GMT'", Locale.ROOT);
    private static final Pattern DAY = Pattern.compile("(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, ");
    private static final DateTimeFormatter ASCTIME = DateTimeFormatter.ofPattern(
                    "EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final int YEARS_AHEAD = 50; // those of two digits that seem to be further are of the past

    private static volatile DateField current = line(0);

    /** The Date field of one second. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record DateField(long second, String date, byte[] bytes) {}

    private HttpDate() {}

    public static String format(Instant instant) {
        return FORMAT.format(instant);
    }

    /** Null if the text is no such date. */
    public static @Nullable Instant parse(String text) {
        if (text.indexOf('+') >= 0) {
            return null; // the JDK would read a year of more than four digits
        }
        try {
            if (text.indexOf('-') >= 0) {
                return rfc850(text, OffsetDateTime.now(ZoneOffset.UTC));
            }
            return (text.indexOf(',') >= 0 ? FORMAT : ASCTIME).parse(text, Instant::from);
        } catch (DateTimeParseException notADate) {
            return null;
        }
    }

    static @Nullable Instant rfc850(String text, OffsetDateTime now) {
        Matcher day = DAY.matcher(text);
        if (!day.lookingAt()) {
            return null;
        }
        OffsetDateTime date =
                LocalDateTime.parse(text.substring(day.end()), RFC_850).atOffset(ZoneOffset.UTC);
        return (date.isAfter(now.plusYears(YEARS_AHEAD)) ? date.minusYears(100) : date).toInstant();
    }

    /** The Date field for a response that is written now, with its end; not to be changed. */
    public static byte[] fieldNow() {
        return now().bytes();
    }

    /** The date of a response that is written now. */
    public static String dateNow() {
        return now().date();
    }

    private static DateField now() {
        long second = System.currentTimeMillis() / 1000;
        DateField known = current;
        if (known.second() != second) {
            known = line(second);
            current = known;
        }
        return known;
    }

    private static DateField line(long second) {
        String date = format(Instant.ofEpochSecond(second));
        return new DateField(second, date, ("Date: " + date + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }
}
