package dev.weir.net.websocket;

import dev.weir.net.http.wire.Chars;
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

    /** Where in our code it was noticed tells nobody anything; whoever awaits it adds where that was. */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** As the peer told it. */
    static WebSocketException of(CloseReason told, String where) {
        String reason = Chars.inOneLine(told.reason());
        return new WebSocketException(
                told.code(),
                "the peer closed the WebSocket " + where + " with " + told.code()
                        + (reason.isEmpty() ? "" : ": " + reason));
    }

    /** The same, with where it happened, which the peer need not be told. */
    WebSocketException at(String where) {
        return new WebSocketException(code, getMessage() + ", on the WebSocket " + where);
    }

    /** The code that the peer is told, or said: see {@link CloseReason}. */
    public int code() {
        return code;
    }
}
