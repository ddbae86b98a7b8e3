package dev.weir.net.link;

import dev.weir.Cancellable;
import dev.weir.Clock;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** Our end of a connection that carries frames. On its event loop only, save {@link #post} and {@link #partCameAt}. */
public interface Link {
    /** As the connection has it: of a Unix domain socket the loopback and port 0. */
    InetSocketAddress remoteAddress();

    /** The time of the connection's deadlines. */
    Clock clock();

    /**
     * When bytes came last of a frame whose rest had not come, by the {@link #clock}; when the link began if there were none. On any
     * thread.
     */
    long partCameAt();

    /** Runs a task on the event loop, at once if that is where the caller is; false if the loop has ended. On any thread. */
    boolean post(Runnable task);

    /** Keeps the event loop from ending when the connection has; once for each {@link #release}. */
    void hold();

    /** Whoever held the event loop is done with it. */
    void release();

    /**
     * Has a task run on the event loop when the server that the connection was accepted by, or the client that made it, shuts
     * down or is closed: at once if that is so, and also when the connection has ended, unless it is cancelled before.
     */
    Cancellable atShutdown(Runnable task);

    /**
     * Counts so many more bytes that are held in memory for the connection, or fewer if it is negative: see {@code maxHeldBytes}. Also
     * when it has ended.
     */
    void count(long more);

    /** Whether all connections of the server, or of the client, hold as much in memory as they may. */
    boolean isFull();

    /** Whether the peer keeps up: less than 64 KiB wait for it. {@link Speaker#writable} tells when it does again. */
    boolean isWritable();

    /** Sends a frame, as {@link #send(byte[], int, ByteBuffer)}. */
    void send(byte[] head, int length);

    /**
     * Sends a frame, together with what else is sent in this turn of the event loop; nothing if the connection is being
     * closed. Who sends while the link is not {@link #isWritable} fills memory.
     *
     * @param head may be used again when this returns
     * @param length of the head, which the body follows
     * @param body whose position stays; one of 8 KiB or more outside the heap goes out as it is, and must not change any more
     */
    void send(byte[] head, int length, ByteBuffer body);

    /** Takes no more frames from the peer, which is stopped. */
    void pause();

    /** Takes frames again. */
    void resume();

    /** Closes the connection when what was sent is on its way. */
    void close();

    /** Breaks the connection off, so that the peer sees a failure. */
    void abort();
}
