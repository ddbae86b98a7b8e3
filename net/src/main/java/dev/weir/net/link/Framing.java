package dev.weir.net.link;

import java.net.ProtocolException;

/** How frames are told from each other where a connection carries bytes. */
public interface Framing {
    /** The length is not known yet. */
    long UNKNOWN = -1;

    /**
     * How long a frame is, with its mark.
     *
     * @param begun what has come of it, and after it
     * @return {@link #UNKNOWN} if that is too little to tell
     * @throws ProtocolException if there can't be such a frame
     */
    long length(Frame begun) throws ProtocolException;

    /** So many bytes before each frame mark it. */
    int mark();

    /** Writes the mark of a frame of that length, without the mark. */
    void mark(int length, byte[] into);

    /**
     * The length of each frame stands before it, big-endian.
     *
     * @param bytes of the length, 1 to 4
     * @param most the longest frame that is taken; of a link no more than an array may have
     */
    static Framing lengthPrefix(int bytes, long most) {
        return new LengthPrefix(bytes, most);
    }
}
