package dev.weir.net.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.weir.net.http.wire.Chars;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with JSON in the words of its sender, who knows nothing of our classes. */
final class MalformedJson {
    private static final Pattern SOURCE = Pattern.compile("\\s*\\([^(]*\\[Source:.*");

    private static final int MOST_QUOTED = 64;
    private static final Set<Class<?>> MAYBE_FRACTIONS =
            Set.of(float.class, Float.class, double.class, Double.class, BigDecimal.class, Number.class);

    private MalformedJson() {}

    static Codec.MalformedException explain(IOException failure, byte[] body) {
        if (new String(body, StandardCharsets.ISO_8859_1).isBlank()) {
            return new Codec.MalformedException("the body is empty", Map.of());
        }
        Map<String, Object> place = place(failure instanceof JacksonException known ? known.getLocation() : null);
        if (failure instanceof JsonMappingException mismatch && !isSyntax(failure.getCause())) {
            place.put("path", path(mismatch));
            return new Codec.MalformedException(what(mismatch), place);
        }
        Throwable cause = failure instanceof JsonMappingException ? failure.getCause() : failure;
        return new Codec.MalformedException(syntax(cause), place);
    }

    /** Something follows the value. */
    static Codec.MalformedException trailing(JsonParser json) {
        return new Codec.MalformedException("something follows the JSON", place(json.currentTokenLocation()));
    }

    private static Map<String, Object> place(@Nullable JsonLocation location) {
        Map<String, Object> place = new LinkedHashMap<>();
        if (location != null) {
            place.put("line", location.getLineNr());
            place.put("column", location.getColumnNr());
        }
        return place;
    }

    // ------------------------------------------------------------ no JSON

    private static boolean isSyntax(@Nullable Throwable cause) {
        return cause instanceof StreamConstraintsException
                || (cause instanceof StreamReadException && !(cause instanceof InputCoercionException));
    }

    /** Jackson tells in brackets where an array or object has begun, and that it hides the source. */
    private static String syntax(@Nullable Throwable cause) {
        return switch (cause) {
            case JsonEOFException early -> "the JSON ends too early";
            case StreamConstraintsException limit ->
                "the JSON is nested too deep, or has a text or number that is too long";
            case StreamReadException wrong ->
                "the body is malformed JSON: "
                        + Chars.visible(
                                SOURCE.matcher(wrong.getOriginalMessage()).replaceFirst(""));
            case null, default -> "the body is no JSON that can be read";
        };
    }

    // ------------------------------------------------------------ no such value

    private static String what(JsonMappingException mismatch) {
        String path = path(mismatch);
        String value = path.equals("$") ? "the body" : "the value at " + path;
        Class<?> type = mismatch instanceof MismatchedInputException input ? input.getTargetType() : null;
        if (mismatch instanceof UnrecognizedPropertyException unknown) {
            return "there is no field \"" + shown(unknown.getPropertyName()) + "\" here: " + path;
        }
        if (mismatch.getCause() instanceof InputCoercionException) {
            return value + " is out of range";
        }
        if (type == null) {
            return value + " is missing, or not what is expected there";
        }
        if (mismatch instanceof InvalidFormatException bad
                && bad.getValue() instanceof String text
                && isWritten(type)) {
            return value + " can't be \"" + shown(text) + "\": " + expected(type);
        }
        String found = found(mismatch);
        return value + " is " + (found == null ? "missing" : found + ", not " + named(type));
    }

    /** What is there, or null. */
    private static @Nullable String found(JsonMappingException mismatch) {
        JsonToken token = mismatch.getProcessor() instanceof JsonParser parser ? parser.currentToken() : null;
        return switch (token) {
            case START_OBJECT, FIELD_NAME -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT -> "a number";
            case VALUE_NUMBER_FLOAT -> "a fraction";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            case VALUE_NULL -> "null";
            case null, default -> null;
        };
    }

    /** Whether texts are no such values, whatever they say. */
    private static boolean isPlain(Class<?> type) {
        return type.isPrimitive() || Number.class.isAssignableFrom(type) || type == Boolean.class;
    }

    private static String named(Class<?> type) {
        if (CharSequence.class.isAssignableFrom(type) || type.isEnum()) {
            return "a text";
        } else if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        } else if (isPlain(type)) {
            return MAYBE_FRACTIONS.contains(type) ? "a number" : "a whole number";
        } else if (isList(type)) {
            return "an array";
        }
        return isOfJava(type) && !Map.class.isAssignableFrom(type) ? article(type.getSimpleName()) : "an object";
    }

    /** Whether its values are texts of a form of their own: an enum, a UUID, a time. */
    private static boolean isWritten(Class<?> type) {
        return !isPlain(type) && !isList(type) && !Map.class.isAssignableFrom(type);
    }

    private static boolean isList(Class<?> type) {
        return type.isArray() || Collection.class.isAssignableFrom(type);
    }

    /** Whether the sender may be told its name: our own are nobody's business. */
    private static boolean isOfJava(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    private static String article(String name) {
        return ("AEIOaeio".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    private static String expected(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        if (constants != null) {
            return "it is none of " + Stream.of(constants).map(Object::toString).collect(Collectors.joining(", "));
        }
        return isOfJava(type) ? "it is no " + type.getSimpleName() : "that is not what is expected there";
    }

    /** What a sender has written, who writes no lines of the log. */
    private static String shown(String text) {
        return Chars.visible(text.length() > MOST_QUOTED ? text.substring(0, MOST_QUOTED) + "…" : text);
    }

    /** As JSONPath has it: {@code $.items[0].price}. */
    private static String path(JsonMappingException mismatch) {
        StringBuilder path = new StringBuilder("$");
        for (JsonMappingException.Reference step : mismatch.getPath()) {
            if (step.getFieldName() != null) {
                path.append('.').append(shown(step.getFieldName()));
            } else {
                path.append('[').append(step.getIndex()).append(']');
            }
        }
        return path.toString();
    }
}
