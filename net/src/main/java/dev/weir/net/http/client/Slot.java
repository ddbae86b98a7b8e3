package dev.weir.net.http.client;

import org.jspecify.annotations.Nullable;

/** The place of one connection in its pool. Its methods may be called on any thread; its state is the pool's. */
final class Slot {
    private final Pool pool;

    @Nullable
    Connection connection;

    int room;
    int active;
    boolean used;
    boolean retired;

    Slot(Pool pool) {
        this.pool = pool;
    }

    /** One exchange less is on the connection. */
    void release() {
        pool.run(() -> pool.released(this));
    }

    /** The exchange could not begin on the connection, which takes no more. */
    void again(Exchange exchange) {
        pool.run(() -> {
            pool.released(this);
            pool.retired(this);
            pool.take(exchange);
        });
    }

    /** No more exchanges are to begin on the connection; when it has none it is closed. */
    void retire() {
        pool.run(() -> pool.retired(this));
    }

    /** The connection can carry so many exchanges from now on. */
    void resize(int newRoom) {
        pool.run(() -> pool.resized(this, newRoom));
    }

    /** The connection is closed. */
    void closed() {
        pool.run(() -> pool.gone(this));
    }
}
