package dev.weir.net.link;

import org.jspecify.annotations.Nullable;

/** What speaks a protocol on a {@link Link}. Called on its event loop; if it throws, the connection is broken off. */
public interface Speaker {
    /**
     * A frame has come.
     *
     * @param frame good until this returns, see {@link Frame#keep}
     */
    void frame(Frame frame) throws Exception;

    /** The peer keeps up again: see {@link Link#isWritable}. */
    void writable();

    /** Time has passed: called in rounds, at least once a second. */
    void look(long now);

    /** The server shuts down: what runs is to be ended, then the link closed. */
    void drain();

    /**
     * The connection is closed, and nothing comes any more.
     *
     * @param failure null if one of the two sides has closed it properly
     */
    void closed(@Nullable Throwable failure);
}
