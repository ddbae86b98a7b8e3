package dev.weir.net.http.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request got no response, or not all of it. The message says what happened, and which setting is about it. */
public final class ClientException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What happened. */
    public enum Reason {
        /** The host has no address, or nobody answers there, or the proxy refuses. */
        CONNECT,
        /** The TLS handshake failed. */
        TLS,
        /** Too many requests wait for a connection: {@code maxWaiting}. */
        POOL_FULL,
        /** No connection became free in time: {@code acquireTimeout}. */
        ACQUIRE_TIMEOUT,
        /** The server closed the connection before the response was complete. */
        CLOSED,
        /** The response did not begin in time: {@code headTimeout}. */
        HEAD_TIMEOUT,
        /** Bytes stopped coming, or being taken: {@code stallTimeout}. */
        STALL,
        /** The whole took too long: the request's {@code timeout}. */
        DEADLINE,
        /** Nobody read the response's body: {@code unreadTimeout}. */
        UNREAD,
        /** The body was read after the scope of its response had ended, or was cancelled. */
        RELEASED,
        /** What the server sent is not HTTP. */
        PROTOCOL,
        /** The response is larger than a limit: {@code maxBody}, {@code maxInflation}. */
        TOO_LARGE,
        /** Too many redirects, or one that must not be followed. */
        REDIRECT,
        /** The stream that was to be sent failed; it is the cause. */
        BODY,
        /** The client is closed. */
        SHUT_DOWN
    }

    private final Reason reason;
    private final boolean mayRepeat;

    ClientException(Reason reason, String message, @Nullable Throwable cause, boolean mayRepeat) {
        super(message, cause);
        this.reason = reason;
        this.mayRepeat = mayRepeat;
    }

    ClientException(Reason reason, String message) {
        this(reason, message, null, false);
    }

    /** What happened. */
    public Reason reason() {
        return reason;
    }

    /** Whether the connection had served others and was closed before a byte of the response came. */
    boolean mayRepeat() {
        return mayRepeat;
    }
}
