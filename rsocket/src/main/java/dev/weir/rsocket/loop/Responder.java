package dev.weir.rsocket.loop;

import dev.weir.rsocket.RSocketException;
import org.jspecify.annotations.Nullable;

/** Answers the requests of a peer. What it throws fails the request: see {@link RSocketException#of}. */
public interface Responder {
    /**
     * A request has come. It may be answered at once, or later: the payloads of a stream or channel when they are {@link
     * StreamListener#demanded}.
     *
     * @return who hears of the stream; not asked for if the stream has ended by then
     */
    StreamListener request(LoopConnection connection, int stream, Interaction kind, View payload) throws Exception;

    /** Something was sent that needs no answer. What this throws nobody hears of but the log. */
    default void fireAndForget(LoopConnection connection, View payload) throws Exception {}

    /** Metadata of the connection has come. */
    default void metadataPush(LoopConnection connection, Bytes metadata) throws Exception {}

    /** Requests may be begun again, as the peer keeps up, or has given a lease; or not any more, as we have been drained. */
    default void writable(LoopConnection connection) {}

    /** The peer closes the connection when the open streams have ended: no requests of ours are begun any more. */
    default void closing(LoopConnection connection) {}

    /**
     * The connection is closed, and its streams have ended.
     *
     * @param failure null if one of the two sides has closed it properly
     */
    default void closed(LoopConnection connection, @Nullable Throwable failure) {}
}
