package dev.weir;

import java.util.Iterator;

/**
 * A subscription read by a loop, once: see {@link Many#iterate}. Closing it cancels the
 * subscription; a failure of the stream is thrown from {@code hasNext}, one that is checked in a {@link
 * java.util.concurrent.CompletionException}.
 */
public interface Items<T> extends Iterable<T>, AutoCloseable {
    /** The one iterator; asking for a second throws {@link IllegalStateException}. */
    @Override
    Iterator<T> iterator();

    @Override
    void close();
}
