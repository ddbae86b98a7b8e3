package dev.weir.rsocket;

import dev.weir.Context;
import dev.weir.rsocket.metadata.CompositeMetadata;
import dev.weir.rsocket.metadata.Metadata;
import dev.weir.rsocket.metadata.MetadataException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, for pipelines that answer: {@code Context.current().get(Caller.KEY)}.
 *
 * @param setup of the connection
 * @param remoteAddress as the connection has it: of a Unix domain socket the loopback and port 0
 * @param metadata of the request, of a channel that of the first payload; null if there is none
 */
public record Caller(
        Setup setup,
        InetSocketAddress remoteAddress,
        @Nullable ByteBuffer metadata) {
    public static final Context.Key<Caller> KEY = Context.Key.of("caller");

    /** In a buffer of its own: who reads it takes it from nobody. */
    @Override
    public @Nullable ByteBuffer metadata() {
        return metadata == null ? null : metadata.duplicate();
    }

    /**
     * What the metadata says of one type, or null: {@code caller.find(Tracing.TYPE, Tracing::read)}.
     *
     * @throws RSocketException.Invalid if the metadata is malformed
     */
    public <M> @Nullable M find(String type, Metadata.Reader<? extends M> reader) {
        ByteBuffer bytes = metadata();
        if (bytes == null) {
            return null;
        }
        try {
            if (setup.metadataMimeType().equals(CompositeMetadata.TYPE)) {
                return CompositeMetadata.read(bytes).find(type, reader);
            }
            return setup.metadataMimeType().equals(type) ? reader.read(bytes) : null;
        } catch (MetadataException malformed) {
            throw new RSocketException.Invalid(malformed.getMessage());
        }
    }
}
