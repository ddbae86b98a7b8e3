package dev.weir.net.http.server;

import dev.weir.Clock;
import dev.weir.net.http.wire.BadRequest;
import dev.weir.net.http.wire.BodyDecoder;
import dev.weir.net.http.wire.RequestHead;
import dev.weir.net.loop.LoopShare;
import dev.weir.net.loop.Received;
import dev.weir.net.loop.Watchdog;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** What a connection of HTTP/1.1 and a stream of HTTP/2 have in common: one exchange at a time, on one event loop. */
abstract class LoopCarrier extends ChannelInboundHandlerAdapter implements Carrier {
    final LoopShare share;
    final Application application;
    final Limits limits;
    final Received received;

    @Nullable
    Answering exchange;

    private @Nullable RequestHead asked;

    LoopCarrier(LoopShare share, Application application) {
        this.share = share;
        this.application = application;
        this.limits = application.limits();
        this.received = new Received(share);
    }

    /**
     * Checks that the request may come by this connection: which certificates clients are asked for depends on the host
     * that they named in the handshake.
     */
    final void checkHost(RequestHead head) throws BadRequest {
        if (!peer().hosts().have(head.host())) {
            throw new BadRequest(421, "this connection is for another host: connect anew, with this one's name");
        }
    }

    /** Answers a request. */
    final void answer(RequestHead head, @Nullable BodyDecoder decoder) {
        Answering begun = application.answering(this, head, decoder);
        exchange = begun;
        asked = head;
        at(begun::begin);
    }

    /** Passes on what has come of the body. */
    final void feed(Answering current) {
        at(current.body()::drain);
    }

    /** The client keeps up again. */
    final void writable(Answering current) {
        at(current::writable);
    }

    /** Does what the log names by the request if the loop is stuck there. */
    private void at(Runnable task) {
        Object before = Watchdog.at(asked);
        try {
            task.run();
        } finally {
            var _ = Watchdog.at(before);
        }
    }

    /** The client has gone. */
    final void abort() {
        Answering current = exchange;
        exchange = null;
        if (current != null) {
            current.abort();
        }
    }

    @Override
    public final long patience() {
        return share.patience(limits.stallTimeout());
    }

    @Override
    public final EventLoop loop() {
        return share.loop();
    }

    @Override
    public final Clock clock() {
        return share.clock();
    }

    @Override
    public final Received received() {
        return received;
    }
}
