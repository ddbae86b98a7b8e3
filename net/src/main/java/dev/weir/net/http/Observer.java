package dev.weir.net.http;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sees each exchange when it is over, and when it begins if it wants to: for metrics, traces and logs. See {@link HttpServer.Builder#observe}. */
@FunctionalInterface
public interface Observer {
    /** Called on the connection's event loop: it must not block. What it throws is logged. */
    void over(Exchanged exchange);

    /**
     * Called when a request's head has come, before it is handled: {@link #over} has the same request. On the connection's
     * event loop, where it must not block. Does nothing unless it is overridden.
     */
    default void began(Request request) {}

    /**
     * Called for what could not be understood as a request, or was too much of one, and was refused: for instance with
     * 400, 408, 414, 431, 501 or 505. Also for a client with whom there is no agreement on TLS: with 400 if it speaks
     * plain http, else with 0, as it can't be answered: it does not accept the server's certificate, has none that it has
     * to show, or one that is not accepted, offers too old a version, or takes longer than {@link
     * dev.weir.net.ServerTls#handshakeTimeout}. A client that just leaves is not among them. On the connection's event
     * loop, where it must not block. Does nothing unless it is overridden.
     *
     * @param status 0 if there was no answer
     * @param detail what the client was told, or why the handshake has failed
     */
    default void refused(InetSocketAddress client, int status, String detail) {}

    /**
     * A request and what became of it. What was {@link #refused} is none.
     *
     * @param request whose body is not to be read any more
     * @param route the pattern of the route that answered, or null: of as few values as there are routes
     * @param status of the response; 0 if the client went before it began
     * @param bytesIn of the request's body, as far as it was read
     * @param bytesOut of the response after its head, with what frames it
     * @param untilHead from the request's head to the response's; until the end if there was none
     * @param total from the request's head until all of the response was written
     */
    record Exchanged(
            Request request,
            @Nullable String route,
            int status,
            long bytesIn,
            long bytesOut,
            Duration untilHead,
            Duration total,
            Outcome outcome) {}

    /** How an exchange ended. */
    enum Outcome {
        /** The response was sent as a whole. */
        COMPLETED,
        /** The response broke off, because its source failed. */
        BROKEN,
        /** The connection was closed before: the client has gone or did not read, or the server was closed. */
        ABORTED
    }
}
