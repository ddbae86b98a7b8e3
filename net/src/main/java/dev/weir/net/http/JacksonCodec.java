package dev.weir.net.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * JSON by Jackson 2, whose {@code jackson-databind} has to be there. Its own mapper is strict: a field that the type
 * does not have, a null for a primitive, a fraction for a whole number and anything after the value are refused; values
 * of {@code java.time} need {@code jackson-datatype-jsr310}, which it finds by itself. Records work as they are. For
 * anything else there is {@link #JacksonCodec(ObjectMapper)}.
 */
public final class JacksonCodec implements Codec {
    private static final int MOST_QUOTED = 64;

    private final ObjectReader reader;
    private final ObjectWriter writer;

    /** A codec with a strict mapper of its own. */
    public JacksonCodec() {
        this(JsonMapper.builder()
                .findAndAddModules()
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .build());
    }

    /** A codec that reads and writes as the mapper does, always in one line. */
    @SuppressWarnings("exports") // who has a mapper has Jackson; who has not must not need it
    public JacksonCodec(ObjectMapper mapper) {
        this.reader = mapper.reader();
        this.writer = mapper.writer().without(SerializationFeature.INDENT_OUTPUT);
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public boolean reads(String mediaType) {
        return mediaType.equals("application/json") || mediaType.endsWith("+json");
    }

    @Override
    public <T> T read(byte[] body, TypeOf<T> type) throws MalformedException {
        T value;
        try {
            value = reader.forType(reader.getTypeFactory().constructType(type.type()))
                    .readValue(body);
        } catch (InvalidDefinitionException ours) {
            throw new IllegalStateException(
                    "Jackson can't read a " + type + ": give it what it needs with codec(new JacksonCodec(mapper))",
                    ours);
        } catch (IOException malformed) {
            throw explain(malformed);
        }
        if (value == null) {
            throw new MalformedException("the body is null", Map.of());
        }
        return value;
    }

    private static MalformedException explain(IOException malformed) {
        Map<String, Object> place = new LinkedHashMap<>();
        if (malformed instanceof JacksonException known && known.getLocation() != null) {
            JsonLocation location = known.getLocation();
            place.put("line", location.getLineNr());
            place.put("column", location.getColumnNr());
        }
        String detail = "the body is no JSON that can be read";
        if (malformed instanceof JsonParseException syntax) {
            detail = "the body is malformed JSON: " + syntax.getOriginalMessage();
        } else if (malformed instanceof JsonMappingException mismatch) {
            String path = path(mismatch);
            place.put("path", path);
            detail = what(mismatch, path);
        }
        return new MalformedException(detail, place);
    }

    private static String what(JsonMappingException mismatch, String path) {
        if (mismatch instanceof UnrecognizedPropertyException unknown) {
            return "there is no field \"" + unknown.getPropertyName() + "\" here: " + path;
        }
        if (mismatch instanceof InvalidFormatException bad && bad.getValue() != null && bad.getTargetType() != null) {
            return "the value at " + path + " can't be \"" + shortened(String.valueOf(bad.getValue())) + "\": "
                    + expected(bad.getTargetType());
        }
        String expected = mismatch instanceof MismatchedInputException input && input.getTargetType() != null
                ? "no " + input.getTargetType().getSimpleName()
                : "not what is expected there";
        return "the value at " + path + " is missing, or " + expected;
    }

    private static String expected(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        return constants == null
                ? "it is no " + type.getSimpleName()
                : "it is none of " + Stream.of(constants).map(Object::toString).collect(Collectors.joining(", "));
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

    @Override
    public byte[] write(Object value) throws IOException {
        return writer.writeValueAsBytes(value);
    }
}
