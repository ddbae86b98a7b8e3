package dev.weir.net.http.server;

import io.netty.channel.Channel;

/**
 * For how long nothing of what waits in a stream of HTTP/2 gets on: it does when the client gives window, and when some
 * of it is sent, which takes window.
 */
final class WindowStall {
    private static final long NOTHING_WAITS = Long.MIN_VALUE;

    private boolean given;
    private long window = NOTHING_WAITS;
    private long since;

    /** The client takes more. */
    void given() {
        given = true;
    }

    static boolean waits(Channel channel) {
        return !channel.isWritable()
                || channel.bytesBeforeUnwritable() <= channel.config().getWriteBufferHighWaterMark();
    }

    /**
     * For how long now.
     *
     * @param newWindow how much the client may still be sent
     */
    long of(boolean waits, long newWindow, long now) {
        long current = waits ? newWindow : NOTHING_WAITS;
        if (!waits || given || current != window) {
            given = false;
            window = current;
            since = now;
        }
        return now - since;
    }
}
