package dev.weir.rsocket;

import dev.weir.net.http.Codec;
import dev.weir.net.http.TypeOf;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Values as data and data as values: texts, bytes and payloads as they are, all others by a codec.
 *
 * @param codec for all others
 */
record Values(Codec codec) {
    private static boolean isPlain(Type type) {
        return type == String.class || type == byte[].class || type == ByteBuffer.class || type == Payload.class;
    }

    /**
     * The value.
     *
     * @throws Codec.MalformedException if the data is none of that type: its message is for who sent the data
     */
    @SuppressWarnings("unchecked") // each is of the type that was asked for
    <T> T read(Payload payload, TypeOf<T> type) throws Codec.MalformedException {
        if (type.type() == String.class) {
            return (T) payload.text();
        } else if (type.type() == byte[].class) {
            return (T) payload.copyOfData();
        } else if (type.type() == ByteBuffer.class) {
            return (T) payload.data();
        } else if (type.type() == Payload.class) {
            return (T) payload;
        }
        return codec.read(payload.copyOfData(), type);
    }

    /** The payload of a value, with metadata. */
    Payload write(@Nullable Object value, @Nullable ByteBuffer metadata) {
        return switch (value) {
            case null -> Payload.of(ByteBuffer.allocate(0), metadata);
            case Payload payload -> metadata == null ? payload : Payload.of(payload.data(), metadata);
            case ByteBuffer bytes -> Payload.of(bytes, metadata);
            case byte[] bytes -> Payload.of(ByteBuffer.wrap(bytes), metadata);
            case String text -> Payload.of(Payload.of(text).data(), metadata);
            default -> Payload.of(ByteBuffer.wrap(encoded(value)), metadata);
        };
    }

    private byte[] encoded(Object value) {
        try {
            return codec.write(value);
        } catch (RuntimeException known) {
            throw known;
        } catch (Exception failure) {
            throw new IllegalArgumentException(
                    "the codec can't write a " + value.getClass().getName(), failure);
        }
    }

    /** The type of what the codec writes, where it is another than the connection's; null of what needs none. */
    @Nullable
    String typeOf(@Nullable Object value, String usual) {
        boolean plain = value == null || isPlain(value.getClass()) || value instanceof ByteBuffer;
        return plain || codec.contentType().equals(usual) ? null : codec.contentType();
    }
}
