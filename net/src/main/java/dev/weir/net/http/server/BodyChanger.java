package dev.weir.net.http.server;

import dev.weir.Many;
import java.nio.ByteBuffer;
import java.util.function.Function;

/** What other packages of this module do with requests' bodies, and users can't. */
public interface BodyChanger<R> {
    /** The body. */
    Content body(R request);

    /** Whether the request has come with a body, whatever filters have made of that and of its fields. */
    boolean hasCome(R request);

    /**
     * The request with another body, whose whole is held to the server's limit.
     *
     * @param pieces makes it for who reads it by that method
     */
    R withBody(R request, Function<String, Many<ByteBuffer>> pieces);
}
