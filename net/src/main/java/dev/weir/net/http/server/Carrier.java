package dev.weir.net.http.server;

import dev.weir.Clock;
import dev.weir.net.loop.EventLoops;
import dev.weir.net.loop.Output;
import dev.weir.net.loop.Peer;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Takeover;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;

/** What carries an exchange, a connection of HTTP/1.1 or a stream of HTTP/2; on its event loop, save what asks for that. */
public interface Carrier {
    /** Unread request bodies up to this size are thrown away to keep the carrier. */
    int MAX_SKIPPED = 64 * 1024;

    EventLoop loop();

    Clock clock();

    default long now() {
        return clock().nanoTime();
    }

    default void onLoop(Runnable task) {
        EventLoops.run(loop(), task); // unless the loop has ended, and so has the carrier
    }

    /** As {@link #onLoop}, behind what was given to it before, also if that is where the caller is. */
    default void onLoopBehindOthers(Runnable task) {
        EventLoops.queue(loop(), task);
    }

    default boolean isOnLoop() {
        return loop().inEventLoop();
    }

    Peer peer();

    /** The version that it speaks, as access logs have it. */
    default String protocol() {
        return "HTTP/1.1";
    }

    /** What has come of the request's body and was not taken. */
    Received received();

    /** Asks for more of the request's body. */
    void read();

    /** Sends a response that is not yet the answer (RFC 9110 section 15.2): name, value, name, value … */
    void interim(int status, String[] fields);

    /** Takes what the response consists of, as it is to be sent. */
    Output out();

    /**
     * Writes the head of the response.
     *
     * @param silent whether it has no body whatever it says, since the request was a HEAD
     * @param reusable whether another request could be understood after this one
     */
    void head(Reply response, boolean silent, boolean reusable);

    /** Writes a piece of the body, which is not empty. */
    void piece(ByteBuffer content);

    /**
     * The response is complete, and the exchange over.
     *
     * @param trailers name, value, name, value …; left out where none can be
     */
    void end(String[] trailers);

    /** Another protocol goes on after the response; the exchange is over. */
    void handOver(Reply response, Takeover takeover);

    /** Ends the response so that the client can tell it is not complete; the exchange is over. */
    void breakOff();

    /** For how long the client has taken nothing although something waits for it. */
    long stalledFor(long now);

    /** For how long it may be so, in nanoseconds. */
    long patience();

    /** Gives up a client that does not read. */
    void giveUp();
}
