package dev.weir.net.http.server;

import dev.weir.Many;
import dev.weir.net.http.wire.RequestHead;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** What other packages of this module do with requests and their bodies, and users can't. */
public interface BodyChanger<R> {
    /** The body. */
    Content body(R request);

    /** The request as it has come, whatever filters have made of its fields and body. */
    RequestHead head(R request);

    /** Sends a response before the last one, as {@code hint} does. */
    void interim(R request, int status, String... fields);

    /**
     * The request with another body, whose whole is held to the server's limit.
     *
     * @param pieces makes it for who reads it by that method
     */
    R withBody(R request, Function<String, Many<ByteBuffer>> pieces);
}
