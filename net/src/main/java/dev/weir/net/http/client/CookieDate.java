package dev.weir.net.http.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the dates of cookies, in whatever order their parts are (RFC 6265 section 5.1.1). */
final class CookieDate {
    private static final Pattern DELIMITER = Pattern.compile("[\\x09\\x20-\\x2f\\x3b-\\x40\\x5b-\\x60\\x7b-\\x7e]+");
    private static final Pattern TIME = Pattern.compile("([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[^0-9].*)?");
    private static final Pattern DAY = Pattern.compile("([0-9]{1,2})(?:[^0-9].*)?");
    private static final Pattern YEAR = Pattern.compile("([0-9]{2,4})(?:[^0-9].*)?");
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final int FIRST_YEAR = 1601;

    private @Nullable Matcher time;
    private int day;
    private int month;
    private int year = -1;

    private CookieDate() {}

    /** Null if the text is no date. */
    static @Nullable Instant parse(String text) {
        CookieDate date = new CookieDate();
        for (String token : DELIMITER.split(text, -1)) {
            date.take(token);
        }
        return date.instant();
    }

    private void take(String token) {
        Matcher timeOf = TIME.matcher(token);
        Matcher dayOf = DAY.matcher(token);
        Matcher yearOf = YEAR.matcher(token);
        int monthOf =
                MONTHS.indexOf(token.substring(0, Math.min(3, token.length())).toLowerCase(Locale.ROOT));
        if (time == null && timeOf.matches()) {
            time = timeOf;
        } else if (day == 0 && dayOf.matches()) {
            day = number(dayOf, 1);
        } else if (month == 0 && monthOf >= 0) {
            month = monthOf + 1;
        } else if (year < 0 && yearOf.matches()) {
            year = year(number(yearOf, 1));
        }
    }

    private static int year(int told) {
        return told >= 100 ? told : told + (told >= 70 ? 1900 : 2000);
    }

    private static int number(Matcher found, int group) {
        return Integer.parseInt(found.group(group));
    }

    private @Nullable Instant instant() {
        Matcher clock = time;
        if (clock == null || year < FIRST_YEAR) {
            return null;
        }
        try {
            return LocalDateTime.of(year, month, day, number(clock, 1), number(clock, 2), number(clock, 3))
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException noSuchDay) {
            return null;
        }
    }
}
