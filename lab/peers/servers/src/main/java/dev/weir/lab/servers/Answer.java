package dev.weir.lab.servers;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What all servers answer. */
final class Answer {
    static final String TEXT = "OK";
    static final String TYPE = "text/plain; charset=utf-8";
    static final byte[] BODY = TEXT.getBytes(StandardCharsets.US_ASCII);

    /** The whole response of those that only know bytes. */
    static final byte[] BYTES = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK".getBytes(StandardCharsets.US_ASCII);

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private record Second(long second, String text) {}

    private static volatile Second date = new Second(0, "");

    private Answer() {}

    /** The value of a response's field Date, written once a second. */
    static String date() {
        Second last = date;
        long now = System.currentTimeMillis() / 1_000;
        if (last.second() != now) {
            last = new Second(now, FORMAT.format(Instant.ofEpochSecond(now)));
            date = last;
        }
        return last.text();
    }
}
