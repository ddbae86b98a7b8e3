package dev.weir.net.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with JSON in the words of its sender, who knows nothing of our classes. */
final class MalformedJson {
    private static final int MOST_QUOTED = 64;
    private static final Set<Class<?>> WHOLE = Set.of(
            byte.class,
            Byte.class,
            short.class,
            Short.class,
            int.class,
            Integer.class,
            long.class,
            Long.class,
            java.math.BigInteger.class);

    private MalformedJson() {}

    static Codec.MalformedException explain(IOException failure, byte[] body) {
        if (isBlank(body)) {
            return new Codec.MalformedException("the body is empty", Map.of());
        }
        Map<String, Object> place = new LinkedHashMap<>();
        JsonLocation location = location(failure, body);
        if (location != null) {
            place.put("line", location.getLineNr());
            place.put("column", location.getColumnNr());
        }
        if (failure instanceof JsonMappingException mismatch && !isSyntax(failure.getCause())) {
            place.put("path", path(mismatch));
            return new Codec.MalformedException(what(mismatch), place);
        }
        Throwable cause = failure instanceof JsonMappingException ? failure.getCause() : failure;
        return new Codec.MalformedException(syntax(cause), place);
    }

    private static @Nullable JsonLocation location(IOException failure, byte[] body) {
        return switch (failure) {
            case UnrecognizedPropertyException unknown -> field(unknown, body);
            case JacksonException known -> known.getLocation();
            default -> null;
        };
    }

    /** Where the field begins; Jackson says how far it had read when it found nobody who wants it. */
    private static JsonLocation field(UnrecognizedPropertyException unknown, byte[] body) {
        JsonPointer wanted = pointer(unknown);
        try (JsonParser json = new JsonFactory().createParser(body)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME
                        && json.getParsingContext().pathAsPointer().equals(wanted)) {
                    return json.currentTokenLocation();
                }
            }
        } catch (IOException malformed) {
            return unknown.getLocation(); // by a mapper that takes more than JSON
        }
        return unknown.getLocation();
    }

    private static JsonPointer pointer(JsonMappingException mismatch) {
        JsonPointer pointer = JsonPointer.empty();
        for (JsonMappingException.Reference step : mismatch.getPath()) {
            pointer = step.getFieldName() != null
                    ? pointer.appendProperty(step.getFieldName())
                    : pointer.appendIndex(step.getIndex());
        }
        return pointer;
    }

    private static boolean isBlank(byte[] body) {
        for (byte octet : body) {
            if (octet != ' ' && octet != '\t' && octet != '\n' && octet != '\r') {
                return false;
            }
        }
        return true;
    }

    // ------------------------------------------------------------ no JSON

    private static boolean isSyntax(@Nullable Throwable cause) {
        return cause instanceof StreamConstraintsException
                || (cause instanceof StreamReadException && !(cause instanceof InputCoercionException));
    }

    private static String syntax(@Nullable Throwable cause) {
        return switch (cause) {
            case JsonEOFException early -> "the JSON ends too early";
            case StreamConstraintsException limit ->
                "the JSON is nested too deep, or has a text or number that is too long";
            case StreamReadException wrong ->
                "the body is malformed JSON: " + withoutSource(wrong.getOriginalMessage());
            case null, default -> "the body is no JSON that can be read";
        };
    }

    /** Jackson tells in brackets where an array or object has begun, and that it hides the source. */
    private static String withoutSource(String message) {
        int source = message.indexOf("[Source:");
        int bracket = source < 0 ? -1 : message.lastIndexOf('(', source);
        return bracket < 0 ? message : message.substring(0, bracket).strip();
    }

    // ------------------------------------------------------------ no such value

    private static String what(JsonMappingException mismatch) {
        String path = path(mismatch);
        String value = path.equals("$") ? "the body" : "the value at " + path;
        Class<?> type = mismatch instanceof MismatchedInputException input ? input.getTargetType() : null;
        if (mismatch instanceof UnrecognizedPropertyException unknown) {
            return "there is no field \"" + unknown.getPropertyName() + "\" here: " + path;
        }
        if (mismatch.getCause() instanceof InputCoercionException) {
            return value + " is out of range";
        }
        if (String.valueOf(mismatch.getOriginalMessage()).startsWith("Trailing token")) {
            return "something follows the JSON";
        }
        if (type == null) {
            return value + " is missing, or not what is expected there";
        }
        if (mismatch instanceof InvalidFormatException bad && bad.getValue() instanceof String text && !isPlain(type)) {
            return value + " can't be \"" + shortened(text) + "\": " + expected(type);
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
        if (CharSequence.class.isAssignableFrom(type)) {
            return "a text";
        } else if (WHOLE.contains(type)) {
            return "a whole number";
        } else if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        } else if (isPlain(type)) {
            return "a number";
        } else if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return "an array";
        }
        return isOfJava(type) && !Map.class.isAssignableFrom(type) ? article(type.getSimpleName()) : "an object";
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

    private static String shortened(String text) {
        return text.length() > MOST_QUOTED ? text.substring(0, MOST_QUOTED) + "…" : text;
    }

    /** As JSONPath has it: {@code $.items[0].price}. */
    private static String path(JsonMappingException mismatch) {
        StringBuilder path = new StringBuilder("$");
        for (JsonMappingException.Reference step : mismatch.getPath()) {
            if (step.getFieldName() != null) {
                path.append('.').append(step.getFieldName());
            } else {
                path.append('[').append(step.getIndex()).append(']');
            }
        }
        return path.toString();
    }
}
