package dev.weir.rsocket.loop;

import dev.weir.Clock;
import dev.weir.rsocket.Setup;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Our end of a connection, on its event loop: {@link #post} alone may be called on any thread.
 *
 * <p>Streams are numbers; those that have ended are forgotten, and calls about them do nothing. What is sent leaves in one
 * piece at the end of what the loop is doing. Buffers that are given keep their positions, and may be used again when the
 * call returns, save one outside the heap of 8 KiB or more: that goes out as it is, and must not change any more. Payloads
 * that are longer than a fragment are cut.
 */
public interface LoopConnection {
    /** What the connection was set up with. */
    Setup setup();

    /** As the connection has it: of a Unix domain socket the loopback and port 0. */
    InetSocketAddress remoteAddress();

    /** The time of the event loop. */
    Clock clock();

    /** Runs a task on the event loop, at once if that is where the caller is; false if the loop has ended. On any thread. */
    boolean post(Runnable task);

    /** How many streams are open, of both sides. */
    int streams();

    /** Whether requests may still be begun: the connection is not closing, and there are numbers left for streams. */
    boolean isOpen();

    /**
     * Whether the peer takes what is sent: less than 64 KiB wait for it. Requests are not begun before.
     */
    boolean isWritable();

    /** How many requests the peer's lease allows us now; 2<sup>31</sup> - 1 where there are no leases. */
    int leased();

    /**
     * Allows the peer so many requests for some time, whatever was allowed before; a peer that is yet to be accepted hears of it
     * when it is.
     *
     * @throws IllegalStateException if the connection was set up without leases, or is closed
     */
    void lease(Duration timeToLive, int requests);

    // ------------------------------------------------------------ requests of ours

    /**
     * Asks for one payload.
     *
     * @return the stream, or 0 if none can be begun: the connection is not {@link #isWritable}, not {@link #isOpen}, or nothing
     *     is {@link #leased}; {@link Responder#writable} tells when that may have changed
     */
    int requestResponse(@Nullable ByteBuffer metadata, ByteBuffer data, StreamListener listener);

    /**
     * Asks for a stream, of so many payloads for the time being.
     *
     * @return as {@link #requestResponse}
     */
    int requestStream(@Nullable ByteBuffer metadata, ByteBuffer data, long initial, StreamListener listener);

    /**
     * Asks for a stream and sends one: its first payload now, the others when they are {@link StreamListener#demanded}.
     *
     * @param complete whether the first payload is the last
     * @return as {@link #requestResponse}
     */
    int requestChannel(
            @Nullable ByteBuffer metadata, ByteBuffer data, boolean complete, long initial, StreamListener listener);

    /** Sends something that needs no answer; false as {@link #requestResponse} gives 0. */
    boolean fireAndForget(@Nullable ByteBuffer metadata, ByteBuffer data);

    /** Sends metadata of the connection; false as {@link #requestResponse} gives 0. */
    boolean metadataPush(ByteBuffer metadata);

    // ------------------------------------------------------------ streams, of both sides

    /** Whether a payload of the stream may be sent: the peer has demanded it, and the connection takes it. */
    boolean wants(int stream);

    /** How many payloads of the stream the peer takes, if the connection does; 0 of one that has ended. */
    long credit(int stream);

    /**
     * Sends a payload; of a response it is the only one.
     *
     * @return {@link #wants}, for the next
     * @throws IllegalStateException if it is not wanted
     */
    boolean next(int stream, @Nullable ByteBuffer metadata, ByteBuffer data);

    /** Sends a payload that is the last. As {@link #next}. */
    void last(int stream, @Nullable ByteBuffer metadata, ByteBuffer data);

    /** Sends nothing more. */
    void complete(int stream);

    /**
     * Fails the stream, in both directions.
     *
     * @param code one that streams may have, see {@link dev.weir.rsocket.RSocketException}
     * @throws IllegalArgumentException if it is none of those
     */
    void error(int stream, int code, String message);

    /**
     * Demands so many payloads more.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    void request(int stream, long count);

    /**
     * Wants nothing more of what the peer sends. Ends streams and channels that we have asked for; of a channel that the peer
     * has asked for, it ends one direction.
     */
    void cancel(int stream);

    // ------------------------------------------------------------ the connection

    /**
     * Takes no more frames from the peer, which is stopped. It is not taken for gone meanwhile, and has its whole lifetime
     * when frames are taken again; but a client whose keepalives are not answered for its lifetime takes us for gone.
     */
    void pause();

    /** Takes frames again. */
    void resume();

    /** Refuses new streams, and closes when those that are open have ended. */
    void drain();

    /** Closes the connection now, with an error of the connection that says why; its streams fail. */
    void close(String reason);
}
