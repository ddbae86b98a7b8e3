package dev.weir.lab.rxnetty;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of a response's field Date, written once a second. */
final class Dates {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private record Second(long second, String text) {}

    private static volatile Second last = new Second(0, "");

    private Dates() {}

    static String now() {
        Second date = last;
        long now = System.currentTimeMillis() / 1_000;
        if (date.second() != now) {
            date = new Second(now, FORMAT.format(Instant.ofEpochSecond(now)));
            last = date;
        }
        return date.text();
    }
}
