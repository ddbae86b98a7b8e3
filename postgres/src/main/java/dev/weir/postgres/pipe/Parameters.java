package dev.weir.postgres.pipe;

import dev.weir.postgres.text.TextValue;
import dev.weir.sql.Json;
import dev.weir.sql.JsonCodec;
import dev.weir.sql.SqlException;
import dev.weir.sql.SqlException.Reason;
import dev.weir.sql.value.Instants;
import dev.weir.sql.value.JsonText;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.data.Numeric;
import io.vertx.sqlclient.internal.ArrayTuple;
import io.vertx.sqlclient.internal.PreparedStatement;
import io.vertx.sqlclient.internal.TupleInternal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values as the driver takes them. It would have the server guess their types by the context, and refuse those that differ; the
 * marks in the text say them, so that a statement means what it means over JDBC.
 */
final class Parameters {
    private static final Duration HALF_A_MICRO = Duration.ofNanos(500);
    private static final LocalTime LAST = LocalTime.MAX.minus(HALF_A_MICRO); // what is later is nearer to 24:00
    private static final LocalDate BEYOND_ALL = LocalDate.of(5_874_898, 1, 1); // which the server refuses
    private static final LocalDate FIRST =
            LocalDate.of(Cell.FIRST_YEAR + 1, 1, 1); // before it is infinity, as over JDBC
    private static final String BEFORE_ALL = "-infinity";
    private static final Pattern VALUE = // in the driver's messages
            Pattern.compile(" and value = \\[.*\\](?= can not be coerced)", Pattern.DOTALL);
    private static final Map<Class<?>, String> TYPES = Map.ofEntries(
            Map.entry(Boolean.class, "bool"),
            Map.entry(Byte.class, "int2"),
            Map.entry(Short.class, "int2"),
            Map.entry(Integer.class, "int4"),
            Map.entry(Long.class, "int8"),
            Map.entry(Float.class, "float4"),
            Map.entry(Double.class, "float8"),
            Map.entry(BigDecimal.class, "numeric"),
            Map.entry(BigInteger.class, "numeric"),
            Map.entry(String.class, "varchar"),
            Map.entry(Character.class, "varchar"),
            Map.entry(Json.class, "varchar::jsonb"),
            Map.entry(UUID.class, "uuid"),
            Map.entry(byte[].class, "bytea"),
            Map.entry(LocalDate.class, "date"),
            Map.entry(LocalTime.class, "time"),
            Map.entry(OffsetTime.class, "timetz"),
            Map.entry(LocalDateTime.class, "timestamp"),
            Map.entry(OffsetDateTime.class, "timestamptz"),
            Map.entry(Instant.class, "timestamptz"),
            Map.entry(Duration.class, "varchar::interval"),
            Map.entry(Period.class, "varchar::interval"));

    private Parameters() {}

    /** What stands for a value in the text; of null only the context knows a type. */
    static String mark(int number, @Nullable Object value) {
        return value == null ? "$" + number : "($" + number + "::" + type(value) + ")"; // else a cast is no simple term
    }

    private static String type(Object value) {
        String known = value instanceof Enum<?> ? "varchar" : TYPES.get(value.getClass());
        if (known != null) {
            return isText(value) ? "varchar::" + known : known;
        }
        Class<?> component = value.getClass().getComponentType();
        String item = component == null ? null : component.isEnum() ? "varchar" : TYPES.get(component);
        if (item == null || item.contains("::") || component == Byte.class) {
            throw new IllegalArgumentException(
                    "a parameter is a " + value.getClass().getName()
                            + ", which is no type of PostgreSQL: give numbers, strings, booleans, java.time, UUID,"
                            + " byte[], enums, Json, or arrays such as Integer[]");
        }
        return hasText(value) ? "varchar[]::" + item + "[]" : item + "[]";
    }

    /** The values for a statement. */
    static TupleInternal of(
            PreparedStatement statement, List<@Nullable Object> values, @Nullable JsonCodec json, String query) {
        ArrayTuple tuple = new ArrayTuple(values.size());
        for (Object value : values) {
            tuple.addValue(value == null ? null : plain(value, json, query));
        }
        try {
            return statement.prepare(tuple);
        } catch (Exception e) {
            String what = VALUE.matcher("" + e.getMessage()).replaceFirst("");
            throw new SqlException(Reason.USAGE, null, what, query, e);
        }
    }

    private static Object plain(Object value, @Nullable JsonCodec json, String query) {
        return switch (value) {
            case Byte small -> small.shortValue();
            case BigDecimal number -> Numeric.create(number);
            case BigInteger number -> Numeric.create(number);
            case Character character -> character.toString();
            case Enum<?> constant -> constant.name();
            case Json written -> JsonText.of(written, json, query);
            case TemporalAmount interval -> interval.toString(); // as ISO 8601 writes it
            case byte[] bytes -> Buffer.buffer(bytes);
            case LocalTime time -> isText(time) ? "24:00" : micros(time);
            case OffsetTime time -> isText(time) ? "24:00" + time.getOffset() : micros(time);
            case LocalDate day -> known(day);
            case LocalDateTime time -> isText(time) ? BEFORE_ALL : micros(time);
            case OffsetDateTime time -> isText(time) ? BEFORE_ALL : micros(time);
            case Instant time -> plain(Instants.inUtc(time), json, query);
            case Object[] items -> array(items, json, query);
            default -> value;
        };
    }

    /** Whether the driver has no value for what a time is to the server: 24:00, and before all. */
    private static boolean isText(Object value) {
        return switch (value) {
            case LocalTime time -> time.isAfter(LAST);
            case OffsetTime time -> time.toLocalTime().isAfter(LAST);
            case LocalDateTime time -> time.getYear() <= Cell.FIRST_YEAR; // of which the driver knows the end only
            case OffsetDateTime time -> time.getYear() <= Cell.FIRST_YEAR;
            case Instant time -> isText(Instants.inUtc(time));
            default -> false;
        };
    }

    private static boolean hasText(Object value) {
        return switch (value) {
            case Number[] numbers
            when numbers instanceof BigDecimal[] || numbers instanceof BigInteger[] ->
                Arrays.asList(numbers).contains(null); // which the driver does not take
            case Object[] items -> Arrays.stream(items).anyMatch(item -> item != null && isText(item));
            default -> false;
        };
    }

    /** The driver knows infinity by the object, and takes of other days what fits into a number. */
    private static LocalDate known(LocalDate day) {
        if (day.equals(LocalDate.MAX)) {
            return LocalDate.MAX;
        }
        return day.isBefore(FIRST) ? LocalDate.MIN : day.isAfter(BEYOND_ALL) ? BEYOND_ALL : day;
    }

    private static boolean isInfinite(Temporal time) {
        return time.isSupported(ChronoField.YEAR) && time.get(ChronoField.YEAR) > Cell.LAST_YEAR;
    }

    /** To the nearest, as the server does with text. */
    @SuppressWarnings("unchecked") // the same type again
    private static <T extends Temporal> T micros(T time) {
        long nanos = time.getLong(ChronoField.NANO_OF_SECOND);
        if (nanos % 1_000 == 0 || isInfinite(time)) {
            return time;
        }
        Temporal rounded = time.plus(HALF_A_MICRO);
        long rest = rounded.getLong(ChronoField.NANO_OF_SECOND) % 1_000;
        return (T) rounded.minus(rest, ChronoUnit.NANOS);
    }

    private static Object array(@Nullable Object[] items, @Nullable JsonCodec json, String query) {
        Class<?> component = items.getClass().getComponentType();
        return switch (component.getName()) {
            case "java.math.BigDecimal", "java.math.BigInteger" ->
                hasText(items)
                        ? Arrays.stream(items)
                                .map(number -> number == null ? null : number.toString())
                                .toArray(String[]::new)
                        : filled(new Numeric[items.length], items, json, query);
            case "java.lang.Character" -> filled(new String[items.length], items, json, query);
            case "java.time.LocalDate" -> filled(items.clone(), items, json, query);
            case "java.time.Instant" -> times(new OffsetDateTime[items.length], items, json, query);
            case "java.time.LocalTime", "java.time.OffsetTime", "java.time.LocalDateTime", "java.time.OffsetDateTime" ->
                times(items.clone(), items, json, query);
            case "[B" -> filled(new Buffer[items.length], items, json, query);
            default -> component.isEnum() ? filled(new String[items.length], items, json, query) : items;
        };
    }

    private static Object times(
            @Nullable Object[] filled, @Nullable Object[] items, @Nullable JsonCodec json, String query) {
        if (!hasText(items)) {
            return filled(filled, items, json, query);
        }
        return Arrays.stream(filled(new @Nullable Object[items.length], items, json, query))
                .map(time -> time instanceof Temporal moment ? TextValue.of(moment) : time)
                .toArray(String[]::new);
    }

    private static @Nullable Object[] filled(
            @Nullable Object[] filled, @Nullable Object[] items, @Nullable JsonCodec json, String query) {
        for (int i = 0; i < items.length; i++) {
            Object item = items[i];
            filled[i] = item == null ? null : plain(item, json, query);
        }
        return filled;
    }
}
