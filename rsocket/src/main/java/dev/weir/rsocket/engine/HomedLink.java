package dev.weir.rsocket.engine;

import dev.weir.Cancellable;
import dev.weir.Clock;
import dev.weir.net.link.Link;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** A link whose event loop is that of another one, its home, whatever it is spoken over. */
abstract class HomedLink implements Link {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    final Link home;
    volatile Link latest; // that it is spoken over

    HomedLink(Link home, Link first) {
        this.home = home;
        this.latest = first;
    }

    @Override
    public final Clock clock() {
        return home.clock();
    }

    @Override
    public final InetSocketAddress remoteAddress() {
        return latest.remoteAddress();
    }

    @Override
    public final long partCameAt() {
        return latest.partCameAt();
    }

    @Override
    public final boolean post(Runnable task) {
        return home.post(task);
    }

    @Override
    public final void hold() {
        home.hold();
    }

    @Override
    public final void release() {
        home.release();
    }

    @Override
    public final Cancellable atShutdown(Runnable task) {
        return home.atShutdown(task);
    }

    @Override
    public final void count(long more) {
        home.count(more);
    }

    @Override
    public final boolean isFull() {
        return home.isFull();
    }

    @Override
    public final void send(byte[] head, int length) {
        send(head, length, NOTHING);
    }
}
