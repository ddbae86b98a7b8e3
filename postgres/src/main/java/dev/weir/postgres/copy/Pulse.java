package dev.weir.postgres.copy;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.Items;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyIn;

/**
 * Sends an empty piece every ten seconds, and what the driver holds: who waits for a feed would never hear that the connection is
 * lost. When the copy has ended the driver refuses the piece, whoever has the connection then.
 */
final class Pulse implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final byte[] NOTHING = new byte[0];

    private final Clock clock;
    private final CopyIn copying;
    private final Items<?> feed;
    private volatile @Nullable SQLException lost; // before the feed is closed
    private volatile @Nullable Cancellable next;
    private volatile boolean closed;

    private Pulse(Clock clock, CopyIn copying, Items<?> feed) {
        this.clock = clock;
        this.copying = copying;
        this.feed = feed;
    }

    /** Closes the feed when the connection is lost. */
    static Pulse of(Clock clock, CopyIn copying, Items<?> feed) {
        Pulse pulse = new Pulse(clock, copying, feed);
        pulse.plan();
        return pulse;
    }

    private void plan() {
        Cancellable planned = clock.schedule(this::begin, PERIOD);
        next = planned;
        if (closed) {
            planned.cancel();
        }
    }

    /** On a thread of its own: it may wait for the server as long as a lock is held there, and the clock may be an event loop's. */
    private void begin() {
        Thread.ofVirtual()
                .name("weir-copy-pulse")
                .inheritInheritableThreadLocals(false)
                .start(this::beat);
    }

    private void beat() {
        if (isAlive()) {
            plan();
        } else {
            feed.close();
        }
    }

    private synchronized boolean isAlive() {
        try {
            copying.writeToCopy(NOTHING, 0, 0);
            copying.flushCopy();
            return true;
        } catch (SQLException failure) {
            lost = failure;
            return false;
        }
    }

    /** Fails as the connection did, of which the driver tells but the first. */
    synchronized void write(byte[] bytes, int from, int size) throws SQLException {
        check();
        copying.writeToCopy(bytes, from, size);
    }

    /** Fails if the feed has ended because the connection is lost. */
    void check() throws SQLException {
        SQLException failure = lost;
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void close() {
        closed = true;
        Cancellable planned = next;
        if (planned != null) {
            planned.cancel();
        }
    }
}
