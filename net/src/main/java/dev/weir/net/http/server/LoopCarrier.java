package dev.weir.net.http.server;

import dev.weir.Clock;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.Hosts;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Watchdog;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** What a connection of HTTP/1.1 and a stream of HTTP/2 have in common. */
interface LoopCarrier extends Carrier {
    LoopShare share();

    Application application();

    @Override
    default EventLoop loop() {
        return share().loop();
    }

    @Override
    default Clock clock() {
        return share().clock();
    }

    @Override
    default long patience() {
        return share().patience(application().limits().stallTimeout());
    }

    /**
     * Checks that the request may come by this connection: which certificates clients are asked for depends on the host
     * that they named in the handshake.
     */
    default void checkHost(RequestHead head) throws BadRequest {
        Hosts hosts = peer().hosts();
        if (hosts != Hosts.ALL && !hosts.have(head.host())) {
            throw new BadRequest(421, "this connection is for another host: connect anew, with this one's name");
        }
    }

    /** Does what the log names by the request if the loop is stuck there. */
    static void at(@Nullable RequestHead head, Runnable task) {
        Object before = Watchdog.at(head);
        try {
            task.run();
        } finally {
            var _ = Watchdog.at(before);
        }
    }
}
