package dev.weir.net.http.wire;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Dates as HTTP writes them (RFC 9110 section 5.6.7). */
public final class HttpDate {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static volatile Line current = line(0);

    /** The Date field of one second. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Line(long second, String date, byte[] bytes) {}

    private HttpDate() {}

    public static String format(Instant instant) {
        return FORMAT.format(instant);
    }

    /** Null if the text is no such date. */
    public static @Nullable Instant parse(String text) {
        try {
            return FORMAT.parse(text, Instant::from);
        } catch (DateTimeParseException notADate) {
            return null;
        }
    }

    /** The Date field for a response that is written now, with its end; not to be changed. */
    public static byte[] fieldNow() {
        return now().bytes();
    }

    /** The date of a response that is written now. */
    public static String dateNow() {
        return now().date();
    }

    private static Line now() {
        long second = System.currentTimeMillis() / 1000;
        Line known = current;
        if (known.second() != second) {
            known = line(second);
            current = known;
        }
        return known;
    }

    private static Line line(long second) {
        String date = format(Instant.ofEpochSecond(second));
        return new Line(second, date, ("Date: " + date + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }
}
