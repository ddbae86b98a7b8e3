package dev.weir.rsocket.engine;

import dev.weir.net.link.Link;
import dev.weir.rsocket.RSocketException;
import dev.weir.rsocket.Setup;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What sessions hold of what peers have sent, against the limit of all connections of a server or a client together. */
final class Room {
    static final String NONE = "all connections hold as much in memory as they may (maxHeldBytes)";
    private static final int LITTLE = 16 * 1024; // which everybody may hold

    private Room() {}

    /** Whether there is room so that a connection holds so many bytes. */
    static boolean isFor(Link link, long bytes) {
        return bytes <= LITTLE || !link.isFull();
    }

    /**
     * Counts what the setup of a client holds.
     *
     * @throws RSocketException.RejectedSetup if there is no room for it
     */
    static void take(Link link, Setup setup) {
        long bytes = size(setup);
        if (!isFor(link, bytes)) {
            throw new RSocketException.RejectedSetup(NONE);
        }
        link.count(bytes);
    }

    /** It is not held any more, if it was. */
    static void leave(Link link, @Nullable Setup setup) {
        if (setup != null) {
            link.count(-size(setup));
        }
    }

    private static long size(Setup setup) {
        ByteBuffer metadata = setup.metadata();
        return setup.data().remaining() + (metadata == null ? 0L : metadata.remaining());
    }
}
