package dev.weir.net.loop;

/** Counts what a peer may do only so often. */
public final class Frequency {
    private final int most;
    private final long window;
    private int count;
    private long since;

    /**
     * @param most so often within the window
     * @param window in nanoseconds
     */
    public Frequency(int most, long window) {
        this.most = most;
        this.window = window;
    }

    /** Counts one more; false if that is too often. */
    public boolean allows(long now) {
        if (count == 0 || now - since > window) {
            count = 0;
            since = now;
        }
        return ++count <= most;
    }

    /** So many more may come, for what the peer has brought. */
    public void pay(int times) {
        count = Math.max(0, count - times);
    }
}
