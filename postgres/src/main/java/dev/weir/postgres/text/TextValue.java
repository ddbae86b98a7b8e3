package dev.weir.postgres.text;

import dev.weir.sql.value.Instants;
import dev.weir.sql.value.JsonText;
import dev.weir.sql.value.Uuids;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.util.HexFormat;
import java.util.Map;

/** A value as text (PostgreSQL 18, 8: what its types put out, dates in the style ISO), as the value that JDBC has. */
public final class TextValue {
    private static final String INFINITY = "infinity";
    private static final String MINUS_INFINITY = "-infinity";
    private static final int LAST_PLAIN = 9999;
    private static final String MIDNIGHT = "24:00:00";
    private static final DateTimeFormatter DATE = dated(new DateTimeFormatterBuilder());
    private static final DateTimeFormatter TIMESTAMP = dated(timed());
    private static final DateTimeFormatter TIMESTAMPTZ = dated(timed().appendOffset("+HH:mm:ss", "Z"));
    private static final DateTimeFormatter TIMETZ = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendOffset("+HH:mm:ss", "Z") // +00 would be found in +00:53:28, too
            .toFormatter();

    private TextValue() {}

    private static DateTimeFormatterBuilder timed() {
        return new DateTimeFormatterBuilder().appendLiteral(' ').append(DateTimeFormatter.ISO_LOCAL_TIME);
    }

    /** A date, what follows it, and the era if it is not ours: in both directions. */
    private static DateTimeFormatter dated(DateTimeFormatterBuilder rest) {
        return new DateTimeFormatterBuilder()
                .appendValue(ChronoField.YEAR_OF_ERA, 4, 10, SignStyle.NOT_NEGATIVE)
                .appendPattern("-MM-dd")
                .append(rest.toFormatter())
                .appendText(ChronoField.ERA, Map.of(0L, " BC", 1L, ""))
                .toFormatter();
    }

    /**
     * The value; one of a type that Java has none for is its text. Messages do not have it, but for those of a {@link
     * NumberFormatException} or {@link java.time.DateTimeException}.
     *
     * @param type its name in capitals, such as INT4
     * @throws IllegalArgumentException if the text is no such value
     * @throws java.time.DateTimeException as well
     */
    public static Object of(String type, String text) {
        return switch (type) {
            case "BOOL" -> bool(text);
            case "INT2", "INT4" -> Integer.valueOf(text);
            case "INT8", "OID" -> Long.valueOf(text);
            case "FLOAT4" -> finite(Float.valueOf(text), text);
            case "FLOAT8" -> finite(Double.valueOf(text), text);
            case "NUMERIC" -> number(text);
            case "UUID" -> Uuids.of(text);
            case "BYTEA" -> bytes(text);
            case "JSON", "JSONB" -> new JsonText(text);
            case "DATE", "TIME", "TIMETZ", "TIMESTAMP", "TIMESTAMPTZ" -> time(type, text);
            default -> text;
        };
    }

    private static boolean bool(String text) {
        if (!text.equals("t") && !text.equals("f")) {
            throw new IllegalArgumentException("it is neither t nor f");
        }
        return text.equals("t");
    }

    private static Number finite(Number number, String text) {
        if (Double.isInfinite(number.doubleValue()) && !text.endsWith("Infinity")) {
            throw new IllegalArgumentException("it is beyond what the type can be");
        }
        return number;
    }

    private static byte[] bytes(String text) {
        if (!text.startsWith("\\x")) {
            throw new IllegalArgumentException("bytes come as text that is not hexadecimal: set bytea_output to hex");
        }
        try {
            return HexFormat.of().parseHex(text, 2, text.length());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("it is not hexadecimal", e);
        }
    }

    /** A time as text, as the server reads it. */
    public static String of(Temporal time) {
        Temporal dated = time instanceof Instant instant ? Instants.inUtc(instant) : time;
        if (!dated.isSupported(ChronoField.YEAR) || isPlain(dated.get(ChronoField.YEAR))) {
            return dated.toString();
        }
        return switch (dated) {
            case LocalDate day -> text(day, LocalDate.MAX, LocalDate.MIN, DATE);
            case LocalDateTime moment -> text(moment, LocalDateTime.MAX, LocalDateTime.MIN, TIMESTAMP);
            case OffsetDateTime moment -> text(moment, OffsetDateTime.MAX, OffsetDateTime.MIN, TIMESTAMPTZ);
            default -> dated.toString();
        };
    }

    /** Whether ISO 8601 writes it as the server does: with four digits, and no era. */
    private static boolean isPlain(int year) {
        return year > 0 && year <= LAST_PLAIN;
    }

    private static String text(Temporal time, Temporal last, Temporal first, DateTimeFormatter format) {
        if (time.equals(last)) {
            return INFINITY;
        }
        return time.equals(first) ? MINUS_INFINITY : format.format(time);
    }

    private static Object number(String text) {
        return switch (text) {
            case "NaN", "Infinity", "-Infinity" -> Double.valueOf(text); // which no BigDecimal is
            default -> new BigDecimal(text);
        };
    }

    private static Object time(String type, String text) {
        return switch (type) {
            case "TIME" -> text.equals(MIDNIGHT) ? LocalTime.MAX : LocalTime.parse(text);
            case "TIMETZ" -> text.startsWith(MIDNIGHT) ? OffsetTime.MAX : OffsetTime.parse(text, TIMETZ);
            case "DATE" ->
                switch (text) {
                    case INFINITY -> LocalDate.MAX;
                    case MINUS_INFINITY -> LocalDate.MIN;
                    default -> LocalDate.parse(text, DATE);
                };
            case "TIMESTAMP" ->
                switch (text) {
                    case INFINITY -> LocalDateTime.MAX;
                    case MINUS_INFINITY -> LocalDateTime.MIN;
                    default -> LocalDateTime.parse(text, TIMESTAMP);
                };
            default ->
                switch (text) {
                    case INFINITY -> OffsetDateTime.MAX;
                    case MINUS_INFINITY -> OffsetDateTime.MIN;
                    default -> OffsetDateTime.parse(text, TIMESTAMPTZ).withOffsetSameInstant(ZoneOffset.UTC);
                };
        };
    }
}
