package dev.weir.rsocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a connection begins with: the client says it, the server hears it.
 *
 * @param keepalive after so long the client asks whether the server is there
 * @param lifetime a peer that is silent for so long is taken for dead
 * @param metadataMimeType of all payloads, such as {@code message/x.rsocket.composite-metadata.v0}; ASCII, 1 to 255 bytes
 * @param dataMimeType of all payloads, such as {@code application/json}; ASCII, 1 to 255 bytes
 * @param lease whether requests need a lease
 * @param metadata null if there is none
 */
public record Setup(
        Duration keepalive,
        Duration lifetime,
        String metadataMimeType,
        String dataMimeType,
        boolean lease,
        @Nullable ByteBuffer metadata,
        ByteBuffer data) {
    private static final int LONGEST_TYPE = 255;

    /** In a buffer of its own, as the data is: who reads it takes it from nobody. */
    @Override
    public @Nullable ByteBuffer metadata() {
        return metadata == null ? null : metadata.duplicate();
    }

    @Override
    public ByteBuffer data() {
        return data.duplicate();
    }

    static String mimeType(String type) {
        if (type.isEmpty()
                || type.length() > LONGEST_TYPE
                || !StandardCharsets.US_ASCII.newEncoder().canEncode(type)) {
            throw new IllegalArgumentException(
                    "a MIME type has 1 to " + LONGEST_TYPE + " ASCII characters: \"" + type + '"');
        }
        return type;
    }
}
