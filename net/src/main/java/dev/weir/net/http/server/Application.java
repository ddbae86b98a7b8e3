package dev.weir.net.http.server;

import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Held;
import dev.weir.net.loop.Peer;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** What answers the requests of a server's connections. */
public interface Application {
    Limits limits();

    /** What all connections hold. */
    Held held();

    /**
     * Takes up a request.
     *
     * @param decoder takes the body out of what is received; null if there is none
     */
    Answering answering(Carrier carrier, RequestHead head, @Nullable BodyDecoder decoder);

    /** A failure for whoever reads the body; if nobody handles it, it becomes the response. */
    RuntimeException failure(int status, String detail);

    /** What was no request is refused: what is wrong, as JSON. */
    byte[] refuse(Peer client, BadRequest bad);

    /**
     * There was no request.
     *
     * @param status what the client was answered with; 0 if it could not be answered
     */
    void refused(InetSocketAddress client, int status, String detail);
}
