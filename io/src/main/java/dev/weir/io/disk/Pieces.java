package dev.weir.io.disk;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What is read piece by piece, by one thread at a time. */
public interface Pieces<T> extends Closeable {
    /** The next piece; null if there is none, or none yet. */
    @Nullable
    T next() throws IOException;

    /** Whether it is known that no other one follows: else a last {@link #next} tells that. */
    default boolean isAtEnd() {
        return false;
    }

    /** Opens what is read. */
    interface Opener<T> {
        Pieces<T> open() throws IOException;
    }
}
