package dev.weir.net.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Events as they are sent, those of one event loop: what goes to many clients is encoded once. Each client gets the
 * same events in the same order, so the next one is looked for where the one before was found.
 */
final class EventBytes {
    private static final int KEPT = 16;
    private static final int LARGEST = 4 * 1024;
    private static final ThreadLocal<EventBytes> OF_LOOP = ThreadLocal.withInitial(EventBytes::new);

    private final @Nullable ServerSentEvent[] events = new ServerSentEvent[KEPT];
    private final byte[][] encoded = new byte[KEPT][];
    private int at;
    private int newest;

    static EventBytes ofThisLoop() {
        return OF_LOOP.get();
    }

    /** Not to be changed. */
    byte[] of(ServerSentEvent event) {
        for (int i = 0; i < KEPT; i++) {
            int place = (at + i) % KEPT;
            if (events[place] == event) {
                at = place;
                return encoded[place];
            }
        }
        byte[] bytes = encode(event);
        if (bytes.length <= LARGEST) {
            newest = (newest + 1) % KEPT;
            at = newest;
            events[at] = event;
            encoded[at] = bytes;
        }
        return bytes;
    }

    static byte[] encode(ServerSentEvent event) {
        return event.format().getBytes(StandardCharsets.UTF_8);
    }
}
