package dev.weir.net.websocket;

import java.io.Serial;

/**
 * What a peer sent breaks the protocol or a limit, and the connection is closed with the code; or the peer closed it with a
 * code that means a failure: one of 1002 to 1014.
 */
public final class WebSocketException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int code;

    WebSocketException(int code, String detail) {
        super(detail);
        this.code = code;
    }

    static WebSocketException of(CloseReason told) {
        String reason = told.reason().replaceAll("\\p{Cntrl}", "?");
        return new WebSocketException(
                told.code(),
                "the peer closed the WebSocket with " + told.code() + (reason.isEmpty() ? "" : ": " + reason));
    }

    /** The code that the peer is told, or said: see {@link CloseReason}. */
    public int code() {
        return code;
    }
}
