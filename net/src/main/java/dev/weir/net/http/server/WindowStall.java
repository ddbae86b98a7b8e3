package dev.weir.net.http.server;

/**
 * For how long next to nothing of what waits in a stream of HTTP/2 gets on: it does when the client gives window, and when
 * some of it is sent, which takes window.
 */
final class WindowStall {
    /** A client that takes less than this within a stall limit has stopped. */
    private static final int PROGRESS = 1024;

    private boolean waited;
    private long given;
    private long initial; // beyond what it was
    private long mark;
    private long since;

    /** The client takes so many bytes more. */
    void given(int more) {
        given += more;
    }

    /** By its settings the client has made the window of each stream so much larger, or smaller. */
    void initial(int more) {
        initial += more;
    }

    /**
     * For how long now.
     *
     * @param window how much the client may still be sent
     */
    long of(boolean waits, long window, long now) {
        long progress = 2 * given + initial - window; // what was given, and of that what was sent
        if (!waits || !waited || progress - mark >= PROGRESS) {
            mark = progress;
            since = now;
        }
        waited = waits;
        return now - since;
    }
}
