package dev.weir.net.websocket;

import dev.weir.net.http.client.ClientException;
import java.io.Serial;

/** A server answered the request for a WebSocket with something else; the reason is {@code HANDSHAKE}. */
public final class HandshakeException extends ClientException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;

    HandshakeException(int status, String detail) {
        super(Reason.HANDSHAKE, detail);
        this.status = status;
    }

    /** The status of the server's answer. */
    public int status() {
        return status;
    }
}
