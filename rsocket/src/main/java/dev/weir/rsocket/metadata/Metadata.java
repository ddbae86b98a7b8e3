package dev.weir.rsocket.metadata;

import java.nio.ByteBuffer;

/** Metadata of one type, that can be a part of {@link CompositeMetadata}. */
public interface Metadata {
    /** The MIME type of the bytes. */
    String type();

    /** As it is sent, in a new buffer. */
    ByteBuffer bytes();

    /** Bytes of any type. */
    static Metadata of(String type, ByteBuffer content) {
        return new CompositeMetadata.Part(type, content);
    }

    /** Reads one type of metadata. */
    @FunctionalInterface
    interface Reader<M> {
        /** Reads what remains in the buffer, whose position stays, or throws {@link MetadataException}. */
        M read(ByteBuffer bytes);
    }
}
