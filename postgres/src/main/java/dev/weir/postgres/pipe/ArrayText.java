package dev.weir.postgres.pipe;

import dev.weir.sql.value.JsonText;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Arrays as PostgreSQL writes them (PostgreSQL 18, 8.15.6): {@code {1,NULL,"a, b",{2}}}. */
final class ArrayText {
    private final String text;
    private final String type;
    private int at;

    private ArrayText(String text, String type, int begin) {
        this.text = text;
        this.type = type;
        this.at = begin;
    }

    /** The items; those of a type that Java has none for are text. */
    static @Nullable Object[] parse(String text, String type) {
        return new ArrayText(text, type, text.indexOf('{')).array(); // after bounds, if there are any
    }

    private @Nullable Object[] array() {
        List<@Nullable Object> items = new ArrayList<>();
        at++;
        while (text.charAt(at) != '}') {
            items.add(item());
            if (text.charAt(at) == ',') {
                at++;
            }
        }
        at++;
        return items.toArray();
    }

    private @Nullable Object item() {
        char first = text.charAt(at);
        if (first == '{') {
            return array();
        } else if (first == '"') {
            return value(quoted());
        }
        int begin = at;
        while (text.charAt(at) != ',' && text.charAt(at) != '}') {
            at++;
        }
        String plain = text.substring(begin, at);
        return plain.equals("NULL") ? null : value(plain);
    }

    private String quoted() {
        StringBuilder item = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            item.append(text.charAt(at));
        }
        at++;
        return item.toString();
    }

    private Object value(String item) {
        return switch (type) {
            case "BOOL" -> item.equals("t");
            case "INT2", "INT4" -> Integer.valueOf(item);
            case "INT8", "OID" -> Long.valueOf(item);
            case "FLOAT4" -> Float.valueOf(item);
            case "FLOAT8" -> Double.valueOf(item);
            case "NUMERIC" -> number(item);
            case "UUID" -> UUID.fromString(item);
            case "DATE" -> LocalDate.parse(item);
            case "TIME" -> LocalTime.parse(item);
            case "TIMETZ" -> OffsetTime.parse(withMinutes(item));
            case "TIMESTAMP" -> LocalDateTime.parse(item.replace(' ', 'T'));
            case "TIMESTAMPTZ" -> Cell.inUtc(OffsetDateTime.parse(withMinutes(item.replace(' ', 'T'))));
            case "BYTEA" -> HexFormat.of().parseHex(item, 2, item.length());
            case "JSON", "JSONB" -> new JsonText(item);
            default -> item;
        };
    }

    private static Object number(String item) {
        if (item.equals("NaN")) {
            return Double.NaN;
        }
        return new BigDecimal(item);
    }

    /** {@code +00} as {@code +00:00}. */
    private static String withMinutes(String time) {
        int sign = Math.max(time.lastIndexOf('+'), time.lastIndexOf('-'));
        return time.length() - sign == 3 ? time + ":00" : time;
    }
}
