package dev.weir.net.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.weir.One;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * JSON by Jackson 2, whose {@code jackson-databind} has to be there. Its own mapper is strict: it refuses a field that
 * the type does not have or that is there twice, a primitive that is null, or missing in a record, a fraction for a
 * whole number, 128 to 255 for a byte, a text for a number or a boolean and the other way round (save {@code "NaN"} and
 * the infinities for a {@code double}, which it also writes so), an empty or blank text for what is no text, the number
 * of an enum's constant for its name, and anything after the value. An object that is missing is null. Values of {@code
 * java.time} need {@code jackson-datatype-jsr310}, which it finds by itself. Records work as they are. For anything
 * else there is {@link #JacksonCodec(ObjectMapper)}.
 */
public final class JacksonCodec implements Codec {
    private final ObjectReader reader;
    private final ObjectWriter writer;
    private final boolean nothingFollows;

    /** A codec with a strict mapper of its own. */
    public JacksonCodec() {
        this(JsonMapper.builder()
                .findAndAddModules()
                .addModule(NarrowBytes.module())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfigDefaults(all -> all.setAcceptBlankAsEmpty(false)
                        .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
                .withCoercionConfig(
                        LogicalType.Textual,
                        texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .build());
    }

    /** A codec that reads and writes as the mapper does, always in one line. */
    @SuppressWarnings("exports") // who has a mapper has Jackson; who has not must not need it
    public JacksonCodec(ObjectMapper mapper) {
        this.reader = mapper.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        this.nothingFollows = mapper.isEnabled(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
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
        try (JsonParser json = reader.createParser(body)) {
            value = read(json, body, type);
            if (nothingFollows && json.nextToken() != null) {
                throw MalformedJson.trailing(json);
            }
        } catch (IOException malformed) {
            throw MalformedJson.explain(malformed, body);
        }
        if (value == null) {
            throw new MalformedException("the body is null", Map.of());
        }
        return value;
    }

    private <T> @Nullable T read(JsonParser json, byte[] body, TypeOf<T> type) throws MalformedException {
        try {
            return reader.forType(reader.getTypeFactory().constructType(type.type()))
                    .readValue(json);
        } catch (InvalidDefinitionException ours) {
            throw new IllegalStateException(
                    "Jackson can't read a " + type + ": give it what it needs with codec(new JacksonCodec(mapper))",
                    ours);
        } catch (IOException malformed) {
            throw MalformedJson.explain(malformed, body); // while the parser is open and knows where it is
        }
    }

    @Override
    public byte[] write(Object value) throws IOException {
        if (value instanceof Flow.Publisher<?> || value instanceof One<?>) { // of which Jackson sees no part
            throw new IllegalArgumentException((value instanceof One<?> ? "a One" : "a stream")
                    + " is no value: flatMap it, or send it by what takes a One or a Many");
        }
        return writer.writeValueAsBytes(value);
    }
}
