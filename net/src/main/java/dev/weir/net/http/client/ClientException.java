package dev.weir.net.http.client;

import dev.weir.net.http.UpstreamFailure;
import dev.weir.net.http.client.call.Repeat;
import dev.weir.net.http.client.call.Trouble;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request got no response, or not all of it, or none that could be used; or a WebSocket could not be opened. The
 * message says what happened, and which setting is about it. Where it fails a handler of a server, the server answers
 * with its {@link #gatewayStatus}.
 */
public class ClientException extends RuntimeException implements UpstreamFailure {
    private static final long serialVersionUID = 1L;

    private static final int MOST_ATTEMPTS = 5;

    /** What happened. */
    public enum Reason {
        /** The host has no address, or nobody answers there, or the proxy refuses. */
        CONNECT,
        /** The TLS handshake failed, or the server did not accept the client's certificate, or wants one. */
        TLS,
        /** The server answered a request for a WebSocket with something else. */
        HANDSHAKE,
        /** Too many requests wait for a connection: {@code maxWaiting}. */
        POOL_FULL,
        /** No connection became free in time: {@code acquireTimeout}. */
        ACQUIRE_TIMEOUT,
        /** The client's connections and bodies hold as much in memory as they may: {@code maxHeldBytes}. */
        MEMORY,
        /** The server closed the connection before the response was complete. */
        CLOSED,
        /** The response did not begin in time: {@code headTimeout}, or the request's {@code withTryTimeout}. */
        HEAD_TIMEOUT,
        /** Bytes stopped coming, or being taken: {@code stallTimeout}. */
        STALL,
        /** The whole, with all tries, took too long: the request's {@code withTimeout}. */
        DEADLINE,
        /** Nobody read the response's body: {@code unreadTimeout}. */
        UNREAD,
        /** The body was read after the scope of its response had ended, or was cancelled. */
        RELEASED,
        /** What the server sent is not HTTP. */
        PROTOCOL,
        /** The response's body is no value of the type that was asked for, or has a type that its codec does not read. */
        VALUE,
        /**
         * The response is larger than a limit: {@code maxBody}, {@code maxInflation}; or the request's head than the server
         * takes, as it has said over HTTP/2.
         */
        TOO_LARGE,
        /** Too many redirects, or one that must not be followed. */
        REDIRECT,
        /** The stream or file that was to be sent failed; why is the cause. */
        BODY,
        /** The client is closed. */
        SHUT_DOWN
    }

    private final Reason reason;
    private final Repeat repeat;

    private ClientException(Reason reason, String message, @Nullable Throwable cause, Repeat repeat) {
        super(message, cause);
        this.reason = reason;
        this.repeat = repeat;
    }

    /** A failure with what caused it, if that is known. */
    public ClientException(Reason reason, String message, @Nullable Throwable cause) {
        this(reason, message, cause, Repeat.NEVER);
    }

    /** A failure that nothing else caused. */
    public ClientException(Reason reason, String message) {
        this(reason, message, null);
    }

    static ClientException of(Trouble trouble, String message, @Nullable Throwable cause, Repeat repeat) {
        return new ClientException(Reason.valueOf(trouble.name()), message, cause, repeat);
    }

    /** Where in our code it was noticed tells nobody anything; whoever awaits it adds where that was. */
    @Override
    public final synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** What happened. */
    public final Reason reason() {
        return reason;
    }

    /**
     * 504 for {@code HEAD_TIMEOUT}, {@code STALL} and {@code DEADLINE}; 503 for {@code POOL_FULL}, {@code
     * ACQUIRE_TIMEOUT} and {@code MEMORY}; 500 for what this program did: {@code BODY}, {@code RELEASED}, {@code UNREAD}, {@code
     * SHUT_DOWN}; 502 for the others.
     */
    @Override
    public final int gatewayStatus() {
        return switch (reason) {
            case HEAD_TIMEOUT, STALL, DEADLINE -> 504;
            case POOL_FULL, ACQUIRE_TIMEOUT, MEMORY -> 503;
            case BODY, RELEASED, UNREAD, SHUT_DOWN -> 500;
            case CONNECT, TLS, HANDSHAKE, CLOSED, PROTOCOL, VALUE, TOO_LARGE, REDIRECT -> 502;
        };
    }

    /** A second, if no connection or no memory was to be had. */
    @Override
    public final @Nullable Duration retryAfter() {
        return gatewayStatus() == 503 ? Duration.ofSeconds(1) : null;
    }

    /** This failure, with something more to say. */
    ClientException with(String note) {
        return new ClientException(reason, getMessage() + note, getCause() == null ? this : getCause(), repeat);
    }

    /** Whether the request may be sent again after so many attempts. */
    boolean mayRepeat(ClientRequest request, int attempts) {
        boolean repeatable = request.content().isRepeatable();
        return switch (repeat) {
            case NEVER -> false;
            case IF_IDEMPOTENT -> repeatable && attempts < 2 && request.isIdempotent();
            case ALWAYS -> repeatable && attempts < MOST_ATTEMPTS;
            case EVEN_A_STREAM -> attempts < MOST_ATTEMPTS;
        };
    }
}
