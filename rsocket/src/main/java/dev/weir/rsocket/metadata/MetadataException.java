package dev.weir.rsocket.metadata;

/** Metadata of the peer is malformed; the message says where. */
public final class MetadataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MetadataException(String message) {
        super(message);
    }
}
