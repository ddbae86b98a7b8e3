package dev.weir.net.websocket;

import java.io.IOException;
import java.io.Serial;

/** A server did not answer the request for a WebSocket as it should. */
public final class HandshakeException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;

    HandshakeException(int status, String detail) {
        super(detail);
        this.status = status;
    }

    /** The status of the server's answer, 0 if it gave none. */
    public int status() {
        return status;
    }
}
