package dev.weir.sql.value;

import dev.weir.sql.JsonCodec;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values of columns as values of Java's types: nothing is rounded, cut off or guessed. */
final class Conversion {
    private static final String NO_CODEC = ", and the Db has no codec for JSON: give its options one with json(..)";

    private Conversion() {}

    static @Nullable Object convert(@Nullable Object value, Type asked, Columns columns, int place) {
        Type type = bound(asked);
        Class<?> raw = raw(type);
        if (raw == Optional.class) {
            Type inside =
                    type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
            return Optional.ofNullable(convert(value, inside, columns, place));
        }
        if (value == null) {
            return nothing(raw, columns, place);
        } else if (isJson(value, boxed(raw), columns)) {
            Object read = ofJson(value, boxed(raw), type, columns, place);
            return read == null ? nothing(raw, columns, place) : read;
        }
        try {
            Object converted = known(value, boxed(raw), type, columns, place);
            if (converted != null) {
                return converted;
            }
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw columns.wrong(unfit(type, columns, place) + e.getMessage(), e);
        }
        throw columns.wrong("column " + columns.names().get(place) + " is a "
                + value.getClass().getSimpleName() + ", and a " + type.getTypeName() + " is asked for"
                + (value instanceof String && isOnlyOfJson(boxed(raw)) ? NO_CODEC : ""));
    }

    private static @Nullable Object nothing(Class<?> raw, Columns columns, int place) {
        if (raw.isPrimitive()) {
            throw columns.wrong("column " + columns.names().get(place) + " is null, which no " + raw
                    + " can be: ask for " + boxed(raw).getSimpleName() + ", or for coalesce(..)");
        }
        return null;
    }

    /** Without the value, which others' messages have: their exception is the cause. */
    private static String unfit(Type type, Columns columns, int place) {
        return "column " + columns.names().get(place) + " does not fit into " + type.getTypeName() + ": ";
    }

    /** The class of values that need no conversion to become a type: most do not. */
    static Class<?> takenAsItIs(Class<?> type) {
        return type.isArray() || type.isInterface() || type == Object.class ? Void.class : boxed(type);
    }

    /** What a wildcard or a variable has to be at least, else the type itself. */
    private static Type bound(Type type) {
        return switch (type) {
            case WildcardType wildcard -> bound(wildcard.getUpperBounds()[0]);
            case TypeVariable<?> variable -> bound(variable.getBounds()[0]);
            default -> type;
        };
    }

    private static Class<?> raw(Type type) {
        return switch (bound(type)) {
            case Class<?> plain -> plain;
            case ParameterizedType generic -> (Class<?>) generic.getRawType();
            case GenericArrayType array -> raw(array.getGenericComponentType()).arrayType();
            default -> Object.class;
        };
    }

    /** Null if the one can't be made of the other. */
    private static @Nullable Object known(Object value, Class<?> raw, Type type, Columns columns, int place) {
        if (value instanceof Object[] array && (raw.isArray() || raw == List.class)) {
            return ofArray(array, raw, type, columns, place);
        }
        if (raw.isInstance(value)) {
            return value;
        }
        if (value instanceof Number number) {
            return ofNumber(number, raw);
        }
        if (value instanceof OffsetDateTime time && raw == Instant.class) {
            return Instants.of(time);
        }
        return value instanceof String text ? ofText(text, raw) : null;
    }

    private static @Nullable Object ofNumber(Number number, Class<?> raw) {
        if (raw == Double.class && !(number instanceof Long)) {
            return nearest(number);
        }
        if (!Number.class.isAssignableFrom(raw) || (raw == Float.class && number instanceof Double)) {
            return null; // of a double, it may lose digits
        }
        boolean isBinary = number instanceof Double || number instanceof Float;
        if (isBinary && !Double.isFinite(number.doubleValue())) {
            throw new ArithmeticException("it is no finite number: ask for a Double, which can be NaN and infinite");
        }
        BigDecimal told = new BigDecimal(number.toString()); // of those, the digits that tell it apart
        BigDecimal exact = isBinary ? new BigDecimal(number.doubleValue()) : told;
        if (raw == Long.class) {
            return exact.longValueExact();
        } else if (raw == Integer.class) {
            return exact.intValueExact();
        } else if (raw == Short.class) {
            return exact.shortValueExact();
        } else if (raw == Byte.class) {
            return exact.byteValueExact();
        } else if (raw == BigDecimal.class) {
            return told;
        } else if (raw == BigInteger.class) {
            return exact.toBigIntegerExact();
        }
        return null;
    }

    /** Of a fraction, the nearest; of a whole number that an int8 might be, it itself, as of an int8. */
    private static double nearest(Number number) {
        double nearest = number.doubleValue();
        if (number instanceof BigDecimal || number instanceof BigInteger) {
            BigDecimal exact = new BigDecimal(number.toString());
            if (Double.isInfinite(nearest)) {
                throw new ArithmeticException("it is beyond the largest double");
            }
            if (exact.scale() == 0 && exact.precision() <= 19 && new BigDecimal(nearest).compareTo(exact) != 0) {
                throw new ArithmeticException("it has more digits than a Double");
            }
        }
        return nearest;
    }

    /** Whether no other column is that, so that text is meant as JSON: MariaDB's columns of JSON are text. */
    private static boolean isOnlyOfJson(Class<?> raw) {
        return Collection.class.isAssignableFrom(raw)
                || Map.class.isAssignableFrom(raw)
                || !(raw.isEnum() || raw.isArray() || raw.getName().startsWith("java."));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the constant of whatever enum it is
    private static @Nullable Object ofText(String text, Class<?> raw) {
        if (raw.isEnum()) {
            return constant(text, (Class) raw);
        } else if (raw == UUID.class) {
            return Uuids.of(text);
        } else if (raw == Duration.class) {
            return Intervals.duration(text);
        } else if (raw == Period.class) {
            return Intervals.period(text);
        } else if (raw == Character.class && text.length() == 1) {
            return text.charAt(0);
        }
        return null;
    }

    private static <E extends Enum<E>> E constant(String text, Class<E> type) {
        try {
            return Enum.valueOf(type, text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no constant is called so", e);
        }
    }

    private static boolean isJson(Object value, Class<?> raw, Columns columns) {
        return value instanceof JsonText || (value instanceof String && columns.json() != null && isOnlyOfJson(raw));
    }

    private static @Nullable Object ofJson(Object value, Class<?> raw, Type type, Columns columns, int place) {
        String text = value instanceof JsonText json ? json.text() : (String) value;
        if (raw == String.class || raw == Object.class) {
            return text;
        }
        JsonCodec codec = columns.json();
        if (codec == null) {
            throw columns.wrong("column " + columns.names().get(place) + " is JSON, and a " + type.getTypeName()
                    + " is asked for" + NO_CODEC + ", or ask for a String");
        }
        try {
            return codec.read(text, type);
        } catch (Exception e) {
            throw columns.wrong(unfit(type, columns, place) + e.getClass().getName(), e);
        }
    }

    private static Object ofArray(@Nullable Object[] array, Class<?> raw, Type type, Columns columns, int place) {
        Type element = Object.class;
        if (type instanceof ParameterizedType generic) {
            element = generic.getActualTypeArguments()[0];
        } else if (type instanceof Class<?> plain && plain.isArray()) {
            element = plain.getComponentType();
        } else if (type instanceof GenericArrayType generic) {
            element = generic.getGenericComponentType();
        }
        List<@Nullable Object> items = new ArrayList<>(array.length);
        for (Object item : array) {
            items.add(convert(item, element, columns, place));
        }
        if (raw == List.class) {
            return Collections.unmodifiableList(items);
        }
        Object made = Array.newInstance(raw(element), array.length);
        for (int i = 0; i < array.length; i++) {
            Array.set(made, i, items.get(i));
        }
        return made;
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
