package dev.weir.net;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A server can't listen because another socket has the address. */
public final class AddressInUseException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    public AddressInUseException(String message, IOException cause) {
        super(message, cause);
    }
}
