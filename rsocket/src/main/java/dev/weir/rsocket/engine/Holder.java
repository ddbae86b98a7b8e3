package dev.weir.rsocket.engine;

import dev.weir.rsocket.loop.StreamListener;
import org.jspecify.annotations.Nullable;

/** Hears of a stream for which memory is held. */
public interface Holder extends StreamListener {
    /** The stream is forgotten, in whatever way it has ended: nothing is held for it any more. On the event loop. */
    void forgotten();

    /** A stream is forgotten, and whoever hears of it is told if that is to be known. */
    static void forget(@Nullable StreamListener listener) {
        if (listener instanceof Holder holder) {
            holder.forgotten();
        }
    }
}
