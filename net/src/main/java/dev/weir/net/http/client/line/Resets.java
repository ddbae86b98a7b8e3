package dev.weir.net.http.client.line;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Counts the streams of a connection that we have reset. */
final class Resets {
    /*
     * Servers take 200 resets within 30 s for an attack, and end the connection with all that runs on it. After half
     * of that as many streams as commonly run at a time may still be reset.
     */
    private static final int MOST = 100;

    private static final long WINDOW = TimeUnit.SECONDS.toNanos(30);

    private final Deque<Long> last = new ArrayDeque<>();

    /** Counts one more; whether so many came within the window that no more had better follow. */
    boolean areMany(long now) {
        last.add(now);
        if (last.size() > MOST) {
            last.remove();
        }
        return last.size() == MOST && now - last.getFirst() <= WINDOW;
    }
}
