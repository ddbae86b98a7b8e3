package dev.weir.net.http;

import dev.weir.CheckReturnValue;
import dev.weir.Many;
import dev.weir.net.http.wire.MediaType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What requests and responses have in common, a server's and a client's. They are immutable: what changes something gives another
 * one.
 *
 * @param <M> the message itself
 */
@CheckReturnValue
public interface HttpMessage<M extends HttpMessage<M>> {
    /** The fields, in order; of what is to be sent without those that the server or client adds. */
    Headers headers();

    /** The value of the first field of that name, or null. */
    default @Nullable String header(String name) {
        return headers().get(name);
    }

    /**
     * This message with these fields in place of all others.
     *
     * @throws IllegalArgumentException if the server or client that sends the message sets one of them itself
     */
    M withHeaders(Headers headers);

    /**
     * This message with the field in place of all of that name.
     *
     * @throws IllegalArgumentException if the name or value can't be sent, or the server or client that sends the message sets
     *     that field itself
     */
    default M withHeader(String name, String value) {
        return withHeaders(headers().with(name, value));
    }

    /** This message with one more field; throws as {@link #withHeader} does. */
    default M addHeader(String name, String value) {
        return withHeaders(headers().and(name, value));
    }

    /** This message without the fields of that name. */
    default M withoutHeader(String name) {
        return withHeaders(headers().without(name));
    }

    /** This message with another body, of unknown length, which is what its fields say. */
    M withBody(Many<ByteBuffer> body);

    /** This message with other bytes as its body, which are what its fields say, and must not be changed any more. */
    M withBody(byte[] body);

    /** This message with text as its body, in UTF-8, which is not coded; a type of another charset is changed. */
    default M withBody(String text) {
        M plain = withoutHeader("Content-Encoding")
                .withBody(Objects.requireNonNull(text, "text").getBytes(StandardCharsets.UTF_8));
        String type = header("Content-Type");
        String charset = MediaType.charset(type);
        return charset == null || charset.equalsIgnoreCase("utf-8")
                ? plain
                : plain.withHeader("Content-Type", MediaType.of(type) + "; charset=utf-8");
    }
}
