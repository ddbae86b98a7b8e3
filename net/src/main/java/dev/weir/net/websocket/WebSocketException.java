package dev.weir.net.websocket;

import java.io.Serial;

/** What a peer sent breaks the protocol or a limit; the connection is closed with the code. */
public final class WebSocketException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int code;

    WebSocketException(int code, String detail) {
        super(detail);
        this.code = code;
    }

    /** The code that the peer is told: see {@link CloseReason}. */
    public int code() {
        return code;
    }
}
