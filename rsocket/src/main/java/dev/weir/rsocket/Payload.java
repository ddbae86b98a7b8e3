package dev.weir.rsocket;

import dev.weir.rsocket.loop.Bytes;
import dev.weir.rsocket.loop.View;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Data, and metadata if there is any. The bytes must not change any more. */
public final class Payload {
    private static final Payload EMPTY = of(ByteBuffer.allocate(0));
    private static final Payload NONE = of(ByteBuffer.allocate(0));

    private final ByteBuffer data;
    private final @Nullable ByteBuffer metadata;

    private Payload(ByteBuffer data, @Nullable ByteBuffer metadata) {
        this.data = data.asReadOnlyBuffer();
        this.metadata = metadata == null ? null : metadata.asReadOnlyBuffer();
    }

    /** A payload without metadata, and without a byte of data. */
    public static Payload empty() {
        return EMPTY;
    }

    public static Payload of(ByteBuffer data) {
        return new Payload(data, null);
    }

    public static Payload of(ByteBuffer data, @Nullable ByteBuffer metadata) {
        return new Payload(data, metadata);
    }

    /** In UTF-8. */
    public static Payload of(String data) {
        return of(bytes(data));
    }

    /** In UTF-8, both. */
    public static Payload of(String data, String metadata) {
        return of(bytes(data), bytes(metadata));
    }

    static Payload of(View view) {
        Bytes metadata = view.metadata();
        return new Payload(view.data().share(), metadata == null ? null : metadata.share());
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The data, in a buffer of its own that can't be written to. */
    public ByteBuffer data() {
        return data.duplicate();
    }

    /** The metadata, in a buffer of its own that can't be written to; null if there is none. */
    public @Nullable ByteBuffer metadata() {
        return metadata == null ? null : metadata.duplicate();
    }

    /** The data, as UTF-8. */
    public String text() {
        return StandardCharsets.UTF_8.decode(data.duplicate()).toString();
    }

    /** The metadata, as UTF-8; null if there is none. */
    public @Nullable String metadataText() {
        return metadata == null
                ? null
                : StandardCharsets.UTF_8.decode(metadata.duplicate()).toString();
    }

    /** For an answer without a payload: an empty one may be a value of a codec. */
    static Payload none() {
        return NONE;
    }

    boolean isNone() {
        return this == NONE;
    }

    /** The bytes of data and metadata. */
    long size() {
        return data.remaining() + (metadata == null ? 0L : metadata.remaining());
    }

    /** A copy of the data. */
    byte[] copyOfData() {
        byte[] copy = new byte[data.remaining()];
        data.get(data.position(), copy);
        return copy;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload payload
                && data.equals(payload.data)
                && Objects.equals(metadata, payload.metadata);
    }

    @Override
    public int hashCode() {
        return Objects.hash(data, metadata);
    }

    @Override
    public String toString() {
        return "a payload of " + data.remaining() + " bytes"
                + (metadata == null ? "" : " and " + metadata.remaining() + " of metadata");
    }
}
