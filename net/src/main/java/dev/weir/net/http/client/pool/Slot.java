package dev.weir.net.http.client.pool;

import dev.weir.net.http.client.call.CallLimits;
import dev.weir.net.http.client.line.Connection;
import dev.weir.net.http.client.line.Exchange;
import dev.weir.net.http.client.line.Owner;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The place of one connection in its pool. Its methods may be called on any thread; its state is the pool's. */
final class Slot implements Owner {
    private final Pool pool;

    @Nullable
    Connection connection;

    int room;
    int active;
    boolean used;
    boolean served; // somebody to the end
    boolean retired;
    boolean gone;
    boolean idle; // as its pool has counted it
    boolean usable; // so, too

    Slot(Pool pool) {
        this.pool = pool;
    }

    void close() {
        Connection current = connection;
        if (current != null) {
            current.close();
        }
    }

    /** What there is for requests, as far as is known. */
    static String most(CallLimits limits, boolean multiplexed) {
        return multiplexed ? limits.maxStreams() + " streams" : limits.maxConnections() + " connections";
    }

    /** What a failure for want of these says of the reason, and of what to set. */
    static String why(Collection<Slot> slots, boolean multiplexed, String setting) {
        return unread(slots) + " (settings: " + setting + ", "
                + (multiplexed ? "maxStreams, of which a server may allow fewer)" : "maxConnections)");
    }

    /** Of responses that nobody reads; empty if there are none. */
    private static String unread(Collection<Slot> slots) {
        int count = slots.stream().mapToInt(Slot::unread).sum();
        return count == 0
                ? ""
                : "; responses that nobody reads hold them: " + count
                        + " (read their bodies, or use send(response -> ..), which frees them by itself)";
    }

    private int unread() {
        Connection current = connection;
        return current == null ? 0 : current.unread();
    }

    @Override
    public void release() {
        pool.run(() -> pool.served(this));
    }

    @Override
    public void again(Exchange exchange) {
        pool.run(() -> pool.sentBack(this, exchange));
    }

    @Override
    public void retire() {
        pool.run(() -> pool.retired(this));
    }

    @Override
    public void resize(int newRoom) {
        pool.run(() -> pool.resized(this, newRoom));
    }

    @Override
    public void closed() {
        pool.run(() -> pool.gone(this));
    }
}
