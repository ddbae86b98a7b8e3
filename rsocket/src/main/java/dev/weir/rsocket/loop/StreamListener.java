package dev.weir.rsocket.loop;

import dev.weir.rsocket.RSocketException;

/**
 * Hears what happens on streams. One object may hear of any number of them. After {@link #cancelled} or {@link #failed},
 * and when both directions are complete, nothing more is heard of a stream.
 */
public interface StreamListener {
    /** A payload has come, one of those that were demanded. */
    default void next(LoopConnection connection, int stream, View payload) {}

    /** The peer sends nothing more. */
    default void complete(LoopConnection connection, int stream) {}

    /** The stream has failed: by the peer's word, as its connection is lost, or since the peer broke the rules. */
    void failed(LoopConnection connection, int stream, RSocketException failure);

    /**
     * A payload may be sent: the peer wants more, and the connection takes it. Said after there was none that could be: when
     * {@link LoopConnection#wants} was false, and at the beginning.
     */
    default void demanded(LoopConnection connection, int stream) {}

    /** The peer wants nothing more of what we send; of a channel that we have asked for, what the peer sends still comes. */
    default void cancelled(LoopConnection connection, int stream) {}
}
