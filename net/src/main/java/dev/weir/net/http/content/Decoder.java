package dev.weir.net.http.content;

import java.nio.ByteBuffer;

/** Undoes one coding, as much at a time as there is room for; throws {@link Undecodable}. */
interface Decoder extends AutoCloseable {
    /** Fills the room; gives how many bytes that were, 0 if there are none before more comes in. */
    int decode(ByteBuffer in, byte[] room);

    /** How many bytes of memory it has taken to make so many; what it looks back at counts from when it has been made. */
    long held(long made);

    /** Whether nothing is missing, after what came in. */
    boolean isComplete();

    /** Frees what it holds. */
    @Override
    void close();
}
