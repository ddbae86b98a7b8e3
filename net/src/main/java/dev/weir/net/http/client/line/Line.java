package dev.weir.net.http.client.line;

import dev.weir.net.http.client.call.Call;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Received;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;

/** What carries one exchange: a connection of HTTP/1.1, or a stream of HTTP/2. On its event loop only. */
interface Line {
    LoopShare share();

    default EventLoop loop() {
        return share().loop();
    }

    /** The version that is spoken. */
    default String protocol() {
        return "HTTP/1.1";
    }

    /** Tells how much waits to be sent; bodies go through {@link #piece}. */
    Output out();

    /** For how long the server has taken nothing of what waits to be sent. */
    default long stalledFor(long now) {
        return out().stalledFor(now);
    }

    /** The bytes of the response's body, as they are on the wire. */
    Received received();

    /** Asks for more of them. */
    void read();

    /** Sends the head of a request, which may wait for the body's first bytes. */
    void head(Call call);

    /** Sends a part of the request's body. */
    void piece(ByteBuffer bytes);

    /**
     * The request's body is complete.
     *
     * @param trailers name, value, name, value …
     */
    void end(String[] trailers);

    /**
     * The response has been taken.
     *
     * @param sent whether the request is complete, too
     */
    void done(boolean sent);

    /** Gives up the exchange: neither its request nor its response is to go on. */
    void abort();
}
